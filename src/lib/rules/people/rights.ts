import type { Right } from '#lib/contract/account.schema.ts';
import type { CallName } from '#lib/contract/index.schema.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, SECRETARY_ACTION_ID } from './roles.ts';

export type { Right };

interface Policy {
  /** What people call it. */
  name: string;
  /** The pages that it opens, with all pages below them. */
  pages: readonly string[];
  /** The calls for staff alone that need it. A call below two rights needs one of them. */
  calls: readonly CallName[];
}

const PANEL = '/manager-panel';

/** Spreadsheets of tables. Which table needs which right stands in `syncTables`. */
const OF_SHEETS: readonly CallName[] = [
  'sync.downloadSheetModel',
  'sync.getSheet',
  'sync.importSheet',
  'sync.listTables',
  'sync.putTable',
  'sync.uploadSheet',
];

/** What each right opens: one table for the server, the navigation and the pages (0093). */
export const policy: Readonly<Record<Right, Policy>> = {
  contatos: {
    name: 'Contatos',
    pages: [`${PANEL}/contatos`],
    calls: [
      'leads.downloadLeads',
      'leads.enrolLead',
      'leads.getLead',
      'leads.listLeads',
      'leads.moveLeads',
      'leads.updateLead',
      'sync.listChanges',
    ],
  },
  alunos: {
    name: 'Alunos',
    pages: [`${PANEL}/profile`, `${PANEL}/book`],
    calls: [
      'account.listUsers',
      'account.searchUsers',
      'books.findBook',
      'books.linkUserBook',
      'books.renewBookCode',
      'books.unlinkUserBook',
      'people.getUserAccess',
      'people.getUserDelivery',
      'people.joinAccount',
      'people.listUnlinked',
      'people.listUserChanges',
      'people.refuseProposal',
      'people.setUserBlock',
      'people.updateUser',
      'students.createStudent',
      'students.downloadStudents',
      'students.endCourse',
      'students.getStudent',
      'students.inviteStudents',
      'students.listStudents',
      'students.moveStudent',
      'students.printInvitations',
      'students.resumeCourse',
      'sync.listChanges',
      ...OF_SHEETS,
    ],
  },
  turmas: {
    name: 'Turmas',
    pages: [`${PANEL}/turmas`, `${PANEL}/faltas`, `${PANEL}/livros`],
    calls: [
      'absences.decideAbsence',
      'absences.listSchoolAbsences',
      'absences.listSchoolReplacements',
      'absences.recordReplacement',
      'account.searchUsers',
      'books.createCopies',
      'books.discardBookUpload',
      'books.downloadCopies',
      'books.getBookUpload',
      'books.getSchoolBook',
      'books.installBook',
      'books.listSchoolBooks',
      'books.uploadBook',
      'sync.listChanges',
      ...OF_SHEETS,
      'teaching.addClosedDay',
      'teaching.addLesson',
      'teaching.cancelLesson',
      'teaching.createClass',
      'teaching.endClass',
      'teaching.enrolStudents',
      'teaching.getClassChoices',
      'teaching.getSchoolClass',
      'teaching.getSchoolLesson',
      'teaching.listClosedDays',
      'teaching.listSchoolClasses',
      'teaching.previewClass',
      'teaching.cancelClosedDay',
      'teaching.removeClosedDay',
      'teaching.restoreLesson',
      'teaching.updateClass',
      'teaching.updateEnrolment',
      'teaching.updateLesson',
    ],
  },
  financeiro: {
    name: 'Financeiro',
    pages: [`${PANEL}/financeiro`],
    calls: [
      'finance.cancelSchoolBill',
      'finance.cancelSchoolBoleto',
      'finance.createContract',
      'finance.discountBill',
      'finance.downloadMonthClose',
      'finance.downloadSchoolReceipt',
      'finance.getMonthClose',
      'finance.getProofLimits',
      'finance.getSchoolBill',
      'finance.getSchoolBillLink',
      'finance.listSchoolBills',
      'finance.listPaymentAccounts',
      'finance.listSchoolTerms',
      'finance.moveDueDay',
      'finance.noteRefund',
      'finance.payAtCounter',
      'finance.previewSchoolTerms',
      'finance.refundSchoolBill',
      'finance.renegotiateBills',
      'finance.reopenBill',
      'finance.undoCounterPayment',
      'finance.updateProofLimits',
      'finance.updateSchoolTerms',
      'orders.createSchoolCoupon',
      'orders.createSchoolProduct',
      'orders.listSchoolCoupons',
      'orders.listSchoolProducts',
      'orders.updateSchoolCoupon',
      'orders.updateSchoolProduct',
      'sync.listChanges',
      ...OF_SHEETS,
    ],
  },
  pedidos: {
    name: 'Pedidos',
    pages: [`${PANEL}/pedidos`],
    calls: [
      'orders.getSchoolOrder',
      'orders.listSchoolOrders',
      'orders.moveOrders',
      'orders.updateOrderStatus',
      'sync.listChanges',
    ],
  },
  clube: {
    name: 'Clube',
    pages: [`${PANEL}/club`],
    calls: [
      'club.addRewardCodes',
      'club.adjustPoints',
      'club.archiveReward',
      'club.confirmReferralEnrolment',
      'club.createBonus',
      'club.createReward',
      'club.discardRewardCodes',
      'club.downloadClubFigures',
      'club.downloadMembers',
      'club.getClubFigures',
      'club.getMemberStatement',
      'club.listBonuses',
      'club.listManagedRedemptions',
      'club.listManagedRewards',
      'club.listMembers',
      'club.listPointRules',
      'club.listReferrals',
      'club.moveRedemptions',
      'club.previewBonus',
      'club.reversePoints',
      'club.setPointsWorth',
      'club.setRedemptionStatus',
      'club.setReferralStatus',
      'club.undoBonus',
      'club.updatePointRule',
      'club.updateReward',
      'club.uploadRewardPicture',
      ...OF_SHEETS,
    ],
  },
  viagens: {
    name: 'Viagens e eventos',
    pages: [`${PANEL}/intercambio`, `${PANEL}/campanhas`],
    calls: [
      'abroad.createTrip',
      'abroad.decideRequest',
      'abroad.getSchoolRequest',
      'abroad.getSchoolTrip',
      'abroad.listSchoolRequests',
      'abroad.listSchoolTrips',
      'abroad.listTripChoices',
      'abroad.reviewDocument',
      'abroad.setTripState',
      'abroad.updateTrip',
      'travel.cancelParticipation',
      'travel.createCampaign',
      'travel.downloadParticipants',
      'travel.getManagedCampaign',
      'travel.listManagedCampaigns',
      'travel.listParticipants',
      'travel.listTicketBatches',
      'travel.makeTickets',
      'travel.printTickets',
      'travel.publishCampaign',
      'travel.updateCampaign',
      'travel.uploadCampaignPicture',
    ],
  },
  mensagens: {
    name: 'Mensagens',
    pages: [`${PANEL}/push-notification`],
    calls: [
      'account.listUsers',
      'account.searchUsers',
      'broadcasts.cancelBroadcast',
      'broadcasts.createBroadcast',
      'broadcasts.createAudience',
      'broadcasts.createTemplate',
      'broadcasts.deleteAudience',
      'broadcasts.getMessageLimits',
      'broadcasts.listAudiences',
      'broadcasts.updateAudience',
      'broadcasts.updateMessageLimits',
      'broadcasts.deleteBroadcast',
      'broadcasts.deleteTemplate',
      'broadcasts.getBroadcastLog',
      'broadcasts.listAudienceChoices',
      'broadcasts.listBroadcasts',
      'broadcasts.listGivenUpMails',
      'broadcasts.listTemplates',
      'broadcasts.previewAudience',
      'broadcasts.resendMail',
      'broadcasts.resendMails',
      'broadcasts.sendBroadcast',
      'broadcasts.updateBroadcast',
      'inbox.getSchoolQuiet',
      'inbox.listNoticeKinds',
      'inbox.updateNoticeKind',
      'inbox.updateSchoolQuiet',
    ],
  },
  paginas: {
    name: 'Páginas',
    pages: [`${PANEL}/paginas`],
    calls: [
      'promo.cancelPromo',
      'promo.discardPromoDraft',
      'promo.getManagedPromo',
      'promo.listManagedPromos',
      'promo.previewPromo',
      'promo.publishPromo',
      'promo.restorePromo',
      'promo.savePromoDraft',
      'promo.uploadPromoPicture',
    ],
  },
  equipe: {
    name: 'Equipe',
    pages: [`${PANEL}/equipe`, `${PANEL}/auditoria`],
    calls: [
      'people.endUserRole',
      'people.getTeamMember',
      'people.getTeachingDuties',
      'people.handOverClasses',
      'people.inviteStaff',
      'people.listAudit',
      'people.listTeam',
      'people.resendInvitation',
      'people.resetFactors',
      'people.updateRights',
      'sync.createKey',
      'sync.createWebhook',
      'sync.endKey',
      'sync.endWebhook',
      'sync.getWebhook',
      'sync.listKeys',
      'sync.listWebhooks',
      ...OF_SHEETS,
      'sync.renewWebhookSecret',
      'sync.replayWebhook',
      'sync.resumeWebhook',
      'sync.testWebhook',
      'units.closeUnit',
      'units.createUnit',
      'units.getUnit',
      'units.listUnits',
      'units.reopenUnit',
      'units.updateUnit',
    ],
  },
};

