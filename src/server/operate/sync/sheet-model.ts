import type { SyncTable } from '#lib/contract/sync.schema.ts';
import { csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { kinds } from '../admin/kinds.ts';
import { writeTable } from '../admin/table.ts';
import { reachOf } from './take-table.ts';

/** The headings of a table with the row of the example: both are what the import reads. @throws Refusal 403 */
export function sheetModel(ctx: Ctx, tabela: SyncTable): FileAnswer {
  reachOf(ctx, tabela);
  const { columns } = kinds[tabela];
  const example = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.example]));
  return csvFile(`modelo-${tabela}`, writeTable(Object.keys(columns), [example]));
}
