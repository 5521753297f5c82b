import { formatDay } from '#lib/format/dates.ts';
import type { StatementEntry } from '#lib/rules/finance/statement.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { csv } from '../../core/http/csv.ts';

/** Centavos as `-12,34`. */
export const reais = (centavos: number) => {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
};

/** A statement for Brazilian spreadsheets, with a decimal comma. */
export function statementCsv(movements: readonly StatementEntry[], timeZone: string): string {
  const rows = movements.map((each) => [
    formatDay(dayIn(timeZone, new Date(each.em))),
    financeMessages.kinds[each.tipo],
    each.descricao,
    each.forma ? (financeMessages.ways[each.forma] ?? each.forma) : '',
    each.detalhe ?? '',
    reais(each.valor_centavos),
    financeMessages.movementStates[each.status],
  ]);
  return csv([['Data', 'Tipo', 'Descrição', 'Forma', 'Detalhe', 'Valor (R$)', 'Situação'], ...rows]);
}
