import { abroadOperations } from './abroad/operations.ts';
import { absencesOperations } from './absences/operations.ts';
import { accountOperations } from './account/operations.ts';
import { profileOperations } from './account/profile-operations.ts';
import { booksOperations } from './books/operations.ts';
import { booksStaffOperations } from './books/staff-operations.ts';
import { broadcastsOperations } from './broadcasts/operations.ts';
import { clubOperations } from './club/operations.ts';
import { clubStaffOperations } from './club/staff-operations.ts';
import { englishTestOperations } from './english-test/operations.ts';
import { exchangeOperations } from './exchange/operations.ts';
import { financeOperations } from './finance/operations.ts';
import { financeStaffOperations } from './finance/staff-operations.ts';
import { inboxOperations } from './inbox/operations.ts';
import { leadsOperations } from './leads/operations.ts';
import { onlineClassesOperations } from './online-classes/operations.ts';
import { ordersOperations } from './orders/operations.ts';
import { panelOperations } from './panel/operations.ts';
import { pedagogicoOperations } from './pedagogico/operations.ts';
import { peopleOperations } from './people/operations.ts';
import { practiceOperations } from './practice/operations.ts';
import { promoOperations } from './promo/operations.ts';
import { studentsOperations } from './students/operations.ts';
import { syncOperations } from './sync/operations.ts';
import { lessonOperations } from './teaching/lesson-operations.ts';
import { teachingOperations } from './teaching/operations.ts';
import { travelOperations } from './travel/operations.ts';
import { unitsOperations } from './units/operations.ts';

/** The operations of every area. Pages know their types alone. */
export const operations = {
  abroad: abroadOperations,
  absences: absencesOperations,
  account: { ...accountOperations, ...profileOperations },
  books: { ...booksOperations, ...booksStaffOperations },
  broadcasts: broadcastsOperations,
  club: { ...clubOperations, ...clubStaffOperations },
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
  teaching: { ...lessonOperations, ...teachingOperations },
  travel: travelOperations,
  units: unitsOperations,
};
