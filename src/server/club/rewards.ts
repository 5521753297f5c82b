import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ManagedReward, RewardInput, RewardsAnswer } from '#lib/contract/club.schema.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { countUpTo } from '../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../core/db/keyset.ts';
import { locked } from '../core/db/locking.ts';
import { audit, changeOf } from '../core/http/audit.ts';
import type { Ctx, PublicCtx } from '../core/http/ctx.ts';
import type { FileAnswer } from '../core/http/file-answer.ts';
import { openPicture, receivePicture } from '../core/http/pictures/public-picture.ts';
import { requireReauthenticationAbove } from '../core/http/reauthentication.ts';
import { notFound } from '../core/http/refusal.ts';
import type { Schema } from '../tables.ts';
import type { listManagedRewardsInput } from './inputs.ts';
import { isOffered, presentReward, type RewardRow } from './present.ts';
import { clubOf, countCodes } from './queries.ts';

export const REWARD_FOLDER = 'recompensas';
/** The picture of a reward without an uploaded one. */
const NO_PICTURE = '/brand/recompensas/1.svg';

/** Offered rewards first, then the cheapest first, as a text of eight digits for the cursor. */
const shownFirst: Order = [
  [sql`cast(case when rewards.ativo = 0 then 20000000 else 10000000 end + rewards.pontos as text)`, 'asc'],
  ['rewards.id', 'asc'],
];

/** Rewards of the manager's own school and of the network; archived ones only on request. */
export async function listManagedRewards(
  ctx: Ctx,
  { mostrar, limit, depois }: z.output<typeof listManagedRewardsInput>,
) {
  let rewards = ctx.db.selectFrom('rewards').where(offeredToSchool(ctx));
  if (mostrar !== 'todas') rewards = rewards.where('ativo', '=', mostrar !== 'arquivadas');
  const [found, total] = await Promise.all([
    pageAfter(rewards.selectAll(), shownFirst, { depois, limit }).execute(),
    countUpTo(ctx.db, rewards, { limit, offset: 0 }),
  ]);
  const { rows, next } = cutPage(found, limit, ({ ativo, pontos, id }) => [
    String((ativo ? 10_000_000 : 20_000_000) + pontos),
    id,
  ]);
  return {
    items: await present(ctx, rows),
    total,
    next,
    /** Staff limited to some units may only read: a reward belongs to the whole school. */
    pode_criar: ctx.reach.units === null,
  };
}

/** One of these rewards. @throws Refusal 404 */
export async function readManagedReward(ctx: Ctx, id: number) {
  const rewards = ctx.db.selectFrom('rewards').selectAll().where(offeredToSchool(ctx));
  const row = await rewards.where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return presentOne(ctx, row);
}

