import type { CallName } from '#lib/contract/index.schema.ts';
import { rightsOfCall } from '#lib/rules/people/rights.ts';
import { admin, buyer, clubMember, employee, teacher, teacherOrStaff, ticketChecker, user, type Who } from './who.ts';

interface Group {
  who: Who;
  calls: readonly CallName[];
}

/** Calls for a kind of people that the session alone tells (0165). Those of staff with a right stand in `policy`. */
const groups: readonly Group[] = [
  {
    who: clubMember,
    calls: [
      'club.creditReferral',
      'club.downloadPoints',
      'club.listRedemptions',
      'club.listRewards',
      'club.listTransactions',
      'club.redeemReward',
    ],
  },
  { who: admin, calls: ['club.creditReferralEnrolment'] },
  {
    who: buyer,
    calls: [
      'orders.cancelOrder',
      'orders.createOrder',
      'orders.getProgressiveDiscount',
      'orders.listOrders',
      'orders.prepareOrder',
      'orders.quoteOrder',
      'orders.setCartItem',
    ],
  },
  {
    who: employee,
    calls: ['auth.addPasskey', 'auth.beginPasskey', 'auth.confirmCode', 'auth.startCode'],
  },
  {
    who: teacher,
    calls: [],
  },
  {
    who: teacherOrStaff,
    calls: [],
  },
  {
    who: ticketChecker,
    calls: ['travel.getDoor', 'travel.scanTicket', 'travel.validateQrCode'],
  },
];

/** What belongs to all units of a school is changed by those who hold the right in all of them (0093). */
const OF_WHOLE_SCHOOL: ReadonlySet<CallName> = new Set([
  'books.uploadBook',
  'broadcasts.createAudience',
  'broadcasts.createTemplate',
  'broadcasts.deleteAudience',
  'broadcasts.updateAudience',
  'club.uploadRewardPicture',
  'promo.savePromoDraft',
  'promo.uploadPromoPicture',
  'travel.uploadCampaignPicture',
]);

const groupOf = new Map(groups.flatMap(({ who, calls }) => calls.map((call) => [call, who] as const)));

/** Who may send a call of the contract, by the tables above and by `policy` in `rights.ts`. */
export function whoOf(call: CallName): Who {
  const rights = rightsOfCall(call);
  if (rights === null) return groupOf.get(call) ?? user;
  return { kind: 'staff', rights, ...(OF_WHOLE_SCHOOL.has(call) && { whole: true }) };
}
