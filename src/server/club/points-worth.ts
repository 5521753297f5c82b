import { worthMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { forbidden } from '../core/http/refusal.ts';

/** What the points that members hold are worth to the school; null until it says so, and over several schools. */
export async function worthOf({ db, session, reach }: Ctx, points: number) {
  const known = reach.escolaId === null ? null : await readWorth(db, session.escolaId);
  return {
    mil_pontos_centavos: known,
    passivo_centavos: known === null ? null : Math.round((points * known) / 1_000),
  };
}

async function readWorth(db: Db, escolaId: number | null): Promise<number | null> {
  const row = await db
    .selectFrom('club_settings')
    .select('mil_pontos_centavos')
    .where('escola_id', '=', escolaId ?? 0)
    .executeTakeFirst();
  return row?.mil_pontos_centavos ?? null;
}

/** Says what 1,000 points are worth; null: no longer. Members never see it. @throws Refusal 403 */
export async function setPointsWorth(ctx: Ctx, mil_pontos_centavos: number | null) {
  const { escolaId } = ctx.session;
  if (escolaId === null) throw forbidden(worthMessages.noSchool);
  return ctx.db.transaction().execute(async (tx) => {
    const before = await readWorth(tx, escolaId);
    await tx
      .insertInto('club_settings')
      .values({ escola_id: escolaId, mil_pontos_centavos })
      .onConflict((known) => known.column('escola_id').doUpdateSet({ mil_pontos_centavos }))
      .execute();
    await audit({ ...ctx, db: tx }, 'points-worth', `school:${escolaId}`, {
      antes: { mil_pontos_centavos: before },
      depois: { mil_pontos_centavos },
    });
    return { mil_pontos_centavos };
  });
}
