import type { CallName } from '#lib/contract/index.schema.ts';
import { STATUS } from '../orders/status.ts';
import { MINUTE_MS } from '../time/spans.ts';

/** How long a proof counts: the password or factor of a login, or one that was asked for later (0098). */
const PROOF_MS = 10 * MINUTE_MS;
/** The code of the refusal, for clients. */
export const PROOF_NEEDED = 'proof_needed';

type Body = Readonly<Record<string, unknown>>;
type Need = 'always' | ((body: Body) => boolean);

/** A paid order that is cancelled gives money back. */
const cancelsOrder: Need = (body) => body.status_id === STATUS.cancelled;
const writesEmail: Need = (body) => 'email' in body;

/**
 * The calls that ask who acts, again: a session that was left open, or that somebody borrows, does not do them. Exports
 * of people, rights and access of the staff, money that goes back, addresses of others, the second factor itself, and
 * the end of the own sessions on other devices.
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
  'finance.refundSchoolBill': 'always',
  'finance.undoCounterPayment': 'always',
  'leads.downloadLeads': 'always',
  'orders.updateOrderStatus': cancelsOrder,
  'people.endUserRole': 'always',
  'people.handOverClasses': 'always',
  'people.inviteStaff': 'always',
  'people.joinAccount': 'always',
  'people.resetFactors': 'always',
  'people.updateRights': 'always',
  'people.updateUser': writesEmail,
  'students.downloadStudents': 'always',
  'students.printInvitations': 'always',
  'sync.createKey': 'always',
  'sync.createWebhook': 'always',
  'sync.listChanges': 'always',
  // Its page asks before it shows the form: a file cannot wait for a proof.
  'sync.listTables': 'always',
  'sync.putTable': 'always',
  'sync.renewWebhookSecret': 'always',
  'travel.downloadParticipants': 'always',
};

/** Whether a call asks who acts. @param body of the call, if it has one */
export function needsProof(call: CallName, body: unknown): boolean {
  const need = callsWithProof[call];
  if (need === undefined) return false;
  return need === 'always' || (typeof body === 'object' && body !== null && need(body as Body));
}

/** Whether a proof still counts. @param provedAt milliseconds since 1970 */
export const isProofFresh = (provedAt: number, now: number): boolean => now - provedAt <= PROOF_MS;

/** A form that waits until its sender proved to be the owner of the session: all of its fields, to be sent again. */
export interface AskedProof {
  fields: readonly (readonly [name: string, value: string])[];
  /** Why the last proof did not count. */
  problem: string | null;
}
