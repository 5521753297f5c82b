import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import type { amountDue } from './amount-due.ts';
import type { ChargeRow } from './queries.ts';

type ChargeItem = Omit<Insertable<Schema['charge_items']>, 'charge_id'>;
type NewCharge = Omit<Insertable<Schema['charges']>, 'txid' | 'valor_centavos' | 'status'>;

/** What a charge takes of a bill: cents. */
export const itemOf = (parcelaId: number, { total, multa, juros }: ReturnType<typeof amountDue>): ChargeItem => ({
  ...{ parcela_id: parcelaId, valor_centavos: total, multa_centavos: multa, juros_centavos: juros },
});

/**
 * Writes a charge, with what it takes of each bill, before its provider hears of it.
 *
 * @throws Refusal 409 for bills that cost nothing: a job settles them.
 */
export async function insertCharge(tx: Db, charge: NewCharge, items: readonly ChargeItem[]): Promise<ChargeRow> {
  const valor_centavos = items.reduce((sum, item) => sum + item.valor_centavos, 0);
  if (valor_centavos <= 0) throw conflict(financeMessages.nothingDue, 'nothing_due');
  const made = await tx
    .insertInto('charges')
    .values({
      ...charge,
      txid: newReference(),
      valor_centavos,
      status: 'criando',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('charge_items')
    .values(items.map((item) => ({ charge_id: made.id, ...item })))
    .execute();
  return made;
}

/** Our reference: only letters and digits, as a txid allows. */
const newReference = () => randomBytes(12).toString('hex').toUpperCase();
