import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';
import { sharePayment } from './payer.ts';

export type RefundRow = Selectable<Schema['refunds']>;
type ItemRow = Selectable<Schema['charge_items']>;

/** Reasons of money returned outside the portal, as `financeMessages.refundReasons` names them. */
export type OutsideReason = 'devolvido_pelo_banco' | 'devolvido_por_fraude' | 'contestado' | 'fora_do_portal';

export interface Return {
  centavos: number;
  motivo: OutsideReason;
  fora: NonNullable<RefundRow['fora']>;
  em: Date;
}

export const refundsOf = (db: Db, chargeId: number): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where('charge_id', '=', chargeId).orderBy('id').execute();

/** SQL for the bill of a refund joined with its charge: older refunds name none, so a bill of the charge is used. */
export const refundBill = sql<number>`coalesce(refunds.parcela_id,
  (select min(parcela_id) from charge_items where charge_id = charges.id))`;

/** The bill of a refund; an older one without a bill means the only bill of its charge. */
const isFor = (items: readonly ItemRow[], parcelaId: number) => (row: Pick<RefundRow, 'parcela_id'>) =>
  row.parcela_id === null ? items.length === 1 : row.parcela_id === parcelaId;

/** Centavos of a bill's payment by a charge that were neither returned nor are being returned. */
export function leftOf(items: readonly ItemRow[], rows: readonly RefundRow[], parcelaId: number): number {
  const paid = items.find((item) => item.parcela_id === parcelaId)?.valor_centavos ?? 0;
  const back = rows.filter(isFor(items, parcelaId)).reduce((sum, { valor_centavos }) => sum + valor_centavos, 0);
  return Math.max(0, paid - back);
}

interface Booked {
  parcelaId: number;
  centavos: number;
  refundId: number;
  /** A refund that the portal had not yet sent. */
  isRequested: boolean;
}

/**
 * Records money of a charge that was returned outside the portal, inside a transaction that holds its bills. It first replaces
 * unsent refunds of the portal, so that nothing is returned twice. The rest of a larger unsent refund is still sent.
 *
 * @param unsent refunds that are not sent yet, the oldest first
 * @returns the amount returned of each bill: less than reported if the portal has sent a refund meanwhile
 */
export async function bookReturn(
  tx: Db,
  { items, rows, unsent }: { items: readonly ItemRow[]; rows: readonly RefundRow[]; unsent: readonly RefundRow[] },
  { centavos, motivo, fora, em }: Return,
): Promise<Booked[]> {
  const feita_em = em.toISOString();
  const done: Booked[] = [];
  let left = centavos;
  let count = rows.length;
  const isWhole = ({ valor_centavos }: RefundRow) => Number(valor_centavos === centavos);
  for (const row of unsent.toSorted((a, b) => isWhole(b) - isWhole(a))) {
    const part = Math.min(left, row.valor_centavos);
    if (part === 0 || !(await takeFromUnsent(tx, row, part, { feita_em, fora }))) continue;
    left -= part;
    const parcelaId = row.parcela_id ?? items[0]?.parcela_id ?? 0;
    let refundId = row.id;
    if (part < row.valor_centavos) {
      const refund = { charge_id: row.charge_id, parcela_id: parcelaId, valor_centavos: part, fora, feita_em };
      refundId = await insertReturn(tx, refund, `${row.motivo}_${row.id}`, count);
      count += 1;
    }
    done.push({ parcelaId, centavos: part, refundId, isRequested: true });
  }
  const open = items.map(({ parcela_id }) => leftOf(items, rows, parcela_id));
  const { parts } = sharePayment(open, left);
  for (const [index, { charge_id, parcela_id }] of items.entries()) {
    const part = parts[index] ?? 0;
    if (part === 0) continue;
    const refund = { charge_id, parcela_id, valor_centavos: part, fora, feita_em };
    const refundId = await insertReturn(tx, refund, motivo, count);
    count += 1;
    done.push({ parcelaId: parcela_id, centavos: part, refundId, isRequested: false });
  }
  return done;
}

/** Ends or reduces an unsent refund. @returns false if it was changed or sent meanwhile */
async function takeFromUnsent(
  tx: Db,
  { id, valor_centavos }: RefundRow,
  part: number,
  done: Pick<Insertable<Schema['refunds']>, 'feita_em' | 'fora'>,
): Promise<boolean> {
  const taken = await tx
    .updateTable('refunds')
    .set(part < valor_centavos ? { valor_centavos: valor_centavos - part } : { status: 'feita', ...done })
    .where('id', '=', id)
    .where('status', '=', 'pedida')
    .where('valor_centavos', '=', valor_centavos)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

type NewReturn = Pick<
  Insertable<Schema['refunds']>,
  'charge_id' | 'parcela_id' | 'valor_centavos' | 'fora' | 'feita_em'
>;

/** Reasons are unique per charge, and one charge may have several returns: `before` numbers them. */
export async function insertReturn(tx: Db, refund: NewReturn, motivo: string, before: number): Promise<number> {
  const { id } = await tx
    .insertInto('refunds')
    .values({ ...refund, motivo: `${motivo}_${before + 1}`, status: 'feita', created_at: refund.feita_em ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
