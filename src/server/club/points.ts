import type { Selectable } from 'kysely';
import type { Db } from '../core/db/connection.ts';
import { locked } from '../core/db/locking.ts';
import { decidingSchool } from '../core/http/access.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { conflict } from '../core/http/refusal.ts';
import type { Schema } from '../tables.ts';
import { NEVER } from './calendar.ts';
import { fillLots, takeFromLots, takenBy } from './lots.ts';

export type EntryRow = Selectable<Schema['point_entries']>;

interface Movement {
  userId: number;
  /** Signed, never 0. */
  pontos: number;
  origem: string;
  descricao: string;
  /** The contra account, which moves by the opposite amount. */
  contra: EntryRow['contra'];
  at: Date;
  /** The cause of the move, as a key: each key moves points once. Absent: the call has its own idempotency key. */
  chave?: string;
  /** The last day on which a credit is valid, `YYYY-MM-DD`; null: it never expires. */
  expiraEm?: string | null;
  /** The parts of a returned credit, each with its own last day. */
  parts?: readonly { pontos: number; expira_em: string }[];
  /** The id of the credit whose points a debit uses first. */
  first?: number;
  referencia?: { tipo: string; id: number };
  regra?: string;
  estornoDe?: number;
  nota?: string;
  /** When the action was done, if it is recorded later. */
  doneAt?: string;
  porUserId?: number;
}

/**
 * Moves points inside a transaction: the balance, one immutable entry, and its lots. The update of the balance checks the
 * condition and serializes one member's moves, so nothing is read first.
 *
 * @returns the entry; the earlier one and `isNew: false` when `chave` moved points before.
 * @throws Refusal 409 `points_short` when the balance would be below zero.
 */
export async function movePoints(tx: Db, movement: Movement): Promise<{ entry: EntryRow; isNew: boolean }> {
  const { userId, pontos, at, chave } = movement;
  const saldo = await changeBalance(tx, userId, pontos);
  const known = async () =>
    chave === undefined
      ? undefined
      : tx.selectFrom('point_entries').selectAll().where('chave', '=', chave).executeTakeFirst();
  if (saldo === undefined) {
    const entry = await known();
    if (entry) return { entry, isNew: false };
    throw conflict('O saldo de pontos não é suficiente.', 'points_short');
  }
  const entry = await tx
    .insertInto('point_entries')
    .values({
      user_id: userId,
      tipo: pontos < 0 ? 'debito' : 'credito',
      origem: movement.origem,
      descricao: movement.descricao,
      pontos,
      status: 'confirmada',
      criado_em: at.toISOString(),
      expira_em: lastDayOf(movement),
      referencia: movement.referencia ? JSON.stringify(movement.referencia) : null,
      saldo_apos: saldo,
      contra: movement.contra,
      regra: movement.regra ?? null,
      estorno_de: movement.estornoDe ?? null,
      nota: movement.nota ?? null,
      por_user_id: movement.porUserId ?? null,
      chave: chave ?? null,
      feito_em: movement.doneAt ?? null,
    })
    .onConflict((other) => other.column('chave').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!entry) {
    await undoBalance(tx, userId, pontos);
    const before = await known();
    if (!before) throw new Error(`A movement of points vanished: ${chave}`);
    return { entry: before, isNew: false };
  }
  if (pontos > 0) {
    await fillLots(tx, entry, movement.parts ?? [{ pontos, expira_em: entry.expira_em ?? NEVER }]);
  } else {
    await takeFromLots(tx, entry, movement.first);
  }
  return { entry, isNew: true };
}

/** Locks a member's account until the transaction ends, so that counts stay correct. */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  await tx
    .insertInto('point_balances')
    .values({ user_id: userId, saldo: 0, lancamentos: 0 })
    .onConflict((known) => known.column('user_id').doNothing())
    .execute();
  const own = tx.selectFrom('point_balances').select('user_id').where('user_id', '=', userId);
  await locked(tx, own, 'hold').execute();
}

function lastDayOf({ pontos, expiraEm, parts }: Movement): string | null {
  if (pontos < 0) return null;
  const first = parts?.map(({ expira_em }) => expira_em).toSorted()[0] ?? expiraEm ?? NEVER;
  return first === NEVER ? null : first;
}

/** @returns the new balance; undefined for too few points. */
async function changeBalance(tx: Db, user_id: number, pontos: number): Promise<number | undefined> {
  const row =
    pontos > 0
      ? await tx
          .insertInto('point_balances')
          .values({ user_id, saldo: pontos, lancamentos: 1 })
          .onConflict((known) =>
            known.column('user_id').doUpdateSet((eb) => ({
              saldo: eb('point_balances.saldo', '+', pontos),
              lancamentos: eb('point_balances.lancamentos', '+', 1),
            })),
          )
          .returning('saldo')
          .executeTakeFirst()
      : await tx
          .updateTable('point_balances')
          .set((eb) => ({ saldo: eb('saldo', '+', pontos), lancamentos: eb('lancamentos', '+', 1) }))
          .where('user_id', '=', user_id)
          .where('saldo', '>=', -pontos)
          .returning('saldo')
          .executeTakeFirst();
  return row?.saldo;
}

const undoBalance = (tx: Db, userId: number, pontos: number) =>
  tx
    .updateTable('point_balances')
    .set((eb) => ({ saldo: eb('saldo', '-', pontos), lancamentos: eb('lancamentos', '-', 1) }))
    .where('user_id', '=', userId)
    .execute();

/** The description of a reversal in the statement. */
const WORDS = 'Estorno';

interface Reversal {
  at: Date;
  /** Returned points are valid at least until this day, `YYYY-MM-DD`. */
  atLeast: string;
  nota?: string;
  porUserId?: number;
}

/**
 * Reverses an entry by an opposite one. An entry is immutable, and reversed at most once. Returned points keep their last day.
 *
 * @throws Refusal 409 `points_short` when the member has spent the credit.
 */
export async function reverseEntry(tx: Db, entry: EntryRow, { at, atLeast, nota, porUserId }: Reversal) {
  return movePoints(tx, {
    userId: entry.user_id,
    pontos: -entry.pontos,
    origem: 'estorno',
    descricao: `${WORDS}: ${entry.descricao}`.slice(0, 200),
    contra: entry.contra,
    chave: `estorno:${entry.id}`,
    estornoDe: entry.id,
    at,
    ...(entry.referencia !== null && { referencia: JSON.parse(entry.referencia) as { tipo: string; id: number } }),
    ...(entry.pontos < 0 ? { parts: await takenBy(tx, entry.id, atLeast) } : { first: entry.id }),
    ...(nota !== undefined && { nota }),
    ...(porUserId !== undefined && { porUserId }),
  });
}

/** The value of the members' points to the school; null if the school has set none, and across several schools. */
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

/** Sets the value of 1,000 points; null removes it. Members never see it. @throws Refusal 409 without a school */
export async function setPointsWorth(ctx: Ctx, mil_pontos_centavos: number | null) {
  const escolaId = decidingSchool(ctx);
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
