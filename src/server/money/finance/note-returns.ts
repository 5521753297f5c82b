import { financeMessages } from '#lib/words/finance.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Returned } from '../../core/ports/payments/provider.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { bookReturn, insertReturn, type OutsideReason, type RefundRow, refundsOf } from './book-return.ts';
import { countPart } from './part-payment.ts';
import { notifyOfChange } from './payer.ts';
import { type ChargeRow, itemsOf, parcelaById } from './queries.ts';
import { reasonOf } from './refund.ts';

const WON = 'contestacao_ganha';
const sum = (some: readonly { valor_centavos: number }[]) =>
  some.reduce((total, { valor_centavos }) => total + valor_centavos, 0);

/**
 * Records money of a paid charge that was returned outside the portal (0029), inside a transaction that holds its bills. The
 * provider reports the total returned; what exceeds the portal's refunds was returned by others. So a repeated report, and what
 * the office recorded before, count once.
 */
export async function noteReturns(
  school: School,
  tx: Db,
  charge: ChargeRow,
  returned: readonly Returned[],
  at: Date,
): Promise<void> {
  const [items, rows] = await Promise.all([itemsOf(tx, charge.id), refundsOf(tx, charge.id)]);
  const ours = new Set(returned.flatMap(({ refund }) => refund ?? []));
  const isSent = ({ id }: RefundRow) => ours.has(`refund-${id}`);
  const pending = rows.filter(({ status }) => status === 'pedida');
  const known = sum(rows.filter(({ status }) => status === 'feita')) + sum(pending.filter(isSent));
  const reported = Math.min(
    returned.reduce((total, { amount }) => total + amount, 0),
    sum(items),
  );
  if (reported < known) return takeBack(school, tx, { charge, rows, returned, more: known - reported }, at);
  if (reported === known) return;
  const outside = returned.filter(({ refund }) => refund === undefined);
  const motivo = motiveOf(outside);
  const when = outside.map((one) => one.at ?? at).filter((one) => one <= at);
  const em = when.length > 0 ? new Date(Math.max(...when.map((one) => one.getTime()))) : at;
  const unsent = pending.filter((row) => !isSent(row));
  const done = await bookReturn(tx, { items, rows, unsent }, { centavos: reported - known, motivo, fora: 'banco', em });
  for (const { parcelaId, centavos, refundId, isRequested } of done) {
    await countPart(tx, parcelaId);
    if (isRequested) continue;
    await notifyOfReturn(school, tx, { charge, parcelaId, centavos, motivo, about: refundId }, at);
  }
}

function motiveOf(outside: readonly Returned[]): OutsideReason {
  if (outside.some(({ reason }) => reason === 'contestado')) return 'contestado';
  return outside.some(({ reason }) => reason === 'fraude') ? 'devolvido_por_fraude' : 'devolvido_pelo_banco';
}

interface TakenBack {
  charge: ChargeRow;
  rows: readonly RefundRow[];
  returned: readonly Returned[];
  more: number;
}

/** A dispute that the school won: its money is back. The ledger has both movements. */
async function takeBack(school: School, tx: Db, { charge, rows, returned, more }: TakenBack, at: Date): Promise<void> {
  const disputes = rows.filter(({ motivo }) => ['contestado', WON].includes(reasonOf(motivo)));
  const running = returned.filter(({ reason }) => reason === 'contestado').reduce((all, { amount }) => all + amount, 0);
  let left = Math.min(more, sum(disputes) - running);
  let count = rows.length;
  for (const parcelaId of new Set(disputes.flatMap(({ parcela_id }) => parcela_id ?? []))) {
    const centavos = Math.min(left, sum(disputes.filter(({ parcela_id }) => parcela_id === parcelaId)));
    if (centavos <= 0) continue;
    left -= centavos;
    const back = { charge_id: charge.id, parcela_id: parcelaId, valor_centavos: -centavos, fora: 'banco' } as const;
    const about = await insertReturn(tx, { ...back, feita_em: at.toISOString() }, WON, count);
    count += 1;
    await countPart(tx, parcelaId);
    await notifyOfReturn(school, tx, { charge, parcelaId, centavos, motivo: WON, about }, at);
  }
}

interface ReturnNotice {
  charge: ChargeRow;
  parcelaId: number;
  centavos: number;
  motivo: string;
  about: number;
}

async function notifyOfReturn(
  school: School,
  tx: Db,
  { charge, parcelaId, centavos, motivo, about }: ReturnNotice,
  at: Date,
) {
  const bill = await parcelaById(tx, parcelaId);
  if (!bill) return;
  const { descricao } = bill;
  const why = financeMessages.refundReasons[motivo] ?? financeMessages.refund;
  const params = { parcelaId, descricao, centavos, fora: why, voltou: motivo === WON };
  await notifyStaff(tx, at, { kind: 'pagamento_devolvido', about, params, at: { userId: charge.user_id } });
  const notice =
    motivo === WON ? officeMessages.notices.disputeWon(centavos) : officeMessages.notices.returned(centavos);
  await notifyOfChange(school, tx, bill, notice);
}
