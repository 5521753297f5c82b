import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { Audience } from '#lib/contract/broadcasts.schema.ts';
import type { BonusInput } from '#lib/contract/club-staff.schema.ts';
import type { CursorQuery } from '#lib/contract/shapes.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { bonusMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { countUpTo } from '../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../core/db/keyset.ts';
import { locked } from '../core/db/locking.ts';
import type { Reach } from '../core/db/reach.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { requireReauthenticationAbove } from '../core/http/reauthentication.ts';
import { conflict, invalid, notFound, Refusal } from '../core/http/refusal.ts';
import { reachOfRow } from '../school/broadcasts/access.ts';
import { audienceQuery } from '../school/broadcasts/audience.ts';
import { listAudienceChoices } from '../school/broadcasts/preview-audience.ts';
import type { Schema } from '../tables.ts';
import { notifyMember } from './notify.ts';
import { movePoints, reverseEntry } from './points.ts';

type Input = z.output<typeof BonusInput>;
type Target = Pick<Input, 'alvo' | 'alvo_id'>;

const newest: Order = [['point_batches.id', 'desc']];

/** Bonuses that the reader's school gave, the newest first; staff of some units sees its own. */
export async function listBonuses(ctx: Ctx, { limit, depois }: z.output<typeof CursorQuery>) {
  const query = bonusesIn(ctx, ctx.db);
  const [found, total, { companies, turmas, livros }] = await Promise.all([
    pageAfter(withNames(query), newest, { depois, limit }).execute(),
    countUpTo(ctx.db, query, { limit, offset: 0 }),
    listAudienceChoices(ctx),
  ]);
  const { rows, next } = cutPage(found, limit, ({ id }) => [id]);
  const classes = turmas.map(({ id, nome, company }) => ({ id, nome: `${nome} · ${company}` }));
  const escolhas = { unidade: companies.length > 1 ? companies : [], turma: classes, livro: livros };
  return { items: rows.map((row) => present(row, ctx.now())), total, next, escolhas };
}

/** How many members a bonus would reach. @throws Refusal 422 for a group out of reach */
export async function previewBonus(ctx: Ctx, target: Target & { pontos: number; motivo?: string }) {
  const { nome } = await groupOf(ctx, target);
  const pessoas = await countMembers(ctx, ctx.db, target);
  const { motivo } = target;
  const isRepeated = motivo !== undefined && (await isGiven(ctx, ctx.db, { ...target, motivo }));
  return { alvo: nome, pessoas, soma: pessoas * target.pontos, ja_dado: isRepeated };
}

/** Whether the school gave the same group the same points for the same reason within the last day. */
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
  // An audience also excludes the giver, which does not belong to the group.
  const groupOnly = (audience: Audience) => JSON.stringify({ ...audience, exclude_user_ids: [] });
  const group = groupOnly(audienceOf(input, ctx.session.userId));
  return rows.some(({ audience }) => groupOnly(Audience.parse(JSON.parse(audience))) === group);
}

/** Bonuses of one school run one after the other, so that two equal simultaneous ones are detected. */
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
  await requireReauthenticationAbove(ctx, tx, { pontos: people * pontos });
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

/** Undoes a bonus within a day. Members who have spent the points keep them. @throws Refusal 404, 409 */
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

/** A bonus: points that the school gave to all members of a group. */
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
async function membersOf(db: Db, school: Pick<School, 'config'>, audience: Audience, reach: Reach, since: Date) {
  const query = await audienceQuery(db, school, { audience, reach }, since);
  return query.where(({ or, eb }) =>
    or([eb('users.club_since', 'is', null), eb('users.club_since', '<=', since.toISOString())]),
  );
}

type Batch = Selectable<Schema['point_batches']>;

/** Members per transaction: few, since SQLite blocks all other writers for a whole batch. */
const BATCH = 25;
/** After this many batches other jobs run. */
const BATCHES_IN_A_ROUND = 40;

/**
 * Gives the points of bonuses, and takes those of undone ones back, in the order of the members' ids. One transaction writes a
 * batch's entries and the position, so a crash neither repeats nor skips anybody.
 */
