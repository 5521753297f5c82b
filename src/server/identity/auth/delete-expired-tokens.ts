import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';

/** How long a recovery request counts, mailed or not: after a day nobody expects it any more. */
export const KEPT_MS = DAY_MS;

/** Deletes secrets and recovery requests that ended a day ago, and counts of old guesses. */
export async function deleteExpiredTokens(school: School): Promise<void> {
  const before = new Date(school.now().getTime() - KEPT_MS).toISOString();
  await school.db.deleteFrom('auth_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('recovery_requests').where('created_at', '<', before).execute();
  await school.db.deleteFrom('ended_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await school.limits.deleteExpired();
}
