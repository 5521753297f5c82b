import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';

/** Removes devices that nobody opened and that took no message for the days of the setting. */
export async function forgetOldDevices({ config, db, now }: Pick<School, 'config' | 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - config.RETENTION_DAYS.devices * DAY_MS).toISOString();
  await db
    .deleteFrom('push_subscriptions')
    .where('updated_at', '<', before)
    .where((where) => where.or([where('last_ok_at', 'is', null), where('last_ok_at', '<', before)]))
    .execute();
}
