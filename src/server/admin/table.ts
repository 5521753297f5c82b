import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { cleanLine } from '#lib/format/clean-text.ts';

/** An error in one line of a file; `line` counts as a spreadsheet does: the header is line 1. */
export interface Fault {
  line: number;
  column?: string;
  text: string;
  /** The earlier line that this one repeats. */
  repeats?: number;
}

/** A refused file: nothing of it was written. */
export class TableRefused extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults[0]?.text ?? 'O arquivo não pôde ser lido.');
    this.name = 'TableRefused';
    this.faults = faults;
  }
}

export interface TextLine {
  line: number;
  cells: Record<string, string>;
}

/** A column name as people type it: `Responsável CPF` is `responsavel_cpf`, `E-mail` is `email`. */
const columnName = (text: string) =>
  cleanLine(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/[^a-z0-9]+/g, '_');

/** The rows of a table, and the columns of the file that the portal does not know. */
export interface TextTable {
  lines: TextLine[];
  ignored: string[];
}

/**
 * Reads a table as spreadsheets save it: semicolon, comma or tab, which a first line `sep=;` may name; UTF-8 with or
 * without a byte order mark, or Windows-1252. Columns without a name at the end hold nothing, and unknown ones are told.
 *
 * @param columns the known names, and whether each is required.
 * @throws TableRefused for a file without rows, a header with a missing or repeated column, and for unreadable lines.
 */
export function readTable(bytes: Uint8Array, columns: Readonly<Record<string, boolean>>): TextTable {
  const whole = decode(bytes);
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(whole);
  // The line stays, empty, so that the numbers of lines stay those of the spreadsheet.
  const text = said ? `\n${whole.slice(said[0].length)}` : whole;
  const head = text.trimStart().split(/\r|\n/, 1)[0] ?? '';
  const delimiter = said?.[1] ?? [';', '\t', ','].find((mark) => head.includes(mark)) ?? ';';
  const ignored: string[] = [];
  let lines: { info: { lines: number }; record: Record<string, string> }[];
  try {
    lines = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      columns: (names: string[]) => checkHead(names.map(columnName), columns, ignored),
    }) as unknown as typeof lines;
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    const line = (error as { lines?: number }).lines ?? 1;
    throw new TableRefused([{ line, text: 'Esta linha tem células a mais ou a menos, ou aspas que não fecham.' }]);
  }
  requireRows(lines);
  return { lines: lines.map(({ info, record }) => ({ line: info.lines, cells: record })), ignored };
}

/**
 * Reads a table that another program sends: a list of rows, each with its values by column. Rows count from 1.
 *
 * @throws TableRefused like `readTable`
 */
export function readJsonTable(value: unknown, columns: Readonly<Record<string, boolean>>): TextTable {
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(value) || !value.every(isRow)) {
    throw new TableRefused([{ line: 1, text: 'Envie uma lista de linhas: [{"coluna": "valor"}, …].' }]);
  }
  requireRows(value);
  const rows = (value as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [columnName(name), cellText(cell)])),
  );
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const ignored: string[] = [];
  const known = new Set(checkHead(names, columns, ignored));
  return {
    lines: rows.map((row, index) => ({
      line: index + 1,
      cells: Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))),
    })),
    ignored,
  };
}

/** From here on numbers have more figures than spreadsheets and JSON hold exactly. */
const TOO_LONG = 1e15;

/**
 * A number as a spreadsheet shows it, without the noise of binary fractions. One of more than 15 figures is written with
 * an exponent: its last figures are lost.
 */
export function numberText(value: number): string {
  const text = Math.abs(value) < TOO_LONG ? String(Number(value.toPrecision(15))) : value.toExponential().toUpperCase();
  return text.replace('.', ',');
}

/** A value as a spreadsheet shows it. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** An empty file is a failed export of the other system, not a success. */
function requireRows(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new TableRefused([{ line: 1, text: 'O arquivo não tem nenhuma linha.' }]);
}

/** The name of each column; null for one that is left out. Names of unknown ones go to `ignored`. */
function checkHead(names: string[], columns: Readonly<Record<string, boolean>>, ignored: string[]): (string | null)[] {
  const isKnown = (name: string) => Object.hasOwn(columns, name);
  const faults = [
    ...names
      .filter((name, index) => isKnown(name) && names.indexOf(name) !== index)
      .map((name) => `A coluna “${name}” aparece duas vezes.`),
    ...Object.keys(columns)
      .filter((name) => columns[name] && !names.includes(name))
      .map((name) => `Falta a coluna “${name}”.`),
  ];
  const unknown = [...new Set(names.filter((name) => name !== '' && !isKnown(name)))];
  if (faults.length > 0) {
    const found = unknown.length > 0 ? ` O arquivo tem: ${names.filter(Boolean).join(', ')}.` : '';
    throw new TableRefused(faults.map((text) => ({ line: 1, text: text + found })));
  }
  ignored.push(...unknown);
  return names.map((name) => (isKnown(name) ? name : null));
}

/**
 * Reads the rows of a workbook in the same way.
 *
 * @param rows a text for each cell; the index is that of the line
 * @throws TableRefused as `readTable` does
 */
export function readCells(rows: readonly (readonly string[])[], columns: Readonly<Record<string, boolean>>): TextTable {
  const numbered = rows.map((cells, index) => ({ cells, line: index + 1 })).filter(({ cells }) => cells.some(Boolean));
  const [head, ...rest] = numbered;
  requireRows(rest);
  const ignored: string[] = [];
  const names = checkHead((head?.cells ?? []).map(columnName), columns, ignored);
  const lines = rest.map(({ cells, line }) => ({
    line,
    cells: Object.fromEntries(names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']]))),
  }));
  return { lines: lines.filter(({ cells }) => Object.values(cells).some(Boolean)), ignored };
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A table that Brazilian spreadsheets open, without cells that calculate. */
export const writeTable = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | null>>[],
): string =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    {
      header: true,
      columns: [...columns],
      delimiter: ';',
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
    },
  );
