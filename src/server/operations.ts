// Written by `npm run lists` from the folders of the areas.
import { clubOperations } from './club/operations.ts';
import { clubStaffOperations } from './club/staff-operations.ts';
import type { EveryCall, Operations } from './core/http/operation.ts';
import { accountOperations } from './identity/account/operations.ts';
import { accountProfileOperations } from './identity/account/profile-operations.ts';
import { authOperations } from './identity/auth/operations.ts';
import { peopleOperations } from './identity/people/operations.ts';
import { devicesOperations } from './messages/devices/operations.ts';
import { inboxOperations } from './messages/inbox/operations.ts';
import { whatsappOperations } from './messages/whatsapp/operations.ts';
import { exchangeOperations } from './money/exchange/operations.ts';
import { financeOperations } from './money/finance/operations.ts';
import { financeStaffOperations } from './money/finance/staff-operations.ts';
import { ordersOperations } from './money/orders/operations.ts';
import { syncOperations } from './operate/sync/operations.ts';
import { abroadOperations } from './school/abroad/operations.ts';
import { broadcastsOperations } from './school/broadcasts/operations.ts';
import { englishTestOperations } from './school/english-test/operations.ts';
import { leadsOperations } from './school/leads/operations.ts';
import { panelOperations } from './school/panel/operations.ts';
import { promoOperations } from './school/promo/operations.ts';
import { studentsOperations } from './school/students/operations.ts';
import { tourOperations } from './school/tour/operations.ts';
import { travelOperations } from './school/travel/operations.ts';
import { unitsOperations } from './school/units/operations.ts';
import { absencesOperations } from './study/absences/operations.ts';
import { booksOperations } from './study/books/operations.ts';
import { booksStaffOperations } from './study/books/staff-operations.ts';
import { classMessagesOperations } from './study/class-messages/operations.ts';
import { onlineClassesOperations } from './study/online-classes/operations.ts';
import { pedagogicoOperations } from './study/pedagogico/operations.ts';
import { practiceOperations } from './study/practice/operations.ts';
import { teachingLessonOperations } from './study/teaching/lesson-operations.ts';
import { teachingOfficeOperations } from './study/teaching/office-operations.ts';
import { teachingOperations } from './study/teaching/operations.ts';

/** The operations of every area. Pages know their types alone. */
export const operations = {
  abroad: abroadOperations,
  absences: absencesOperations,
  account: { ...accountOperations, ...accountProfileOperations },
  auth: authOperations,
  books: { ...booksOperations, ...booksStaffOperations },
  broadcasts: broadcastsOperations,
  classMessages: classMessagesOperations,
  club: { ...clubOperations, ...clubStaffOperations },
  devices: devicesOperations,
  englishTest: englishTestOperations,
  exchange: exchangeOperations,
  finance: { ...financeOperations, ...financeStaffOperations },
  inbox: inboxOperations,
  leads: leadsOperations,
  onlineClasses: onlineClassesOperations,
  orders: ordersOperations,
  panel: panelOperations,
  pedagogico: pedagogicoOperations,
  people: peopleOperations,
  practice: practiceOperations,
  promo: promoOperations,
  students: studentsOperations,
  sync: syncOperations,
  teaching: { ...teachingLessonOperations, ...teachingOfficeOperations, ...teachingOperations },
  tour: tourOperations,
  travel: travelOperations,
  units: unitsOperations,
  whatsapp: whatsappOperations,
} satisfies Operations & EveryCall;
