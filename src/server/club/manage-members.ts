import type { z } from 'zod';
import { mayReverse } from '#lib/rules/club/points-entry.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { clubPanelMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { people } from '../core/db/people.ts';
import { pageAfterName } from '../core/db/people-by-name.ts';
import { within } from '../core/http/access.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { requireReauthenticationAbove } from '../core/http/reauthentication.ts';
import { conflict, notFound } from '../core/http/refusal.ts';
import { refuseOwn } from './access.ts';
import { expiryOf } from './calendar.ts';
import type { adjustPointsInput, getMemberStatementInput, listMembersInput } from './inputs.ts';
import { movePoints, reverseEntry } from './points.ts';
import { presentEntry } from './present.ts';
import { readStatement } from './statement.ts';

const VALID_DAYS = 365;
/** Points that a manager gives back are valid at least this long. */
const GRACE_DAYS = 30;

const missing = () => notFound('Não encontramos esta pessoa na sua escola.');

/** Members of the manager's own school by name, and former members with points left. */
export async function listMembers(ctx: Ctx, query: z.output<typeof listMembersInput>) {
  const { longReads } = ctx.database;
  const { ids, total, next } = await pageAfterName(longReads, {
    ...query,
    reach: ctx.reach,
    // The balance is selected as a value: with `exists` beside `or`, PostgreSQL reads all balances first.
    among: ({ or, eb, selectFrom }) =>
      or([
        eb('users.is_club', '=', true),
        eb(selectFrom('point_balances').select('saldo').whereRef('point_balances.user_id', '=', 'users.id'), '>', 0),
      ]),
  });
  if (ids.length === 0) return { items: [], total, next };
  const members = withColumns(peopleOf(ctx, longReads)).where('users.id', 'in', ids);
  const rows = await members.orderBy('users.full_name').orderBy('users.id').execute();
  return { items: rows.map(presentMember), total, next };
}

/** Max. lines: more than a school reads in a spreadsheet. */
const MAX_LINES = 20_000;

/** Members by name, for a table. The log records the download. */
export async function membersToTake(ctx: Ctx) {
  const rows = await withColumns(peopleOf(ctx, ctx.db))
    .where(({ or, eb }) => or([eb('users.is_club', '=', true), eb('point_balances.saldo', '>', 0)]))
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(MAX_LINES)
    .execute();
  await audit(ctx, 'members-export', `school:${ctx.session.escolaId ?? 0}`, { depois: { pessoas: rows.length } });
  return rows.map(presentMember);
}

/** One member with a page of the statement. @throws Refusal 404 for a member of another school. */
export async function readMemberStatement(ctx: Ctx, { id, ...query }: z.output<typeof getMemberStatementInput>) {
  const { db, session } = ctx;
  const member = await memberIn(ctx, db, id);
  const page = { ...query, offset: 0 };
  const { lancamentos, proximo } = await readStatement(db, id, ctx.config.SCHOOL_TIME_ZONE, page);
  const reversals = await reversalsOf(db, lancamentos.items);
  const items = lancamentos.items.map((entry) => ({
    ...entry,
    /** Nobody may reverse entries of their own account. */
    pode_estornar: id !== session.userId && mayReverse(entry, reversals),
  }));
  return { ...member, extrato: { items, total: lancamentos.total }, proximo };
}

/** The entries that reversed any of these. */
const reversalsOf = (db: Db, entries: readonly { id: number }[]) => {
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return [];
  return db.selectFrom('point_entries').select('estorno_de').where('estorno_de', 'in', ids).execute();
};

/**
 * Gives or takes points by hand inside a transaction, with the reason and the manager.
 *
 * @throws Refusal 403 for the manager's own account, 404, 409 `points_short`, for a non-member, or if the balance differs from
 *   the one that the manager saw.
 */
