import { MINUTE_MS } from '../time/spans.ts';

/** How long a re-authentication is valid, from the login or from a later confirmation (0097). */
const REAUTHENTICATION_MS = 10 * MINUTE_MS;
/** The code of the refusal, for clients. */
export const REAUTHENTICATION_NEEDED = 'proof_needed';

/** Whether a re-authentication still counts. @param reauthenticatedAt milliseconds since 1970 */
export const isReauthenticationFresh = (reauthenticatedAt: number, now: number): boolean =>
  now - reauthenticatedAt <= REAUTHENTICATION_MS;

/** A form that waits for re-authentication: all of its fields, to be sent again. */
export interface ReauthenticationRequest {
  fields: readonly (readonly [name: string, value: string])[];
  /** Why the last re-authentication failed. */
  problem: string | null;
}
