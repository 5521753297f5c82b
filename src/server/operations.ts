import type { Area, contract } from '#lib/contract/index.schema.ts';
import { abroadOperations } from './abroad/operations.ts';
import { absencesOperations } from './absences/operations.ts';
import { accountOperations, registrationOperations } from './account/operations.ts';
import { profileOperations } from './account/profile-operations.ts';
import { authOperations } from './auth/operations.ts';
import { booksOperations } from './books/operations.ts';
import { booksStaffOperations } from './books/staff-operations.ts';
import { broadcastsOperations } from './broadcasts/operations.ts';
import { clubOperations } from './club/operations.ts';
import { clubStaffOperations } from './club/staff-operations.ts';
import { devicesOperations } from './devices/operations.ts';
import { englishTestOperations } from './english-test/operations.ts';
import { exchangeOperations } from './exchange/operations.ts';
import { financeOperations } from './finance/operations.ts';
import { financeStaffOperations } from './finance/staff-operations.ts';
import type { Operations } from './http/operation.ts';
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
import { tourOperations } from './tour/operations.ts';
import { travelOperations } from './travel/operations.ts';
import { unitsOperations } from './units/operations.ts';

/** Each call of the contract is an endpoint under its name: a missing one, or another call's, does not compile. */
type EveryCall = { [A in Area]: { [Name in keyof (typeof contract)[A]]: { address: (typeof contract)[A][Name] } } };

/** The operations of every area. Pages know their types alone. */
export const operations = {
  abroad: abroadOperations,
  absences: absencesOperations,
  account: { ...accountOperations, ...profileOperations },
  auth: { ...authOperations, ...registrationOperations },
  books: { ...booksOperations, ...booksStaffOperations },
  broadcasts: broadcastsOperations,
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
  teaching: { ...lessonOperations, ...teachingOperations },
  tour: tourOperations,
  travel: travelOperations,
  units: unitsOperations,
} satisfies Operations & EveryCall;