/** Adds a reward to the own school; an admin without a school adds one to the network. */
export async function createReward(ctx: Ctx, input: RewardInput): Promise<ManagedReward> {
  await requireReauthenticationAbove(ctx, ctx.db, discountOf(input));
  const row = await ctx.db
    .insertInto('rewards')
    .values({ ...columnsOf(input), imagem_url: NO_PICTURE, ativo: true, escola_id: ctx.session.escolaId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'reward-create', `reward:${row.id}`, changeOf(undefined, row, LOGGED));
  return presentOne(ctx, row);
}

/** @throws Refusal 404 for another school's reward. */
export async function updateReward(ctx: Ctx, id: number, input: RewardInput): Promise<ManagedReward> {
  const before = await rewardInReach(ctx, ctx.db, id);
  const isMore = input.pontos < before.pontos || (input.desconto_centavos ?? 0) > (before.desconto_centavos ?? 0);
  if (isMore) await requireReauthenticationAbove(ctx, ctx.db, discountOf(input));
  return change(ctx, id, columnsOf(input), 'reward-update');
}

/** Only a discount has an amount. */
const discountOf = ({ entrega, desconto_centavos }: RewardInput) => ({
  centavos: entrega === 'desconto' ? (desconto_centavos ?? 0) : 0,
});

/** Takes a reward out of the catalogue or puts it back. Redemptions stay. @throws Refusal 404 */
export const archiveReward = (ctx: Ctx, id: number, ativo: boolean): Promise<ManagedReward> =>
  change(ctx, id, { ativo }, ativo ? 'reward-restore' : 'reward-archive');

/** Sets the picture of a reward. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadRewardPicture(ctx: Ctx, id: number): Promise<ManagedReward> {
  await rewardInReach(ctx, ctx.db, id);
  return receivePicture(
    ctx,
    REWARD_FOLDER,
    (tx, picture) => {
      const imagem_url = `/api/v1/portal/club/pictures/${picture.imagem_chave}/`;
      return change({ ...ctx, db: tx as Ctx['db'] }, id, { ...picture, imagem_url }, 'reward-picture');
    },
    async (tx) => {
      const own = tx.selectFrom('rewards').select('imagem_chave').where('id', '=', id);
      return (await locked(tx, own, 'update').executeTakeFirst())?.imagem_chave;
    },
  );
}

/** A reward that the user may change. @throws Refusal 404 */
export async function rewardInReach(ctx: Ctx, tx: Db, id: number): Promise<RewardRow> {
  const row = await tx.selectFrom('rewards').selectAll().where(changedBy(ctx)).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** A picture by its key. A new picture has a new key. @throws Refusal 404 */
export async function readPicture(ctx: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('rewards')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  return openPicture(ctx, REWARD_FOLDER, chave, row);
}

const missing = () => notFound('Não encontramos esta recompensa na sua escola.');

/** The fields of a reward in the log. */
const LOGGED = [
  ...['nome', 'descricao', 'categoria', 'pontos', 'estoque', 'limite_por_aluno', 'entrega', 'regras'],
  ...['valido_de', 'valido_ate', 'desconto_centavos', 'retirada_dias', 'ativo'],
];

/** Only the fields of the form: picture, school and archive have their own operations. */
const columnsOf = (input: RewardInput) => ({
  nome: input.nome,
  descricao: input.descricao,
  categoria: input.categoria,
  pontos: input.pontos,
  estoque: input.estoque ?? null,
  limite_por_aluno: input.limite_por_aluno ?? null,
  entrega: input.entrega,
  regras: input.regras,
  valido_de: input.valido_de ?? null,
  valido_ate: input.valido_ate ?? null,
  desconto_centavos: input.entrega === 'desconto' ? (input.desconto_centavos ?? null) : null,
  retirada_dias: input.entrega === 'escola' ? (input.retirada_dias ?? null) : null,
});

/** Rewards that a manager may change: those of their own school. Admins may change all. */
const changedBy =
  ({ reach: { escolaId } }: Ctx) =>
  (where: ExpressionBuilder<Schema, 'rewards'>) =>
    escolaId === null ? sql<boolean>`1 = 1` : where('escola_id', '=', escolaId);

/** As `changedBy`, and those of the network. */
const offeredToSchool =
  ({ reach: { escolaId } }: Ctx) =>
  (where: ExpressionBuilder<Schema, 'rewards'>) =>
    escolaId === null
      ? sql<boolean>`1 = 1`
      : where.or([where('escola_id', 'is', null), where('escola_id', '=', escolaId)]);

async function change(ctx: Ctx, id: number, columns: Partial<RewardRow>, action: string): Promise<ManagedReward> {
  const before = await ctx.db.selectFrom('rewards').selectAll().where('id', '=', id).executeTakeFirst();
  const row = await ctx.db
    .updateTable('rewards')
    .set(columns)
    .where('id', '=', id)
    .where(changedBy(ctx))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx, action, `reward:${id}`, changeOf(before, row, LOGGED));
  return presentOne(ctx, row);
}

async function presentOne(ctx: Ctx, row: RewardRow): Promise<ManagedReward> {
  const [reward] = await present(ctx, [row]);
  if (!reward) throw missing();
  return reward;
}

async function present({ db, reach }: Ctx, rows: readonly RewardRow[]): Promise<ManagedReward[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const redeemed = db
    .selectFrom('redemptions')
    .select(({ fn }) => ['reward_id', fn.countAll<number | string>().as('count')])
    .where('status', '<>', 'cancelado')
    .where('reward_id', 'in', ids)
    .groupBy('reward_id');
  const [counts, codes] = await Promise.all([redeemed.execute(), countCodes(db, ids)]);
  return rows.map(({ imagem_chave, imagem_mime, imagem_bytes, escola_id, imported, ...row }) => ({
    ...row,
    codigos: row.entrega === 'digital' ? (codes.get(row.id) ?? { livres: 0, usados: 0 }) : null,
    resgatados: Number(counts.find(({ reward_id }) => reward_id === row.id)?.count ?? 0),
    pode_editar: reach.units === null && (reach.escolaId === null || escola_id === reach.escolaId),
  }));
}

/** The user's balance and the rewards, the cheapest first (CLUB-10). */
export async function readRewards({ db, session, now, config }: Ctx): Promise<RewardsAnswer> {
  const today = dayIn(config.SCHOOL_TIME_ZONE, now());
  const { saldo, soon, pending, rewards } = await clubOf(db, session, today, addMonths(today, 1));
  return {
    saldo,
    pendente: pending,
    a_expirar: Number(soon?.pontos ?? 0),
    a_expirar_em: soon?.expira_em ?? null,
    rewards: rewards.filter((row) => isOffered(row, today)).map((row) => presentReward(row, saldo, today)),
  };
}
