import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { quietOf, type SchoolHours } from '../devices/quiet-hours.ts';
import { decidingSchool } from './preferences.ts';

/** The school's quiet hours for people without their own. @throws Refusal 403, 409 without a school. */
export async function readSchoolQuiet(ctx: Ctx): Promise<QuietHours> {
  return quietOf(await hoursOf(ctx.db, decidingSchool(ctx)));
}

/** Changes them, also for waiting messages: a push checks the hours again when it goes out. @throws Refusal 403, 409 */
export async function updateSchoolQuiet(ctx: Ctx, { de, ate }: QuietHours): Promise<QuietHours> {
  const id = decidingSchool(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const before = quietOf(await hoursOf(tx, id));
    if (before.de === de && before.ate === ate) return before;
    const changed = await tx
      .updateTable('schools')
      .set({ silencio_de: de, silencio_ate: ate })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw notFound();
    await audit({ ...ctx, db: tx }, 'school-quiet', `school:${id}`, { antes: { ...before }, depois: { de, ate } });
    return { de, ate };
  });
}

const hoursOf = (db: Db, id: number): Promise<SchoolHours | undefined> =>
  db.selectFrom('schools').select(['silencio_de', 'silencio_ate']).where('id', '=', id).executeTakeFirst();
