import { type CsvError, parse } from 'csv-parse/sync';
import { MAX_CELL, MAX_COLUMNS } from '#lib/format/limits.ts';
import { type Fault, TableRefused, tooLarge } from './table.ts';
import { type TableLimits, tooLongRow, tooManyColumns, tooManyRows } from './table-limits.ts';

const TORN = 'Esta linha tem células a mais ou a menos, ou aspas que não fecham.';
const MARKS = [';', '\t', ','] as const;
/** Rows that tell which mark separates cells. */
const LOOKED_AT = 20;

/**
 * The rows of a text as spreadsheets save it: semicolon, comma or tab, which a first line `sep=;` may name. The index
 * of a row is its row in the spreadsheet: a cell of several lines counts once, `sep=` not at all, an empty line as one.
 *
 * @throws TableRefused for torn rows, and beyond the limits, which stop the reading
 */
export function csvRows(whole: string, limits: TableLimits): string[][] {
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter: said?.[1] ?? markOf(text),
      bom: true,
      trim: true,
      relax_column_count: true,
      to: limits.sheet.rows + 1,
      max_record_size: MAX_COLUMNS * MAX_CELL,
      cast(cell, { index }) {
        if (index >= MAX_COLUMNS) throw tooLarge(tooManyColumns);
        return cell;
      },
    });
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    const { records = 0, code } = error as CsvError & { records?: number };
    throw new TableRefused([{ line: records + 1, text: code === 'CSV_MAX_RECORD_SIZE' ? tooLongRow : TORN }]);
  }
  if (rows.length > limits.sheet.rows) throw tooLarge(tooManyRows(limits));
  const torn = tornRows(rows);
  if (torn.length > 0) throw new TableRefused(torn);
  return rows;
}

/** The mark that stands in the most of the first lines, outside of quotation marks. A title may have others. */
function markOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/, LOOKED_AT)
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const count = (mark: string) => lines.filter((line) => line.includes(mark)).length;
  const [best = ';'] = MARKS.toSorted((a, b) => count(b) - count(a));
  return best;
}

/** Rows with other cells than the table has. Titles stand above its first row. */
function tornRows(rows: readonly string[][]): Fault[] {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 1] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const from = rows.findIndex(({ length }) => length === width);
  return rows.flatMap((cells, index) =>
    index > from && cells.length !== width && cells.some(Boolean) ? [{ line: index + 1, text: TORN }] : [],
  );
}
