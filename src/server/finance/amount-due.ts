import { lateFee } from './late-fee.ts';
import type { ParcelaRow } from './queries.ts';

/** What an instalment costs on a day, and of what that is made. Centavos. */
export interface AmountDue {
  desconto: number;
  multa: number;
  juros: number;
  total: number;
}

/**
 * The discount is for paying by the due day. Fine and interest that the school wrote down win over the rule; what is no
 * longer open keeps the figures it has.
 *
 * @param today the school's day, `YYYY-MM-DD`.
 */
export function amountDue(row: ParcelaRow, today: string): AmountDue {
  const isLate = row.status === 'aberta' && row.vencimento < today;
  const isWritten = row.multa_centavos > 0 || row.juros_centavos > 0;
  const rule = isLate && !isWritten ? lateFee(row.valor_centavos, row.vencimento, today) : null;
  const desconto = isLate ? 0 : row.desconto_centavos;
  const multa = rule?.multa ?? row.multa_centavos;
  const juros = rule?.juros ?? row.juros_centavos;
  return { desconto, multa, juros, total: row.valor_centavos - desconto + multa + juros };
}
