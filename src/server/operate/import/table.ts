import { stringify } from 'csv-stringify/sync';
import { cleanLine } from '#lib/format/clean-text.ts';
import { MAX_CELL, MAX_COLUMNS } from '#lib/format/limits.ts';
import { withoutMarks } from '#lib/format/normal-form.ts';
import { namedColumns, type TableLimits, tooLongCell, tooManyColumns, tooManyRows } from './table-limits.ts';

/** An error in one line of a file; `line` counts as a spreadsheet does: the header is line 1. */
export interface Fault {
  line: number;
  column?: string;
  text: string;
  /** The earlier line that this one repeats. */
  repeats?: number;
  /** The text of the cell, and the person of the row: see `nameFaults`. */
  value?: string;
  who?: string;
}

/** A refused file: nothing of it was written. */
export class TableRefused extends Error {
  override name = 'TableRefused';
  readonly faults: readonly Fault[];
  /** Refused for its size, before its rows were looked at. */
  readonly isTooLarge: boolean;
  constructor(faults: readonly Fault[], isTooLarge = false) {
    super(faults[0]?.text ?? 'O arquivo não pôde ser lido.');
    this.faults = faults;
    this.isTooLarge = isTooLarge;
  }
}

/** The refusal of a table for its size. @param text which limit it passes */
export const tooLarge = (text: string) => new TableRefused([{ line: 1, text }], true);

export interface TextLine {
  line: number;
  cells: Record<string, string>;
}

/** A column name as people type it: `Responsável CPF` is `responsavel_cpf`, `E-mail` is `email`. */
export const columnName = (text: string): string =>
  withoutMarks(cleanLine(text))
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/[^a-z0-9]+/g, '_');

/** The rows of a table, and the columns of the file that the portal does not know. */
export interface TextTable {
  lines: TextLine[];
  ignored: string[];
}

/**
 * Reads a table that another program sends: a list of rows, each with its values by column. Rows count from 1.
 *
 * @throws TableRefused as `tableOf` does
 */
export function readJsonTable(
  value: unknown,
  columns: Readonly<Record<string, boolean>>,
  limits: TableLimits,
): TextTable {
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(value) || !value.every(isRow)) {
    throw new TableRefused([{ line: 1, text: 'Envie uma lista de linhas: [{"coluna": "valor"}, …].' }]);
  }
  requireRows(value, limits);
  const written = new Set<string>();
  for (const row of value) {
    for (const name in row) written.add(name);
    if (written.size > MAX_COLUMNS) throw tooLarge(tooManyColumns);
  }
  const nameOf = new Map([...written].map((name) => [name, columnName(name)]));
  const rows = (value as Record<string, unknown>[]).map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => {
        const column = nameOf.get(name) ?? name;
        return [column, cellText(cell, { line: index + 1, column })];
      }),
    ),
  );
  const names = [...new Set(nameOf.values())];
  const ignored: string[] = [];
  const known = new Set(checkHead(names, columns, ignored));
  return withShortCells({
    lines: rows.map((row, index) => ({
      line: index + 1,
      cells: Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))),
    })),
    ignored,
  });
}

/** From here on numbers have more digits than spreadsheets and JSON represent exactly. */
const TOO_LONG = 1e15;

/**
 * A number as a spreadsheet shows it, without the noise of binary fractions. A number with more than 15 digits is written with an
 * exponent, because its last digits are lost.
 */
export function numberText(value: number): string {
  const text = Math.abs(value) < TOO_LONG ? String(Number(value.toPrecision(15))) : value.toExponential().toUpperCase();
  return text.replace('.', ',');
}

/** A value as a spreadsheet shows it. @throws TableRefused for a list or an object */
function cellText(value: unknown, place: Pick<Fault, 'line' | 'column'>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'string') return value.trim();
  throw new TableRefused([{ ...place, text: 'Uma célula é um texto, um número, true, false ou null.' }]);
}

/** An empty file is treated as a failed export of the other system. */
function requireRows(rows: readonly unknown[], limits: TableLimits): void {
  if (rows.length === 0) throw new TableRefused([{ line: 1, text: 'O arquivo não tem nenhuma linha.' }]);
  if (rows.length > limits.rows) throw tooLarge(tooManyRows(limits));
}

/** @throws TableRefused that names each cell with more letters than one may have */
function withShortCells(table: TextTable): TextTable {
  const faults = table.lines.flatMap(({ line, cells }) =>
    Object.entries(cells).flatMap(([column, { length }]) =>
      length > MAX_CELL ? [{ line, column, text: tooLongCell }] : [],
    ),
  );
  if (faults.length > 0) throw new TableRefused(faults);
  return table;
}

