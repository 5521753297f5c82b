import type { CallName } from '#lib/contract/index.schema.ts';
import { STATUS } from '../orders/status.ts';
import { MINUTE_MS } from '../time/spans.ts';

/** How long a proof counts: the password or factor of a login, or one that was asked for later (0098). */
const PROOF_MS = 10 * MINUTE_MS;
/** The code of the refusal, for clients. */
export const PROOF_NEEDED = 'proof_needed';

type Values = Readonly<Record<string, unknown>>;
/** The parts of a call's input that decide. */
export interface CallParts {
  body?: unknown;
  query?: unknown;
}
type Need = 'always' | ((parts: { body: Values; query: Values }) => boolean);

/** A paid order that is cancelled gives money back. */
const cancelsOrder: Need = ({ body }) => body.status_id === STATUS.cancelled;
const writesEmail: Need = ({ body }) => 'email' in body;
/** The access ends with the course, as by a block. */
const endsAccess: Need = ({ body }) => body.manter_acesso !== true;
/** The log about one person or thing is part of daily work. */
const opensWholeAudit: Need = ({ query }) => query.alvo === undefined;

/**
 * The calls that ask who acts, again: a session that was left open, or that somebody borrows, does not do them. Exports
 * of people, the whole log, rights and access of the staff, blocks, the end of the access with a course, money that goes back, addresses of others, the second
 * factor itself, and the end of the own sessions on other devices.
 */
export const callsWithProof: Readonly<Partial<Record<CallName, Need>>> = {
  'account.endSession': 'always',
  'auth.addPasskey': 'always',
  'auth.beginPasskey': 'always',
  'auth.confirmCode': 'always',
  'auth.logoutEverywhere': 'always',
  'auth.removeFactor': 'always',
  'auth.renewRecoveryCodes': 'always',
  'auth.startCode': 'always',
  'club.downloadMembers': 'always',
  'finance.downloadMonthClose': 'always',
  'finance.noteRefund': 'always',
  'finance.refundSchoolBill': 'always',
  'finance.undoCounterPayment': 'always',
  'finance.updateProofLimits': 'always',
  'leads.downloadLeads': 'always',
  'orders.updateOrderStatus': cancelsOrder,
  'people.endUserRole': 'always',
  'people.handOverClasses': 'always',
  'people.inviteStaff': 'always',
  'people.joinAccount': 'always',
  'people.listAudit': opensWholeAudit,
  'people.resetFactors': 'always',
  'people.setUserBlock': 'always',
  'people.updateRights': 'always',
  'people.updateUser': writesEmail,
  'students.downloadStudents': 'always',
  'students.endCourse': endsAccess,
  'students.printInvitations': 'always',
  'sync.createKey': 'always',
  'sync.createWebhook': 'always',
  'sync.listChanges': 'always',
  'sync.importSheet': 'always',
  // Its pages ask before they show the form: a file cannot wait for a proof.
  'sync.listTables': 'always',
  'sync.putTable': 'always',
  'sync.renewWebhookSecret': 'always',
  'sync.uploadSheet': 'always',
  'travel.downloadParticipants': 'always',
};

/**
 * Calls that ask who acts because of what the data says: a change of a minor's guardian, CPF or birth date (0157), and
 * what gives more than the school's limit (`proof-limits.ts`). Their operations ask.
 */
export const callsWithProofByFact: readonly CallName[] = [
  'club.adjustPoints',
  'club.createBonus',
  'club.createReward',
  'club.reversePoints',
  'club.updatePointRule',
  'club.updateReward',
  'finance.cancelSchoolBill',
  'finance.discountBill',
  'finance.moveDueDay',
  'finance.renegotiateBills',
  'orders.createSchoolCoupon',
  'orders.updateSchoolCoupon',
  'people.updateUser',
  'students.endCourse',
];

/** Whether a call asks who acts, by its input alone. */
export function needsProof(call: CallName, { body, query }: CallParts): boolean {
  const need = callsWithProof[call];
  if (need === undefined) return false;
  return need === 'always' || need({ body: valuesOf(body), query: valuesOf(query) });
}

const valuesOf = (part: unknown): Values => (typeof part === 'object' && part !== null ? (part as Values) : {});

/** Whether a proof still counts. @param provedAt milliseconds since 1970 */
export const isProofFresh = (provedAt: number, now: number): boolean => now - provedAt <= PROOF_MS;

/** A form that waits until its sender proved to be the owner of the session: all of its fields, to be sent again. */
export interface AskedProof {
  fields: readonly (readonly [name: string, value: string])[];
  /** Why the last proof did not count. */
  problem: string | null;
}
