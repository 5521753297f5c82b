import type { School } from '../http/ctx.ts';
import { readCells, readTable, TableRefused, type TextTable } from './table.ts';
import type { readWorkbook } from './workbook.ts';

const WORKBOOK = new URL('./workbook.ts', import.meta.url);
/** An `.xlsx` is a ZIP. */
const ZIP = [0x50, 0x4b, 0x03];
/** The Excel of before 2007, or a workbook behind a password. */
const OLD = [0xd0, 0xcf, 0x11, 0xe0];
const OLD_WORDS = 'Este arquivo do Excel é antigo ou tem senha. Salve a planilha como .xlsx sem senha, ou como CSV.';

/**
 * Reads a table from a workbook of Excel or from a text. A workbook is read in a thread, and others are served meanwhile.
 *
 * @param columns the known names, and whether each is required.
 * @throws TableRefused for what cannot be read
 */
export async function openTable(
  { papers }: Pick<School, 'papers'>,
  bytes: Uint8Array,
  columns: Readonly<Record<string, boolean>>,
): Promise<TextTable> {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(OLD)) throw new TableRefused([{ line: 1, text: OLD_WORDS }]);
  if (!begins(ZIP)) return readTable(bytes, columns);
  const read = await papers.run<typeof readWorkbook>(WORKBOOK, 'readWorkbook', bytes);
  if ('fault' in read) throw new TableRefused([{ line: 1, text: read.fault }]);
  return readCells(read.rows, columns);
}
