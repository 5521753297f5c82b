import type { Db } from '../../core/db/connection.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';

/**
 * Has a mail wait for each of some accounts; the job sends them one after another. Who waits already is not asked for
 * again. @returns how many wait now
 */
export async function queueInvitations(
  { now, session }: { now: School['now']; session?: Ctx['session'] },
  tx: Db,
  ids: readonly number[],
): Promise<number> {
  const at = now().toISOString();
  let queued = 0;
  for (let from = 0; from < ids.length; from += PORTION) {
    const rows = await tx
      .insertInto('invitations')
      .values(
        ids.slice(from, from + PORTION).map((user_id) => ({
          ...{ user_id, asked_at: at, asked_by: session?.userId ?? null, waits_since: at },
          ...{ mailed_at: null, printed_at: null, opened_at: null },
        })),
      )
      .onConflict((known) =>
        known
          .column('user_id')
          .doUpdateSet({ asked_at: at, asked_by: session?.userId ?? null, waits_since: at })
          .where('invitations.waits_since', 'is', null),
      )
      .returning('user_id')
      .execute();
    queued += rows.length;
  }
  return queued;
}

const PORTION = 400;
