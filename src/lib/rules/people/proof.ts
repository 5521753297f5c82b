import { MINUTE_MS } from '../time/spans.ts';

/** How long a proof counts: the password or factor of a login, or one that was asked for later (0097). */
const PROOF_MS = 10 * MINUTE_MS;
/** The code of the refusal, for clients. */
export const PROOF_NEEDED = 'proof_needed';

/** Whether a proof still counts. @param provedAt milliseconds since 1970 */
export const isProofFresh = (provedAt: number, now: number): boolean => now - provedAt <= PROOF_MS;

/** A form that waits until its sender proved to be the owner of the session: all of its fields, to be sent again. */
export interface AskedProof {
  fields: readonly (readonly [name: string, value: string])[];
  /** Why the last proof did not count. */
  problem: string | null;
}
