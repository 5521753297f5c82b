import type { Selectable } from 'kysely';
import { Audience, type SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { readersInReach } from './access.ts';
import { namesAnybody } from './audience.ts';
import { refuseWith, wrongAudience } from './write-broadcast.ts';

type Input = Omit<SavedAudience, 'id'>;

/** Saved audiences of the user's school, by name; admins see those of admins. @throws Refusal 403 */
export async function listAudiences(ctx: Ctx): Promise<SavedAudience[]> {
  const rows = await audiencesOf(ctx, readersInReach(ctx).escolaId).selectAll().orderBy('nome').orderBy('id').execute();
  return rows.map(present);
}

/** Stores an audience under a name. @throws Refusal 403, 422 by field, 429 */
export async function createAudience(ctx: Ctx, input: Input): Promise<SavedAudience> {
  const escola_id = await check(ctx, input);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('saved_audiences')
      .values({ ...columnsOf(ctx, input), escola_id, created_by: ctx.session.userId })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx }, 'audience-create', `audience:${row.id}`, { depois: { nome: row.nome } });
    return present(row);
  });
}

/** Changes a saved audience; sent messages keep their conditions. @throws Refusal 403, 404, 422, 429 */
export async function updateAudience(ctx: Ctx, id: number, input: Input): Promise<SavedAudience> {
  const escolaId = await check(ctx, input);
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const before = await audiencesOf(within, escolaId).select('nome').where('id', '=', id).executeTakeFirst();
    if (!before) throw missing();
    const row = await tx
      .updateTable('saved_audiences')
      .set(columnsOf(ctx, input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const logged = { antes: { nome: before.nome }, depois: { nome: row.nome } };
    await audit(within, 'audience-update', `audience:${id}`, logged);
    return present(row);
  });
}

/** @throws Refusal 403, 404 */
export async function deleteAudience(ctx: Ctx, id: number): Promise<{ detail: string }> {
  const { escolaId } = readersInReach(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const known = await audiencesOf(within, escolaId).select('nome').where('id', '=', id).executeTakeFirst();
    if (!known) throw missing();
    await tx.deleteFrom('saved_audiences').where('id', '=', id).execute();
    await audit(within, 'audience-delete', `audience:${id}`, { antes: { nome: known.nome } });
    return { detail: broadcastMessages.audienceDeleted };
  });
}

const missing = () => notFound(broadcastMessages.unknownAudience);

const audiencesOf = ({ db }: Pick<Ctx, 'db'>, escolaId: number | null) =>
  db.selectFrom('saved_audiences').where('escola_id', escolaId === null ? 'is' : '=', escolaId);

/** @returns the school of the audience */
async function check(ctx: Ctx, { audience }: Input): Promise<number | null> {
  const reach = readersInReach(ctx);
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  refuseWith({
    ...(!namesAnybody(audience) && { audience: broadcastMessages.nobody }),
    ...(await wrongAudience(ctx.db, reach, audience)),
  });
  return reach.escolaId;
}

const columnsOf = ({ now }: Ctx, { nome, audience }: Input) => ({
  nome,
  audience: JSON.stringify(audience),
  updated_at: now().toISOString(),
});

const present = ({ id, nome, audience }: Selectable<Schema['saved_audiences']>): SavedAudience => ({
  id,
  nome,
  audience: Audience.parse(JSON.parse(audience)),
});
