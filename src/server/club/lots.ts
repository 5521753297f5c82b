import { sql } from 'kysely';
import type { Db } from '../core/db/connection.ts';

interface Movement {
  id: number;
  user_id: number;
  pontos: number;
  criado_em: string;
}

/** Most debits use one or two lots. */
const AT_ONCE = 50;

/** Opens the lots of a credit. */
export async function fillLots(
  tx: Db,
  { id, user_id, criado_em }: Movement,
  parts: readonly { pontos: number; expira_em: string }[],
): Promise<void> {
  await tx
    .insertInto('point_lots')
    .values(
      parts.map(({ pontos, expira_em }) => ({ entry_id: id, user_id, pontos, restante: pontos, expira_em, criado_em })),
    )
    .execute();
}

/**
 * Takes a debit's points from open lots, those that expire first. The member's account is locked.
 *
 * @param first the credit whose own lots are used before all others.
 */
export async function takeFromLots(tx: Db, debit: Movement, first?: number): Promise<void> {
  let wanted = -debit.pontos;
  if (first !== undefined) wanted = await takeFrom(tx, debit.id, wanted, await openLots(tx, debit.user_id, first));
  while (wanted > 0) {
    const lots = await openLots(tx, debit.user_id);
    if (lots.length === 0) throw new Error(`The lots of user ${debit.user_id} hold less than the balance`);
    wanted = await takeFrom(tx, debit.id, wanted, lots);
  }
}

const openLots = (tx: Db, userId: number, entryId?: number) => {
  const query = tx
    .selectFrom('point_lots')
    .select(['id', 'restante'])
    .where('user_id', '=', userId)
    .where('restante', '>', sql.lit(0))
    .orderBy('expira_em')
    .orderBy('id')
    .limit(AT_ONCE);
  return (entryId === undefined ? query : query.where('entry_id', '=', entryId)).execute();
};

async function takeFrom(tx: Db, entry_id: number, points: number, lots: { id: number; restante: number }[]) {
  let wanted = points;
  for (const { id, restante } of lots) {
    if (wanted === 0) break;
    const pontos = Math.min(wanted, restante);
    await tx
      .updateTable('point_lots')
      .set((eb) => ({ restante: eb('restante', '-', pontos) }))
      .where('id', '=', id)
      .execute();
    await tx.insertInto('point_lot_uses').values({ entry_id, lot_id: id, pontos }).execute();
    wanted -= pontos;
  }
  return wanted;
}

/** What a debit took, by the last day of the lots. Returned points keep that day, but live at least until `atLeast`. */
export async function takenBy(tx: Db, entryId: number, atLeast: string) {
  const uses = await tx
    .selectFrom('point_lot_uses')
    .innerJoin('point_lots', 'point_lots.id', 'point_lot_uses.lot_id')
    .select(['point_lot_uses.pontos', 'point_lots.expira_em'])
    .where('point_lot_uses.entry_id', '=', entryId)
    .execute();
  const parts = new Map<string, number>();
  for (const { pontos, expira_em } of uses) {
    const day = expira_em < atLeast ? atLeast : expira_em;
    parts.set(day, (parts.get(day) ?? 0) + pontos);
  }
  return [...parts].map(([expira_em, pontos]) => ({ expira_em, pontos }));
}
