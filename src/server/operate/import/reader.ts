import { cleanText } from '#lib/format/clean-text.ts';
import { MAX_CELL, MAX_COLUMNS } from '#lib/format/limits.ts';
import { parseSent } from '../../core/http/parse.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { csvRows, decodeText, isGarbled } from './encodings.ts';
import { type Fault, type Placement, readJsonTable, TableRefused, type TextTable, tableOf, tooLarge } from './table.ts';
import type { TableLimits } from './table-limits.ts';
import { readWorkbook } from './workbook.ts';

/** Why the worker thread refuses a file; an error would lose its class between threads. */
export type Refused =
  | { faults: readonly Fault[]; isTooLarge: boolean }
  /** The message for invalid JSON. */
  | { refused: string };

/** What a file is; a `sheet` is a workbook of Excel or a CSV. */
export type FileForm = 'json' | 'sheet';

export interface Reading {
  form: FileForm;
  /** The known names, and whether each is required. */
  columns: Readonly<Record<string, boolean>>;
  limits: TableLimits;
  /** The position of our columns in a sheet with other headings. */
  placement?: Placement | undefined;
}

/** An `.xlsx` is a ZIP. */
const ZIP = [0x50, 0x4b, 0x03];
/** Excel before 2007, or a workbook with a password. */
const OLD = [0xd0, 0xcf, 0x11, 0xe0];
const OLD_WORDS = 'Este arquivo do Excel é antigo ou tem senha. Salve a planilha como .xlsx sem senha, ou como CSV.';

/**
 * Reads a table within limits, and cleans its cells. Runs in the worker thread of imports, so it does not block requests.
 *
 * @returns the rows, and whether some cell had a U+0000, which was removed
 */
export const readFile = (bytes: Uint8Array, how: Reading): Promise<{ table: TextTable; hasNul: boolean } | Refused> =>
  orRefused(async () => {
    const { form, columns, limits, placement } = how;
    const table =
      form === 'json'
        ? readJsonTable(parseSent(bytes), columns, limits)
        : tableOf(await rowsOf(bytes, limits), columns, limits, placement);
    let hasNul = false;
    for (const { cells } of table.lines) {
      for (const [name, text] of Object.entries(cells)) {
        hasNul ||= text.includes('\0');
        // A text with a wrong encoding is shown to the sender unchanged.
        if (!isGarbled(text)) cells[name] = cleanText(text);
      }
    }
    return { table, hasNul };
  });

/** The number of rows shown for linking headings. */
const FIRST = 100;

/** The first rows of a sheet unchanged, with long cells cut. Runs in the worker thread of imports. */
export const readRows = (bytes: Uint8Array, limits: TableLimits): Promise<{ rows: string[][] } | Refused> =>
  orRefused(async () => {
    const rows = (await rowsOf(bytes, limits)).slice(0, FIRST);
    return { rows: rows.map((cells) => cells.slice(0, MAX_COLUMNS).map((text) => text.slice(0, MAX_CELL))) };
  });

async function orRefused<T>(read: () => Promise<T>): Promise<T | Refused> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TableRefused) return { faults: error.faults, isTooLarge: error.isTooLarge };
    if (error instanceof Refusal) return { refused: error.detail };
    throw error;
  }
}

async function rowsOf(bytes: Uint8Array, limits: TableLimits): Promise<string[][]> {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(OLD)) throw refused(OLD_WORDS);
  if (!begins(ZIP)) {
    const decoded = decodeText(bytes);
    if ('fault' in decoded) throw refused(decoded.fault);
    return csvRows(decoded.text, limits);
  }
  const book = await readWorkbook(bytes, limits);
  if ('tooLarge' in book) throw tooLarge(book.tooLarge);
  if ('fault' in book) throw refused(book.fault);
  return book.rows;
}

const refused = (text: string) => new TableRefused([{ line: 1, text }]);
