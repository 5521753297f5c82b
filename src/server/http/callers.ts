import type { CallName } from '#lib/contract/index.schema.ts';
import type { Reach } from '../db/reach.ts';
import { isAdmin, isManager, isTeacher, reachBy, wholeSchool } from './access.ts';
import type { Session } from './ctx.ts';
import { forbidden } from './refusal.ts';

interface Group {
  may: (session: Session) => boolean;
  /** What everybody else reads; without it the sentence of every refusal. */
  refusal?: string;
  calls: readonly CallName[];
}

const TEACHERS_ONLY = 'Esta parte é de quem dá aula.';

/** Calls for a kind of people that the session alone tells (0165). Those of staff with a right stand in `policy`. */
const groups: readonly Group[] = [
  {
    may: ({ isClub }) => isClub,
    refusal: 'Participe do clube para ver as recompensas.',
    calls: [
      'club.cancelRedemption',
      'club.creditReferral',
      'club.downloadPoints',
      'club.getEarning',
      'club.listRedemptions',
      'club.listRewards',
      'club.listTransactions',
      'club.redeemReward',
    ],
  },
  { may: isAdmin, calls: ['club.creditReferralEnrolment'] },
  {
    may: ({ vendaDiretaAllow }) => vendaDiretaAllow,
    refusal: 'Sua escola ainda não vende material pelo portal.',
    calls: [
      'orders.cancelOrder',
      'orders.countCart',
      'orders.createOrder',
      'orders.getCart',
      'orders.getOrder',
      'orders.getProgressiveDiscount',
      'orders.listOrders',
      'orders.listProducts',
      'orders.prepareOrder',
      'orders.quoteOrder',
      'orders.setCartItem',
    ],
  },
  {
    may: ({ isStaff }) => isStaff,
    refusal: 'O segundo fator é para quem trabalha na escola.',
    calls: ['auth.addPasskey', 'auth.beginPasskey', 'auth.confirmCode', 'auth.startCode'],
  },
  {
    may: isTeacher,
    refusal: TEACHERS_ONLY,
    calls: ['teaching.getTeachingDay', 'teaching.listTaughtClasses'],
  },
  {
    may: (session) => isTeacher(session) || reachBy(session, ['turmas']) !== null,
    refusal: TEACHERS_ONLY,
    calls: ['teaching.listHandedIn', 'teaching.listNeedsWord'],
  },
  {
    may: (session) => isManager(session) || isTeacher(session) || isAdmin(session),
    refusal: 'Só a equipe da escola confere ingressos.',
    calls: ['travel.getDoor', 'travel.listDoors', 'travel.scanTicket', 'travel.validateQrCode'],
  },
];

/** What belongs to all units of a school is changed by those who hold the right in all of them (0093). */
const OF_WHOLE_SCHOOL: ReadonlySet<CallName> = new Set([
  'abroad.createTrip',
  'abroad.setTripState',
  'abroad.updateTrip',
  'books.discardBookUpload',
  'books.getBookUpload',
  'books.installBook',
  'books.uploadBook',
  'broadcasts.createAudience',
  'broadcasts.createTemplate',
  'broadcasts.deleteAudience',
  'broadcasts.deleteTemplate',
  'broadcasts.getMessageLimits',
  'broadcasts.updateAudience',
  'broadcasts.updateMessageLimits',
  'club.addRewardCodes',
  'club.archiveReward',
  'club.createReward',
  'club.discardRewardCodes',
  'club.setPointsWorth',
  'club.updatePointRule',
  'club.updateReward',
  'club.uploadRewardPicture',
  'finance.updateProofLimits',
  'inbox.getSchoolQuiet',
  'inbox.listNoticeKinds',
  'inbox.updateNoticeKind',
  'inbox.updateSchoolQuiet',
  'orders.createSchoolCoupon',
  'orders.createSchoolProduct',
  'orders.updateSchoolCoupon',
  'orders.updateSchoolProduct',
  'promo.cancelPromo',
  'promo.discardPromoDraft',
  'promo.publishPromo',
  'promo.restorePromo',
  'promo.savePromoDraft',
  'promo.uploadPromoPicture',
  'travel.createCampaign',
  'travel.makeTickets',
  'travel.publishCampaign',
  'travel.updateCampaign',
  'travel.uploadCampaignPicture',
  'units.closeUnit',
  'units.createUnit',
  'units.reopenUnit',
]);

const groupOf = new Map(groups.flatMap((group) => group.calls.map((call) => [call, group] as const)));

/**
 * Refuses a call to somebody who may send none of its kind, before its input is read: people hear first that it is not
 * theirs.
 *
 * @throws Refusal 403
 */
export function requireCaller(call: CallName, session: Session, reach: Reach): void {
  const group = groupOf.get(call);
  if (group && !group.may(session)) throw forbidden(group.refusal);
  if (OF_WHOLE_SCHOOL.has(call)) wholeSchool(reach);
}
