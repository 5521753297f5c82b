import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';

/** A wish for a recovery counts for as long: nobody remembers an older one, whether or not it could be mailed. */
export const KEPT_MS = DAY_MS;

/** Secrets that ended a day ago, wishes of a day ago and counts of old guesses serve nobody any more. */
export async function deleteExpiredTokens(school: School): Promise<void> {
  const before = new Date(school.now().getTime() - KEPT_MS).toISOString();
  await school.db.deleteFrom('auth_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('recovery_requests').where('created_at', '<', before).execute();
  await school.db.deleteFrom('ended_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await school.limits.deleteExpired();
}