export async function adjustPoints(
  ctx: Ctx,
  tx: Db,
  id: number,
  { pontos, motivo, saldo_visto }: Omit<z.output<typeof adjustPointsInput>, 'id'>,
) {
  const member = await memberIn(ctx, tx, id);
  refuseOwn(ctx.session, id);
  if (!member.is_club && pontos > 0) throw conflict('Esta pessoa não participa do clube.', 'not_member');
  const at = ctx.now();
  if (pontos > 0)
    await requireReauthenticationAbove(ctx, tx, { pontos: pontos + (await grantedInLastDay(tx, id, at)) });
  const { entry } = await movePoints(tx, {
    userId: id,
    pontos,
    origem: 'ajuste',
    descricao: pontos > 0 ? 'Pontos dados pela escola' : 'Pontos retirados pela escola',
    contra: 'ajuste',
    expiraEm: expiryOf(dayIn(ctx.config.SCHOOL_TIME_ZONE, at), VALID_DAYS),
    nota: motivo,
    porUserId: ctx.session.userId,
    at,
  });
  const before = entry.saldo_apos - pontos;
  if (saldo_visto !== undefined && saldo_visto !== before) throw conflict(clubPanelMessages.balanceChanged);
  await audit({ ...ctx, db: tx }, 'points-adjust', `user:${id}`, {
    antes: { saldo: before },
    depois: { saldo: entry.saldo_apos, motivo },
  });
  return { transaction: presentEntry(entry), saldo: entry.saldo_apos };
}

/**
 * Reverses a member's entry inside a transaction. The payment of a redemption can only be returned by cancelling the redemption.
 *
 * @throws Refusal 403 for the manager's own account, 404, 409 for an entry that cannot be reversed or already was.
 */
export async function reversePoints(ctx: Ctx, tx: Db, id: number, motivo: string) {
  const entry = await tx.selectFrom('point_entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('Não encontramos este lançamento.');
  await memberIn(ctx, tx, entry.user_id);
  refuseOwn(ctx.session, entry.user_id);
  if (entry.status !== 'confirmada' || ['resgate', 'estorno'].includes(entry.origem)) {
    throw conflict('Este lançamento não pode ser estornado. Uma troca volta quando é recusada.');
  }
  const at = ctx.now();
  await requireReauthenticationAbove(ctx, tx, { pontos: -entry.pontos });
  const { entry: reversal, isNew } = await reverseEntry(tx, entry, {
    at,
    atLeast: shiftDay(dayIn(ctx.config.SCHOOL_TIME_ZONE, at), GRACE_DAYS),
    nota: motivo,
    porUserId: ctx.session.userId,
  });
  if (!isNew) throw conflict('Este lançamento já foi estornado.', 'reversed');
  await audit({ ...ctx, db: tx }, 'points-reverse', `point-entry:${id}`, {
    about: entry.user_id,
    antes: { saldo: reversal.saldo_apos - reversal.pontos },
    depois: { saldo: reversal.saldo_apos, motivo },
  });
  return { transaction: presentEntry(reversal), saldo: reversal.saldo_apos };
}

/** Points that a member got by hand within a day, so that small steps count together. */
async function grantedInLastDay(tx: Db, userId: number, at: Date): Promise<number> {
  const { sum } = await tx
    .selectFrom('point_entries')
    .select(({ fn }) => fn.sum<number | string | null>('pontos').as('sum'))
    .where('user_id', '=', userId)
    .where('origem', '=', 'ajuste')
    .where('pontos', '>', 0)
    .where('criado_em', '>', new Date(at.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

const peopleOf = ({ reach }: Ctx, db: Db) =>
  people(db).leftJoin('point_balances', 'point_balances.user_id', 'users.id').$call(within(reach));

const withColumns = (query: ReturnType<typeof peopleOf>) =>
  query.select([
    'users.id',
    'users.full_name',
    'users.email',
    'users.is_club',
    'users.club_since',
    'companies.nome as school_name',
    'point_balances.saldo',
    'point_balances.lancamentos',
  ]);

async function memberIn(ctx: Ctx, db: Db, id: number) {
  const row = await withColumns(peopleOf(ctx, db)).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return presentMember(row);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

const presentMember = (row: MemberRow) => ({
  id: row.id,
  full_name: row.full_name,
  email: row.email,
  school_name: row.school_name ?? '',
  is_club: row.is_club,
  /** When the member joined. */
  desde: row.club_since,
  saldo: row.saldo ?? 0,
  lancamentos: row.lancamentos ?? 0,
});

export type Member = ReturnType<typeof presentMember>;
