import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { COUNTER } from './counter.ts';
import { notifyOfChange } from './payer.ts';
import { endOtherCodes } from './pix.ts';
import type { ChargeRow, ParcelaRow } from './queries.ts';
import { netPaymentsOf } from './refund.ts';

/**
 * Updates the partial payments of an open bill, inside a transaction that holds it: the payments by its charges, minus refunds.
 * Payment codes of another remaining amount end.
 */
export async function countPart(tx: Db, billId: number): Promise<void> {
  const payments = await netPaymentsOf(tx, billId);
  await tx
    .updateTable('parcelas')
    .set({ pago_parcial_centavos: payments.reduce((sum, { centavos }) => sum + centavos, 0) })
    .where('id', '=', billId)
    .where('status', '=', 'aberta')
    .execute();
  await endOtherCodes(tx, null, [billId]);
}

interface Part {
  parcelaId: number;
  descricao: string;
  /** The received and the requested amount, in centavos. */
  centavos: number;
  requested: number;
}

interface Less {
  items: readonly { parcela_id: number }[];
  bills: readonly Pick<ParcelaRow, 'id' | 'descricao'>[];
  /** Centavos. */
  received: number;
  noted: number;
}

/** Notifies the payer of a partial payment, and the office, unless the office recorded it. */
export async function notifyOfPart(
  school: School,
  tx: Db,
  { id, user_id, provider }: ChargeRow,
  { parcelaId, descricao, centavos, requested }: Part,
  at: Date,
): Promise<void> {
  if (provider !== COUNTER) {
    await notifyStaff(tx, at, {
      kind: 'pagamento_devolvido',
      about: `parte-${id}-${parcelaId}-${centavos}`,
      params: { parcelaId, descricao, centavos, parte: requested },
      at: { userId: user_id },
    });
  }
  await notifyOfChange(
    school,
    tx,
    { id: parcelaId, user_id, descricao },
    officeMessages.notices.part(centavos, requested),
  );
}

/** Notifies the office, once, that a provider reports less for a charge than was recorded; the office decides. */
export async function notifyOfLess(
  tx: Db,
  { id, user_id }: ChargeRow,
  { items, bills, received, noted }: Less,
  at: Date,
): Promise<void> {
  const [first] = items;
  const bill = bills.find((each) => each.id === first?.parcela_id);
  if (!bill) return;
  await notifyStaff(tx, at, {
    kind: 'pagamento_devolvido',
    about: `menos-${id}-${received}`,
    params: { parcelaId: bill.id, descricao: bill.descricao, centavos: received, constam: noted },
    at: { userId: user_id },
  });
}
