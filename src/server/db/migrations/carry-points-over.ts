import type { Kysely } from 'kysely';
import type { Schema } from '../types.ts';

/** A step is never edited, so it leans on no code that may change: the rule stands here as it was then. */
type Books = Pick<Schema, 'point_entries' | 'point_balances' | 'point_lots' | 'point_lot_uses'>;

const NEVER = '9999-12-31';

/**
 * Gives entries from before the lots their balance, their lots and what they used. Member by member, the oldest entry
 * first; a debit that found too little then is left with what there was.
 */
export async function carryPointsOver(all: Kysely<Schema>): Promise<void> {
  const db = all as unknown as Kysely<Books>;
  const members = await db.selectFrom('point_entries').select('user_id').distinct().execute();
  for (const { user_id } of members) await carryMember(db, user_id);
}

async function carryMember(db: Kysely<Books>, user_id: number): Promise<void> {
  const entries = await db
    .selectFrom('point_entries')
    .select(['id', 'pontos', 'status', 'origem', 'expira_em', 'criado_em'])
    .where('user_id', '=', user_id)
    .orderBy('criado_em')
    .orderBy('id')
    .execute();
  const lots: Lot[] = [];
  let saldo = 0;
  for (const { id, pontos, status, origem, expira_em, criado_em } of entries) {
    if (status === 'confirmada' && pontos > 0) {
      const lot = { entry_id: id, user_id, pontos, restante: pontos, expira_em: expira_em ?? NEVER, criado_em };
      const made = await db.insertInto('point_lots').values(lot).returning('id').executeTakeFirstOrThrow();
      lots.push({ id: made.id, restante: pontos, expira_em: lot.expira_em });
    }
    if (status === 'confirmada' && pontos < 0) {
      let wanted = -pontos;
      for (const lot of lots.toSorted(byExpiry)) {
        const used = Math.min(wanted, lot.restante);
        if (used === 0) continue;
        lot.restante -= used;
        wanted -= used;
        await db.insertInto('point_lot_uses').values({ entry_id: id, lot_id: lot.id, pontos: used }).execute();
        await db.updateTable('point_lots').set({ restante: lot.restante }).where('id', '=', lot.id).execute();
      }
    }
    saldo = lots.reduce((sum, { restante }) => sum + restante, 0);
    await db
      .updateTable('point_entries')
      .set({ saldo_apos: saldo, contra: contraOf(origem) })
      .where('id', '=', id)
      .execute();
  }
  await db.insertInto('point_balances').values({ user_id, saldo, lancamentos: entries.length }).execute();
}

interface Lot {
  id: number;
  restante: number;
  expira_em: string;
}
const byExpiry = (a: Lot, b: Lot) => a.expira_em.localeCompare(b.expira_em) || a.id - b.id;

const contraOf = (origem: string) =>
  origem === 'resgate' || origem === 'expiracao' || origem === 'ajuste' ? origem : ('emissao' as const);
