import type { CallName } from '#lib/contract/index.schema.ts';
import { MINUTE_MS } from '../time/spans.ts';

/** How long a proof counts: the password or factor of a login, or one that was asked for later (0098). */
const PROOF_MS = 10 * MINUTE_MS;
/** The code of the refusal, for clients. */
export const PROOF_NEEDED = 'proof_needed';

/**
 * The calls of the contract that ask who acts, again: a session that was left open, or that somebody borrows, does not do
 * them. Exports of people, the second factor itself, and the end of the own sessions on other devices. An operation says
 * it itself (`proof`).
 */
export const callsWithProof: ReadonlySet<string> = new Set<CallName>([
  'auth.addPasskey',
  'auth.beginPasskey',
  'auth.confirmCode',
  'auth.logoutEverywhere',
  'auth.removeFactor',
  'auth.renewRecoveryCodes',
  'auth.startCode',
  'club.downloadMembers',
  'finance.downloadMonthClose',
  'leads.downloadLeads',
  'students.downloadStudents',
  'students.printInvitations',
  'sync.listChanges',
  // Its pages ask before they show the form: a file cannot wait for a proof.
  'sync.putTable',
  'sync.uploadSheet',
  'travel.downloadParticipants',
]);

/** Whether a proof still counts. @param provedAt milliseconds since 1970 */
export const isProofFresh = (provedAt: number, now: number): boolean => now - provedAt <= PROOF_MS;

/** A form that waits until its sender proved to be the owner of the session: all of its fields, to be sent again. */
export interface AskedProof {
  fields: readonly (readonly [name: string, value: string])[];
  /** Why the last proof did not count. */
  problem: string | null;
}
