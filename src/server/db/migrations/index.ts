import type { Step } from '../migrate.ts';
import { people } from './0001-people.ts';
import { auth } from './0002-auth.ts';
import { learning } from './0003-learning.ts';
import { money } from './0004-money.ts';
import { notices } from './0005-notices.ts';
import { classroom } from './0006-classroom.ts';
import { englishTest } from './0007-english-test.ts';
import { practice } from './0008-practice.ts';
import { documents } from './0010-documents.ts';
import { endedTokens } from './0011-ended-tokens.ts';
import { lessonMaterials } from './0012-lesson-materials.ts';
import { payments } from './0013-payments.ts';
import { orders } from './0014-orders.ts';
import { exchange } from './0015-exchange.ts';
import { club } from './0016-club.ts';
import { push } from './0017-push.ts';
import { sendings } from './0018-sendings.ts';
import { abroad } from './0019-abroad.ts';
import { privacy } from './0020-privacy.ts';
import { travel } from './0021-travel.ts';
import { toldAndQuiet } from './0022-told-and-quiet.ts';
import { ownTrips } from './0023-own-trips.ts';
import { absences } from './0024-absences.ts';
import { vouched } from './0025-vouched.ts';
import { emailChanges } from './0028-email-changes.ts';
import { demoSchool } from './0030-demo-school.ts';
import { billTerms } from './0031-bill-terms.ts';
import { clubKeptWords } from './0033-club-kept-words.ts';
import { exchangeReceiver } from './0034-exchange-receiver.ts';
import { guardianRequests } from './0035-guardian-requests.ts';
import { enrolmentProposals } from './0036-enrolment-proposals.ts';
import { retention } from './0037-retention.ts';
import { discountsAndRefunds } from './0038-discounts-and-refunds.ts';
import { joinedAndClosed } from './0040-joined-and-closed.ts';
import { demoPeople } from './0043-demo-people.ts';
import { undoneBySchool } from './0044-undone-by-school.ts';
import { foundByIndex } from './0045-found-by-index.ts';
import { pointSums } from './0046-point-sums.ts';
import { waitingPayments } from './0047-waiting-payments.ts';
import { peopleByName } from './0048-people-by-name.ts';
import { leases } from './0049-leases.ts';
import { sumsAndSchools } from './0050-sums-and-schools.ts';
import { peopleIndexes } from './0051-people-indexes.ts';
import { cartAndPickUp } from './0055-cart-and-pick-up.ts';
import { staffRights } from './0056-staff-rights.ts';
import { leads } from './0057-leads.ts';
import { officeMoney } from './0058-office-money.ts';
import { waitingForStaff } from './0059-waiting-for-staff.ts';
import { secondFactor } from './0060-second-factor.ts';
import { placeOfUnits } from './0061-place-of-units.ts';
import { invitations } from './0062-invitations.ts';
import { studentEvents } from './0063-student-events.ts';
import { clubArrives } from './0064-club-arrives.ts';
import { couponsAndTerms } from './0065-coupons-and-terms.ts';
import { promoPages } from './0066-promo-pages.ts';
import { auditByDay } from './0067-audit-by-day.ts';
import { messagesOfStaff } from './0068-messages-of-staff.ts';
import { teaching } from './0070-teaching.ts';
import { rulesWithoutBonusDays } from './0072-rules-without-bonus-days.ts';
import { rolls } from './0073-rolls.ts';
import { pointsOfWork } from './0074-points-of-work.ts';
import { ownBooks } from './0075-own-books.ts';
import { unitOfBills } from './0076-unit-of-bills.ts';
import { openBillIndexes } from './0077-open-bills.ts';
import { dayOfPoints } from './0078-day-of-points.ts';
import { couponsBySchool } from './0079-coupons-by-school.ts';
import { unsubscribe } from './0080-unsubscribe.ts';
import { billsOfAnEnd } from './0081-bills-of-an-end.ts';
import { waitingWork } from './0083-waiting-work.ts';
import { postsOfStaff } from './0084-posts-of-staff.ts';
import { listsOfAllUnits } from './0085-lists-of-all-units.ts';
import { tableOfLimits } from './0086-table-of-limits.ts';
import { cardPages } from './0089-card-pages.ts';
import { paymentAccounts } from './0090-payment-accounts.ts';
import { accountLists } from './0091-account-lists.ts';
import { boletos } from './0092-boletos.ts';
import { schoolsOfCopies } from './0093-schools-of-copies.ts';
import { sync } from './0094-sync.ts';
import { syncDown } from './0095-sync-down.ts';
import { webhooks } from './0096-webhooks.ts';
import { wordsOfFiles } from './0097-words-of-files.ts';
import { rollsTold } from './0100-rolls-told.ts';
import { openContactsTold } from './0101-open-contacts-told.ts';
import { closedUnits } from './0102-closed-units.ts';
import { lessonsOfClosedDays } from './0104-lessons-of-closed-days.ts';
import { ownDataAfterTheCourse } from './0105-own-data-after-the-course.ts';
import { holidaysAndBillsOfNothing } from './0107-holidays-and-bills-of-nothing.ts';
import { returnedMoney } from './0108-returned-money.ts';
import { registrationChanges } from './0109-registration-changes.ts';
import { searchText, searchTextFilled } from './0110-search-text.ts';
import { erasuresDone } from './0111-erasures-done.ts';
import { countsOfStudents, countsOfStudentsFilled } from './0112-counts-of-students.ts';

