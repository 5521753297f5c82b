import type { z } from 'zod';
import { Audience } from '#lib/contract/broadcasts.schema.ts';
import type { BonusInput } from '#lib/contract/club-staff.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { bonusMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { countUpTo } from '../core/db/counts.ts';
import { locked } from '../core/db/locking.ts';
import type { Reach } from '../core/db/reach.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { requireProofAbove } from '../core/http/proof.ts';
import { conflict, invalid, notFound } from '../core/http/refusal.ts';
import { audienceQuery } from '../school/broadcasts/audience.ts';
import { listAudienceChoices } from '../school/broadcasts/preview-audience.ts';

type Input = z.output<typeof BonusInput>;
type Target = Pick<Input, 'alvo' | 'alvo_id'>;

/** Bonuses that the reader's school gave, the newest first; staff of some units sees its own. */
export async function listBonuses(ctx: Ctx, { limit, offset }: { limit: number; offset: number }) {
  const query = bonusesIn(ctx, ctx.db);
  const [rows, total, { companies, turmas, livros }] = await Promise.all([
    withNames(query).orderBy('point_batches.id', 'desc').limit(limit).offset(offset).execute(),
    countUpTo(ctx.db, query, { limit, offset }),
    listAudienceChoices(ctx),
  ]);
  const classes = turmas.map(({ id, nome, company }) => ({ id, nome: `${nome} · ${company}` }));
  const escolhas = { unidades: companies, turmas: classes, livros };
  return { items: rows.map((row) => present(row, ctx.now())), total, limit, offset, escolhas };
}

/** How many members a bonus would reach. @throws Refusal 422 for a group out of reach */
export async function previewBonus(ctx: Ctx, target: Target & { pontos: number; motivo?: string }) {
  const { nome } = await groupOf(ctx, target);
  const pessoas = await countMembers(ctx, ctx.db, target);
  const { motivo } = target;
  const isRepeated = motivo !== undefined && (await isGiven(ctx, ctx.db, { ...target, motivo }));
  return { alvo: nome, pessoas, soma: pessoas * target.pontos, ja_dado: isRepeated };
}

/** Whether the school gave the same group the same points for the same reason within a day. */
async function isGiven(ctx: Ctx, db: Db, input: Target & { pontos: number; motivo: string }): Promise<boolean> {
  const { pontos, motivo } = input;
  const { escolaId } = ctx.reach;
  const rows = await db
    .selectFrom('point_batches')
    .select('audience')
    .where('pontos', '=', pontos)
    .where('motivo', '=', motivo)
    .where('status', 'in', ['dando', 'dado'])
    .where('created_at', '>', new Date(ctx.now().getTime() - DAY_MS).toISOString())
    .where('escola_id', escolaId === null ? 'is' : '=', escolaId)
    .execute();
  // The giver stands in an audience too, and is no part of the group.
  const groupOnly = (audience: Audience) => JSON.stringify({ ...audience, exclude_user_ids: [] });
  const wanted = groupOnly(audienceOf(input, ctx.session.userId));
  return rows.some(({ audience }) => groupOnly(Audience.parse(JSON.parse(audience))) === wanted);
}

/** Bonuses of a school wait for each other, so that two equal ones at once are seen. */
async function lockSchool(tx: Db, { reach: { escolaId } }: Ctx): Promise<void> {
  if (escolaId !== null) {
    await locked(tx, tx.selectFrom('schools').select('id').where('id', '=', escolaId), 'update').executeTakeFirst();
  }
}

/**
 * Gives points to all members of a group. A job does so, in batches; each member gets them once.
 *
 * @throws Refusal 409 for another number of members than the staff saw, and for the same bonus within a day unless it
 *   was confirmed; 422
 */
