import { financeMessages } from '#lib/words/finance.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { LateFeeBasis } from './amount-due.ts';
import type { ChargeRow, ParcelaRow } from './queries.ts';

type OfUnit = Pick<ParcelaRow, 'id' | 'company_id'>;

/** The columns of a boleto for its payer. */
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

/** Debits of Pix Automático that are ordered, or about to be, and neither paid nor ended, each with its bill. */
const runningDebits = (db: Db) =>
  db
    .selectFrom('charge_items')
    .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
    .select([
      'charge_items.parcela_id',
      'charges.id',
      'charges.txid',
      'charges.debito_dia',
      'charges.debito_tentativas',
    ])
    .select(['charges.provider', 'charges.valor_centavos', 'charges.autorizacao_id'])
    .where('charges.autorizacao_id', 'is not', null)
    .where('charges.status', 'in', ['criando', 'ativa'])
    .orderBy('charges.id');

/** The running debits of a person's open bills. */
export const debitsOf = (db: Db, userId: number) =>
  runningDebits(db)
    .innerJoin('parcelas', 'parcelas.id', 'charge_items.parcela_id')
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.status', '=', 'aberta');

export type DebitRow = Awaited<ReturnType<ReturnType<typeof debitsOf>['execute']>>[number];

const debitRows = prepared((db, billIds: readonly number[]) =>
  runningDebits(db).where('charge_items.parcela_id', 'in', billIds),
);

/** The running debits of some bills, by the bill. */
export async function openDebits(db: Db, billIds: readonly number[]): Promise<Map<number, DebitRow>> {
  const rows = billIds.length > 0 ? await debitRows(db, billIds) : [];
  return new Map(rows.map((row) => [row.parcela_id, row]));
}

/** A debit for its payer. */
export const presentDebit = ({ debito_dia, debito_tentativas, valor_centavos }: DebitRow) => ({
  dia: debito_dia ?? '',
  valor_centavos,
  /** The bank tries again after a failure. */
  de_novo: debito_tentativas > 0,
});

/** The boletos of some bills that are issued and neither paid nor ended, by the bill. */
export async function openBoletos(db: Db, billIds: readonly number[]): Promise<Map<number, ChargeRow>> {
  if (billIds.length === 0) return new Map();
  const rows = await openRows(db, 'boleto', billIds);
  return new Map(rows.map((row) => [row.parcela_id, row]));
}

/** The pages for a card, at payment providers, that are open for some bills, by the bill. */
export async function openCardPages(db: Db, billIds: readonly number[]): Promise<Map<number, ChargeRow>> {
  if (billIds.length === 0) return new Map();
  const rows = await openRows(db, 'cartao', billIds);
  return new Map(rows.map((row) => [row.parcela_id, row]));
}

/** Whether a boleto is offered: orders and quotes expire before a boleto would be paid. */
export const takesBoleto = ({ pedido_id, cambio_id }: Pick<ParcelaRow, 'pedido_id' | 'cambio_id'>): boolean =>
  pedido_id === null && cambio_id === null;

/**
 * While a boleto or a debit is pending, a bill has no other payment method: the boleto may be paid already, and its bank reports
 * it a day or two later. For another method the payer ends it first.
 *
 * @throws Refusal 409
 */
export async function refuseOtherMethods(
  db: Db,
  bills: readonly OfUnit[],
  basisFor: (bill: OfUnit) => Pick<LateFeeBasis, 'today'>,
): Promise<void> {
  const ids = bills.map(({ id }) => id);
  if ((await openDebits(db, ids)).size > 0) throw conflict(automaticMessages.debitRuns, 'debit_runs');
  const open = await openBoletos(db, ids);
  for (const bill of bills) {
    const due = open.get(bill.id)?.vence_em;
    if (due && due >= basisFor(bill).today) throw conflict(financeMessages.boletoRuns, 'boleto_runs');
  }
}
