import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileTypeFromFile } from 'file-type';
import { type ExpressionBuilder, sql } from 'kysely';
import type { ManagedReward, RewardInput } from '#lib/contract/club.schema.ts';
import { audit } from '../account/audit.ts';
import type { Schema } from '../db/types.ts';
import { isAdmin } from '../http/access.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import { cleanPicture } from '../http/pictures/clean-picture.ts';
import { receiveFile } from '../http/receive-file.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { newFileKey } from '../ports/files.ts';
import { managedSchool } from './access.ts';
import type { RewardRow } from './present.ts';

const FOLDER = 'recompensas';
const MOST_BYTES = 2 * 1_048_576;
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** Until a picture is sent. */
const NO_PICTURE = '/brand/recompensas/1.svg';

/** Rewards that the own school offers, those of the network among them; archived ones too. */
export async function listManagedRewards(ctx: Ctx, query: { limit: number; offset: number; ativo?: boolean }) {
  const { limit, offset, ativo } = query;
  let rewards = ctx.db.selectFrom('rewards').where(offeredToSchool(ctx));
  if (ativo !== undefined) rewards = rewards.where('ativo', '=', ativo);
  const [rows, { total }] = await Promise.all([
    rewards.selectAll().orderBy('ativo', 'desc').orderBy('pontos').orderBy('id').limit(limit).offset(offset).execute(),
    rewards.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: await present(ctx, rows), total: Number(total), limit, offset };
}

/** Adds a reward to the own school; an admin without a school adds one to the network. */
export async function createReward(ctx: Ctx, input: RewardInput): Promise<ManagedReward> {
  managedSchool(ctx.session);
  const row = await ctx.db
    .insertInto('rewards')
    .values({ ...columnsOf(input), imagem_url: NO_PICTURE, ativo: true, escola_id: ctx.session.escolaId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'reward-create', `reward:${row.id}`);
  return presentOne(ctx, row);
}

/** @throws Refusal 404 for what is not of the own school. */
export const updateReward = (ctx: Ctx, id: number, input: RewardInput): Promise<ManagedReward> =>
  change(ctx, id, columnsOf(input), 'reward-update');

/** Takes a reward out of the catalogue or back in; what was redeemed stays. @throws Refusal 404 */
export const archiveReward = (ctx: Ctx, id: number, ativo: boolean): Promise<ManagedReward> =>
  change(ctx, id, { ativo }, ativo ? 'reward-restore' : 'reward-archive');

/** Sets the picture of a reward; its kind is told by its content. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadRewardPicture(ctx: Ctx, id: number): Promise<ManagedReward> {
  const own = ctx.db.selectFrom('rewards').where(ownSchool(ctx));
  const before = await own.select('imagem_chave').where('id', '=', id).executeTakeFirst();
  if (!before) throw missing();
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MOST_BYTES);
  try {
    const found = await fileTypeFromFile(received.path).catch(() => undefined);
    if (!found || !PICTURES.has(found.mime)) {
      throw new Refusal(415, 'Envie uma imagem PNG, JPEG ou WebP.', { fields: { file: 'Tipo não aceito' } });
    }
    const { bytes } = await cleanPicture(received, found.mime, 'file');
    const key = newFileKey(FOLDER);
    await ctx.ports.files.put(key, createReadStream(received.path), found.mime);
    const imagem_chave = key.slice(FOLDER.length + 1);
    const imagem_url = `/api/v1/portal/club/pictures/${imagem_chave}/`;
    const picture = { imagem_chave, imagem_url, imagem_mime: found.mime, imagem_bytes: bytes };
    const changed = await change(ctx, id, picture, 'reward-picture');
    if (before.imagem_chave) {
      await ctx.ports.files.remove(`${FOLDER}/${before.imagem_chave}`).catch((error: unknown) => {
        ctx.log.warn({ err: error, key: before.imagem_chave }, 'a picture that was replaced is still in the store');
      });
    }
    return changed;
  } finally {
    await received.discard();
  }
}

/** A picture by its key, which changes with the picture. @throws Refusal 404 */
export async function readPicture({ db, ports }: PublicCtx, chave: string): Promise<Response> {
  const row = await db
    .selectFrom('rewards')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  if (!row?.imagem_mime) throw notFound();
  const bytes = await ports.files.open(`${FOLDER}/${chave}`);
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      'Content-Type': row.imagem_mime,
      'Content-Length': String(row.imagem_bytes),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}

const missing = () => notFound('Não encontramos esta recompensa na sua escola.');

/** Only what a reward is: pictures, school and archive have calls of their own. */
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
});

/** Rewards that a manager may change: those of the own school; for admins all. */
const ownSchool = ({ session }: Ctx) => {
  const escola = managedSchool(session);
  return (where: ExpressionBuilder<Schema, 'rewards'>) =>
    escola === null ? sql<boolean>`1 = 1` : where('escola_id', '=', escola);
};

/** Those, and what the network offers. */
const offeredToSchool = (ctx: Ctx) => (where: ExpressionBuilder<Schema, 'rewards'>) =>
  where.or([where('escola_id', 'is', null), ownSchool(ctx)(where)]);

async function change(ctx: Ctx, id: number, columns: Partial<RewardRow>, action: string): Promise<ManagedReward> {
  const row = await ctx.db
    .updateTable('rewards')
    .set(columns)
    .where('id', '=', id)
    .where(ownSchool(ctx))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx, action, `reward:${id}`);
  return presentOne(ctx, row);
}

async function presentOne(ctx: Ctx, row: RewardRow): Promise<ManagedReward> {
  const [reward] = await present(ctx, [row]);
  if (!reward) throw missing();
  return reward;
}

async function present({ db, session }: Ctx, rows: readonly RewardRow[]): Promise<ManagedReward[]> {
  if (rows.length === 0) return [];
  const counts = await db
    .selectFrom('redemptions')
    .select(({ fn }) => ['reward_id', fn.countAll<number | string>().as('count')])
    .where('status', '<>', 'cancelado')
    .where(
      'reward_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('reward_id')
    .execute();
  return rows.map(({ imagem_chave, imagem_mime, imagem_bytes, escola_id, ...row }) => ({
    ...row,
    resgatados: Number(counts.find(({ reward_id }) => reward_id === row.id)?.count ?? 0),
    pode_editar: isAdmin(session) || escola_id === session.escolaId,
  }));
}
