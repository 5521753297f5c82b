import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';

const QUIET_MS = 90 * DAY_MS;

/** Removes devices that nobody opened and that took no message for ninety days. */
export async function forgetOldDevices({ db, now }: Pick<School, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - QUIET_MS).toISOString();
  await db
    .deleteFrom('push_subscriptions')
    .where('updated_at', '<', before)
    .where((where) => where.or([where('last_ok_at', 'is', null), where('last_ok_at', '<', before)]))
    .execute();
}
