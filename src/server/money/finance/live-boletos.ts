import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { LateFeeBasis } from './amount-due.ts';
import type { ChargeRow, ParcelaRow } from './queries.ts';

type OfUnit = Pick<ParcelaRow, 'id' | 'company_id'>;

/** What shows a boleto to its payer. */
const boletoColumns = [
  'charges.linha_digitavel',
  'charges.codigo_barras',
  'charges.boleto_url',
  'charges.vence_em',
  'charges.valor_centavos',
] as const;

/** Charges of a form that are issued and neither paid nor ended, each with its bill. */
const openCharges = (db: Db, forma: 'boleto' | 'cartao') =>
  db
    .selectFrom('charge_items')
    .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
    .select('charge_items.parcela_id')
    .where('charges.forma', '=', forma)
    .where('charges.status', '=', 'ativa')
    .orderBy('charges.id');

const openRows = prepared((db, forma: 'boleto' | 'cartao', billIds: readonly number[]) =>
  openCharges(db, forma).selectAll('charges').where('charge_items.parcela_id', 'in', billIds),
);

/** The open boletos of a person's open bills. */
export const boletosOf = (db: Db, userId: number) =>
  openCharges(db, 'boleto')
    .innerJoin('parcelas', 'parcelas.id', 'charge_items.parcela_id')
    .select(boletoColumns)
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.status', '=', 'aberta');

/** The boletos of some bills that are issued and neither paid nor ended, by the bill. */
export async function openBoletos(db: Db, billIds: readonly number[]): Promise<Map<number, ChargeRow>> {
  if (billIds.length === 0) return new Map();
  const rows = await openRows(db, 'boleto', billIds);
  return new Map(rows.map((row) => [row.parcela_id, row]));
}

/** The pages for a card, at payment houses, that are open for some bills, by the bill. */
export async function openCardPages(db: Db, billIds: readonly number[]): Promise<Map<number, ChargeRow>> {
  if (billIds.length === 0) return new Map();
  const rows = await openRows(db, 'cartao', billIds);
  return new Map(rows.map((row) => [row.parcela_id, row]));
}

/** Whether a boleto is offered: an order and a quote end before a boleto would be paid. */
export const takesBoleto = ({ pedido_id, cambio_id }: Pick<ParcelaRow, 'pedido_id' | 'cambio_id'>): boolean =>
  pedido_id === null && cambio_id === null;

/**
 * A bill with a boleto that can be paid has no second way to pay: the boleto may be paid already, and its bank tells it
 * a day or two later. Who wants another way ends the boleto first.
 *
 * @throws Refusal 409
 */
export async function refuseBoletos(
  db: Db,
  bills: readonly OfUnit[],
  basisFor: (bill: OfUnit) => Pick<LateFeeBasis, 'today'>,
): Promise<void> {
  const open = await openBoletos(
    db,
    bills.map(({ id }) => id),
  );
  for (const bill of bills) {
    const due = open.get(bill.id)?.vence_em;
    if (due && due >= basisFor(bill).today) throw conflict(financeMessages.boletoRuns, 'boleto_runs');
  }
}