export const RIGHTS = Object.keys(policy) as readonly Right[];

/** Each right opens them: they answer with what the rights reach. */
const OF_PANEL: readonly CallName[] = ['panel.getPanelHome', 'panel.searchPanel'];

const rightsByCall = new Map<string, readonly Right[]>(OF_PANEL.map((call) => [call, RIGHTS]));
for (const right of RIGHTS) {
  for (const call of policy[right].calls) rightsByCall.set(call, [...(rightsByCall.get(call) ?? []), right]);
}

/** The rights of which a call needs one. Null: the call is not for staff alone. */
export const rightsOfCall = (call: CallName): readonly Right[] | null => rightsByCall.get(call) ?? null;

/** The right that opens a page. Null: the panel's own page, or one outside of the panel. */
export const rightOfPage = (path: string): Right | null =>
  RIGHTS.find((right) => policy[right].pages.some((page) => path === page || path.startsWith(`${page}/`))) ?? null;

/** What the secretary of a unit works with until somebody decides otherwise. */
const OF_SECRETARY: readonly Right[] = ['contatos', 'alunos', 'turmas', 'financeiro', 'pedidos', 'clube'];

/** The units of a right. Null: all units of the school; for an admin, of every school. */
export type Units = readonly number[] | null;
export type Rights = ReadonlyMap<Right, Units>;

