import { formatDay } from '#lib/format/dates.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { documentMessages } from '#lib/words/account.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { School } from '../../core/http/ctx.ts';
import { parcelaById } from '../finance/queries.ts';
import { refundOf } from '../finance/refund.ts';
import { type DocumentRow, payeeOf } from './queries.ts';

/**
 * A notice if the money of a receipt was refunded or no longer counts. The content of a receipt is immutable, so every view
 * checks this again.
 *
 * @returns the sentence and a short mark; null for other documents, and if nothing changed.
 */
export async function receiptNotice(
  { db, config }: School,
  row: DocumentRow,
): Promise<{ aviso: string; selo: string } | null> {
  if (row.kind !== 'recibo' || row.user_id === null) return null;
  const bill = await parcelaById(db, Number(row.referencia));
  if (bill?.status !== 'paga') return { aviso: documentMessages.receiptUndone, selo: documentMessages.undone };
  const [refund, holder] = await Promise.all([refundOf(db, bill), payeeOf(db, bill)]);
  if (!refund) return null;
  const zone = zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE);
  return {
    aviso: financeMessages.refunded({ ...refund, dia: formatDay(dayIn(zone, new Date(refund.em))) }),
    selo: financeMessages.returned(refund.total),
  };
}