export async function giveBonuses(school: School): Promise<void> {
  const open = await school.db
    .selectFrom('point_batches')
    .select('id')
    .where(sql<boolean>`status in ('dando', 'desfazendo')`)
    .orderBy('id')
    .execute();
  let left = BATCHES_IN_A_ROUND;
  for (const { id } of open) {
    for (let hasMore = true; hasMore; ) {
      if (left === 0) return school.wake();
      left -= 1;
      hasMore = await takeStep(school, id).catch((error: unknown) => {
        // The other bonuses continue; this one is tried again in the next run.
        school.log.error({ err: error, bonus: id }, 'a bonus was not given');
        return false;
      });
      await yieldToEvents();
    }
  }
}

/** @returns whether there may be more members */
function takeStep(school: School, id: number): Promise<boolean> {
  return school.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('point_batches').selectAll().where('id', '=', id);
    const batch = await locked(tx, row, 'skip').executeTakeFirst();
    if (!batch) return false;
    if (batch.status === 'dando') return give(tx, school, batch);
    return batch.status === 'desfazendo' ? takeBack(tx, school, batch) : false;
  });
}

async function give(tx: Db, school: School, batch: Batch): Promise<boolean> {
  const at = school.now();
  const audience = Audience.parse(JSON.parse(batch.audience));
  const query = await membersOf(tx, school, audience, reachOfRow(batch), new Date(batch.created_at));
  const members = await query
    .select('users.id')
    .where('users.id', '>', batch.ate)
    .orderBy('users.id')
    .limit(BATCH)
    .execute();
  for (const { id: userId } of members) {
    await movePoints(tx, {
      userId,
      pontos: batch.pontos,
      origem: 'campanha',
      descricao: bonusMessages.entry,
      contra: 'emissao',
      chave: keyOf(batch, userId),
      at,
      expiraEm: batch.expira_em,
      nota: batch.motivo,
      ...(batch.por_user_id !== null && { porUserId: batch.por_user_id }),
    });
    await notifyMember(tx, userId, 'statement', bonusMessages.notified(batch.pontos, batch.motivo), at);
  }
  const isDone = members.length < BATCH;
  await tx
    .updateTable('point_batches')
    .set({
      ate: members.at(-1)?.id ?? batch.ate,
      dados: batch.dados + members.length,
      ...(isDone && { status: 'dado' as const, concluido_em: at.toISOString() }),
    })
    .where('id', '=', batch.id)
    .execute();
  return !isDone;
}

async function takeBack(tx: Db, school: School, batch: Batch): Promise<boolean> {
  const at = school.now();
  const accounts = await tx
    .selectFrom('point_balances')
    .select('user_id')
    .where('user_id', '>', batch.ate)
    .orderBy('user_id')
    .limit(BATCH)
    .execute();
  const keys = accounts.map(({ user_id }) => keyOf(batch, user_id));
  const entries =
    keys.length === 0 ? [] : await tx.selectFrom('point_entries').selectAll().where('chave', 'in', keys).execute();
  let back = 0;
  // Sorted here: with `order by` the database would read all entries in that order.
  for (const entry of entries.toSorted((a, b) => a.user_id - b.user_id)) {
    try {
      const atLeast = dayIn(school.config.SCHOOL_TIME_ZONE, at);
      const { isNew } = await reverseEntry(tx, entry, { at, atLeast, nota: batch.motivo });
      // The entry was already reversed.
      if (!isNew) continue;
    } catch (error) {
      // The member has spent the points and keeps them. Nothing was written.
      if (!(error instanceof Refusal)) throw error;
      continue;
    }
    back += 1;
    await notifyMember(tx, entry.user_id, 'statement', bonusMessages.undoneNotice(batch.motivo), at);
  }
  const isDone = accounts.length < BATCH;
  await tx
    .updateTable('point_batches')
    .set({
      ate: accounts.at(-1)?.user_id ?? batch.ate,
      voltaram: batch.voltaram + back,
      ...(isDone && { status: 'desfeito' as const, desfeito_em: at.toISOString() }),
    })
    .where('id', '=', batch.id)
    .execute();
  return !isDone;
}

const keyOf = ({ id }: Batch, userId: number) => `bonus:${id}:user:${userId}`;
