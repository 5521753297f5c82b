import type { School } from '../http/ctx.ts';
import { csvRows } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { type Placement, TableRefused, type TextTable, tableOf } from './table.ts';
import type { readWorkbook } from './workbook.ts';

const WORKBOOK = new URL('./workbook.ts', import.meta.url);
/** An `.xlsx` is a ZIP. */
const ZIP = [0x50, 0x4b, 0x03];
/** The Excel of before 2007, or a workbook behind a password. */
const OLD = [0xd0, 0xcf, 0x11, 0xe0];
const OLD_WORDS = 'Este arquivo do Excel é antigo ou tem senha. Salve a planilha como .xlsx sem senha, ou como CSV.';

const refused = (text: string) => new TableRefused([{ line: 1, text }]);

/**
 * The rows of a workbook of Excel or of a text: the index is that of the line. A workbook is read in a thread, and
 * others are served meanwhile.
 *
 * @throws TableRefused for what cannot be read
 */
export async function openRows({ papers }: Pick<School, 'papers'>, bytes: Uint8Array): Promise<readonly string[][]> {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(OLD)) throw refused(OLD_WORDS);
  if (!begins(ZIP)) {
    const decoded = decodeText(bytes);
    if ('fault' in decoded) throw refused(decoded.fault);
    return csvRows(decoded.text);
  }
  const read = await papers.run<typeof readWorkbook>(WORKBOOK, 'readWorkbook', bytes);
  if ('fault' in read) throw refused(read.fault);
  return read.rows;
}

/**
 * Reads a table from a file.
 *
 * @param columns the known names, and whether each is required.
 * @param placement where they stand, for a file with other headings
 * @throws TableRefused for what cannot be read
 */
export const openTable = async (
  school: Pick<School, 'papers'>,
  bytes: Uint8Array,
  columns: Readonly<Record<string, boolean>>,
  placement?: Placement,
): Promise<TextTable> => tableOf(await openRows(school, bytes), columns, placement);