/** The name of each column; null for one that is left out. Names of unknown ones go to `ignored`. */
function checkHead(
  names: string[],
  columns: Readonly<Record<string, boolean>>,
  ignored: string[],
  line = 1,
): (string | null)[] {
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
    const found = unknown.length > 0 ? ` O arquivo tem: ${namedColumns(names.filter(Boolean))}.` : '';
    const last = faults.length - 1;
    throw new TableRefused(faults.map((text, index) => ({ line, text: index === last ? text + found : text })));
  }
  ignored.push(...unknown);
  return names.map((name) => (isKnown(name) ? name : null));
}

/** The line of a file's headings, and the index of our columns among them, from 0. */
export interface Placement {
  line: number;
  columns: Readonly<Record<string, number>>;
}

/** The number of first rows searched for headings, because exports have a title above them. */
const HEAD_AMONG = 20;

/**
 * The row of the headings: the first one that has all required columns, or else the first one that says anything.
 *
 * @returns its index; -1 if there are no rows
 */
export function headOf(rows: readonly (readonly string[])[], columns: Readonly<Record<string, boolean>>): number {
  const needed = Object.keys(columns).filter((name) => columns[name]);
  const found = rows.slice(0, HEAD_AMONG).findIndex((cells) => {
    const names = new Set(cells.map(columnName));
    return needed.every((name) => names.has(name));
  });
  return found === -1 ? rows.findIndex((cells) => cells.some(Boolean)) : found;
}

/**
 * The table in the rows of a file. Columns without a name are ignored, and unknown ones are reported.
 *
 * @param rows a text for each cell; the index is that of the line
 * @param columns the known names, and whether each is required
 * @param placement the position of the columns, for a file with other headings
 * @throws TableRefused for a file without rows, for headings with a missing or repeated column, and beyond the limits
 */
export function tableOf(
  rows: readonly (readonly string[])[],
  columns: Readonly<Record<string, boolean>>,
  limits: TableLimits,
  placement?: Placement,
): TextTable {
  const at = placement ? placement.line - 1 : headOf(rows, columns);
  const numbered = rows.map((cells, index) => ({ cells, line: index + 1 }));
  const rest = numbered.slice(at + 1).filter(({ cells }) => cells.some(Boolean));
  requireRows(rest, limits);
  if (rows.some((cells) => cells.length > MAX_COLUMNS)) throw tooLarge(tooManyColumns);
  const ignored: string[] = [];
  const head = rows[at] ?? [];
  const names = placement
    ? placedNames(head, placement, ignored)
    : checkHead(head.map(columnName), columns, ignored, at + 1);
  const lines = rest.map(({ cells, line }) => ({
    line,
    cells: Object.fromEntries(names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']]))),
  }));
  return withShortCells({ lines: lines.filter(({ cells }) => Object.values(cells).some(Boolean)), ignored });
}

function placedNames(head: readonly string[], { columns }: Placement, ignored: string[]): (string | null)[] {
  const names = new Map(Object.entries(columns).map(([name, index]) => [index, name]));
  ignored.push(...head.filter((text, index) => text !== '' && !names.has(index)));
  return Array.from(
    { length: Math.max(head.length, ...[...names.keys()].map((index) => index + 1)) },
    (_, index) => names.get(index) ?? null,
  );
}

/** The columns that identify a row in messages; at most two are shown. */
const TELLING = ['nome', 'matricula', 'codigo', 'turma', 'email', 'unidade'] as const;
/** Max. characters of a cell in a message. */
const MAX_VALUE = 60;

/** The person or thing of a row, from its cells. */
const whoIn = (cells: Readonly<Record<string, string>>): string =>
  TELLING.flatMap((name) => cells[name] || [])
    .slice(0, 2)
    .join(', ');

/** Errors with the text of the cell and the person of the row, so that nobody has to count rows. */
export function nameFaults(faults: readonly Fault[], { lines }: Pick<TextTable, 'lines'>): Fault[] {
  const byLine = new Map(lines.map(({ line, cells }) => [line, cells]));
  return faults.map((fault) => {
    const cells = byLine.get(fault.line);
    if (!cells) return fault;
    const value = fault.column === undefined ? '' : (cells[fault.column] ?? '');
    const who = whoIn(cells);
    return { ...fault, ...(value && { value: value.slice(0, MAX_VALUE) }), ...(who && { who: who.slice(0, 140) }) };
  });
}

/** A table for Brazilian spreadsheets, without cells that run as formulas. */
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
