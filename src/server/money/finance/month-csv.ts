import { formatDay } from '#lib/format/dates.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { type CloseQuery, movementsOf } from './month-close.ts';
import { reais } from './statement-csv.ts';

const HEAD = ['Dia', 'Unidade', 'Aluno', 'Descrição', 'Forma', 'Valor (R$)', 'Referência'];

/** Each payment and refund of a month, for Brazilian spreadsheets. The log says who took it. */
export async function downloadMonthClose(ctx: Ctx, query: CloseQuery): Promise<FileAnswer> {
  const { movements } = await movementsOf(ctx, query);
  const rows = movements.map((each) => [
    formatDay(each.dia),
    each.unidade,
    each.aluno,
    each.centavos < 0 ? `${financeMessages.kinds.devolucao}: ${each.descricao}` : each.descricao,
    each.forma ? (financeMessages.ways[each.forma] ?? each.forma) : '',
    reais(each.centavos),
    each.txid ?? '',
  ]);
  await audit(ctx, 'finance-export', `month:${query.mes}`, { depois: { lancamentos: rows.length } });
  return csvFile(`fechamento-${query.mes}`, csv([HEAD, ...rows]));
}