interface Holder {
  actionIds: ReadonlySet<number>;
  companyId: number | null;
  /** All units of the holder's school. */
  schoolUnits: readonly number[];
  /** What the school decided; `company_id` null stands for all units. */
  rows: readonly { direito: Right; company_id: number | null }[];
}

/**
 * The rights of a person. Only the manager action opens the panel (ROLE-02). An admin holds all everywhere. Until the
 * school decides, a manager holds all rights and a secretary the usual ones, each in the own unit.
 */
export function rightsOf({ actionIds, companyId, schoolUnits, rows }: Holder): Rights {
  if (actionIds.has(ADMIN_ACTION_ID)) return new Map(RIGHTS.map((right) => [right, null]));
  if (!actionIds.has(MANAGER_ACTION_ID)) return new Map();
  const usual = actionIds.has(SECRETARY_ACTION_ID) ? OF_SECRETARY : RIGHTS;
  const decided = rows.length > 0 ? rows : usual.map((direito) => ({ direito, company_id: companyId ?? NOWHERE }));
  return new Map(
    RIGHTS.flatMap((right) => {
      const own = decided.filter(({ direito }) => direito === right);
      if (own.length === 0) return [];
      const units = schoolUnits.filter((unit) => own.some(({ company_id }) => company_id === unit));
      const isWhole = own.some(({ company_id }) => company_id === null) || units.length === schoolUnits.length;
      return [[right, isWhole ? null : units] as const];
    }),
  );
}

/** A unit that no school has. */
const NOWHERE = -1;
