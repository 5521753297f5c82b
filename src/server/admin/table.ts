import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** An error in one line of a file; `line` counts as a spreadsheet does: the header is line 1. */
export interface Fault {
  line: number;
  column?: string;
  text: string;
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
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/[^a-z0-9]+/g, '_');

/**
 * Reads a table as spreadsheets save it: semicolon, comma or tab; UTF-8 with or without a byte order mark, or
 * Windows-1252.
 *
 * @param columns the known names, and whether each is required.
 * @throws TableRefused for a header with a missing, unknown or repeated column, and for unreadable lines.
 */
export function readTable(bytes: Uint8Array, columns: Readonly<Record<string, boolean>>): TextLine[] {
  const text = decode(bytes);
  const head = text.slice(0, text.search(/\r|\n|$/));
  const delimiter = [';', '\t', ','].find((mark) => head.includes(mark)) ?? ';';
  let lines: { info: { lines: number }; record: Record<string, string> }[];
  try {
    lines = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      columns: (names: string[]) => checkHead(names.map(columnName), columns),
    }) as unknown as typeof lines;
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    const line = (error as { lines?: number }).lines ?? 1;
    throw new TableRefused([{ line, text: 'Esta linha tem células a mais ou a menos, ou aspas que não fecham.' }]);
  }
  return lines.map(({ info, record }) => ({ line: info.lines, cells: record }));
}

function checkHead(names: string[], columns: Readonly<Record<string, boolean>>): string[] {
  const faults = [
    ...names
      .filter((name) => !Object.hasOwn(columns, name))
      .map((name) => `A coluna “${name}” não é conhecida. Existem: ${Object.keys(columns).join(', ')}.`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `A coluna “${name}” aparece duas vezes.`),
    ...Object.keys(columns)
      .filter((name) => columns[name] && !names.includes(name))
      .map((name) => `Falta a coluna “${name}”.`),
  ];
  if (faults.length > 0) throw new TableRefused(faults.map((text) => ({ line: 1, text })));
  return names;
}

function decode(bytes: Uint8Array): string {
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