/**
 * In the order in which they run: that of landing, so 0034 comes after 0037, and 0043 after 0044. A step that has landed is
 * never edited. Numbers are given out before the work begins: those that are missing (0009, 0026, 0027, 0029, 0032) were not
 * needed.
 */
export const steps: readonly Step[] = [
  people,
  auth,
  learning,
  money,
  notices,
  classroom,
  englishTest,
  practice,
  documents,
  endedTokens,
  lessonMaterials,
  payments,
  orders,
  exchange,
  club,
  push,
  sendings,
  abroad,
  privacy,
  travel,
  toldAndQuiet,
  ownTrips,
  absences,
  vouched,
  emailChanges,
  demoSchool,
  billTerms,
  clubKeptWords,
  guardianRequests,
  enrolmentProposals,
  retention,
  exchangeReceiver,
  discountsAndRefunds,
  joinedAndClosed,
  undoneBySchool,
  demoPeople,
  foundByIndex,
  pointSums,
  waitingPayments,
  peopleByName,
  leases,
  sumsAndSchools,
  peopleIndexes,
  cartAndPickUp,
  staffRights,
  leads,
  officeMoney,
  waitingForStaff,
  clubArrives,
  couponsAndTerms,
  secondFactor,
  placeOfUnits,
  invitations,
  studentEvents,
  promoPages,
  teaching,
  rulesWithoutBonusDays,
  auditByDay,
  messagesOfStaff,
  unitOfBills,
  openBillIndexes,
  rolls,
  pointsOfWork,
  ownBooks,
  dayOfPoints,
  couponsBySchool,
  unsubscribe,
  billsOfAnEnd,
  waitingWork,
  postsOfStaff,
  listsOfAllUnits,
  tableOfLimits,
  cardPages,
  paymentAccounts,
  accountLists,
  boletos,
  schoolsOfCopies,
  sync,
  syncDown,
  webhooks,
  wordsOfFiles,
  rollsTold,
  openContactsTold,
  closedUnits,
  lessonsOfClosedDays,
  ownDataAfterTheCourse,
  holidaysAndBillsOfNothing,
  returnedMoney,
  registrationChanges,
  searchText,
  searchTextFilled,
  erasuresDone,
  countsOfStudents,
  countsOfStudentsFilled,
];