export async function createBonus(ctx: Ctx, tx: Db, input: Input) {
  const { pontos, motivo, expira_em = null, pessoas_vistas, repetir } = input;
  const at = ctx.now();
  if (expira_em !== null && expira_em <= dayIn(ctx.config.SCHOOL_TIME_ZONE, at)) {
    throw invalid(bonusMessages.past, { expira_em: bonusMessages.past });
  }
  const { nome } = await groupOf({ ...ctx, db: tx }, input);
  const people = await countMembers(ctx, tx, input);
  if (people === 0) throw invalid(bonusMessages.nobody, { alvo: bonusMessages.nobody });
  if (people !== pessoas_vistas) throw conflict(bonusMessages.changed(people), 'group_changed');
  await requireProofAbove(ctx, tx, { pontos: people * pontos });
  await lockSchool(tx, ctx);
  if (!repetir && (await isGiven(ctx, tx, input))) throw conflict(bonusMessages.repeated, 'bonus_repeated');
  const { escolaId, units } = ctx.reach;
  const made = await tx
    .insertInto('point_batches')
    .values({
      escola_id: escolaId,
      unidades: units === null ? null : JSON.stringify(units),
      audience: JSON.stringify(audienceOf(input, ctx.session.userId)),
      alvo: nome,
      pontos,
      motivo,
      expira_em,
      status: 'dando',
      created_at: at.toISOString(),
      por_user_id: ctx.session.userId,
      concluido_em: null,
      desfeito_em: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit({ ...ctx, db: tx }, 'bonus-create', `bonus:${made.id}`, {
    depois: { grupo: nome, pessoas: people, pontos, motivo, ...(expira_em !== null && { expira_em }) },
  });
  ctx.wake();
  return readBonus(ctx, tx, made.id);
}

/** Takes a bonus back within a day. Who has spent the points keeps them. @throws Refusal 404, 409 */
export async function undoBonus(ctx: Ctx, tx: Db, id: number) {
  const before = await readBonus(ctx, tx, id);
  if (!before.pode_desfazer) throw conflict(bonusMessages.late, 'bonus_kept');
  await tx
    .updateTable('point_batches')
    .set({ status: 'desfazendo', ate: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['dando', 'dado'])
    .execute();
  await audit({ ...ctx, db: tx }, 'bonus-undo', `bonus:${id}`, {
    antes: { grupo: before.alvo, pontos: before.pontos },
  });
  ctx.wake();
  return readBonus(ctx, tx, id);
}

async function readBonus(ctx: Ctx, db: Db, id: number) {
  const row = await withNames(bonusesIn(ctx, db)).where('point_batches.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(bonusMessages.missing);
  return present(row, ctx.now());
}

function bonusesIn({ reach, session }: Ctx, db: Db) {
  const { escolaId, units } = reach;
  return db
    .selectFrom('point_batches')
    .$if(escolaId !== null, (all) => all.where('point_batches.escola_id', '=', escolaId))
    .$if(units !== null, (all) => all.where('point_batches.por_user_id', '=', session.userId));
}

const withNames = (query: ReturnType<typeof bonusesIn>) =>
  query
    .leftJoin('users', 'users.id', 'point_batches.por_user_id')
    .selectAll('point_batches')
    .select('users.full_name as quem');
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

/** Points that the school gave to all members of a group. */
const present = (row: Row, at: Date) => ({
  id: row.id,
  /** The group in words. */
  alvo: row.alvo,
  pontos: row.pontos,
  motivo: row.motivo,
  expira_em: row.expira_em,
  estado: row.status,
  /** Members who got the points, and those who gave them back. */
  pessoas: row.dados,
  voltaram: row.voltaram,
  criado_em: row.created_at,
  quem: row.quem,
  pode_desfazer:
    (row.status === 'dando' || row.status === 'dado') && at.getTime() - Date.parse(row.created_at) < DAY_MS,
});

/** @throws Refusal 422 */
async function groupOf(ctx: Ctx, { alvo, alvo_id }: Target): Promise<{ nome: string }> {
  if (alvo === 'todos') return { nome: bonusMessages.everybody };
  const { companies, turmas, livros } = await listAudienceChoices(ctx);
  const found = { unidade: companies, turma: turmas, livro: livros }[alvo].find(({ id }) => id === alvo_id);
  if (!found) throw invalid(bonusMessages.noGroup, { alvo: bonusMessages.noGroup });
  return found;
}

function audienceOf({ alvo, alvo_id }: Target, giver: number): Audience {
  const ids = (kind: Target['alvo']) => (alvo === kind && alvo_id ? [alvo_id] : []);
  return {
    all: alvo === 'todos',
    company_ids: ids('unidade'),
    turma_ids: ids('turma'),
    livro_ids: ids('livro'),
    user_ids: [],
    is_club: true,
    exclude_user_ids: [giver],
  };
}

async function countMembers(ctx: Ctx, db: Db, target: Target): Promise<number> {
  const at = ctx.now();
  const query = await membersOf(db, ctx, audienceOf(target, ctx.session.userId), ctx.reach, at);
  const { count } = await query
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Members of a group who joined before an instant. */
export async function membersOf(db: Db, school: Pick<School, 'config'>, audience: Audience, reach: Reach, since: Date) {
  const query = await audienceQuery(db, school, { audience, reach }, since);
  return query.where(({ or, eb }) =>
    or([eb('users.club_since', 'is', null), eb('users.club_since', '<=', since.toISOString())]),
  );
}
