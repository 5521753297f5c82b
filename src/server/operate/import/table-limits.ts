import { MAX_CELL, MAX_COLUMNS, MAX_SYNC_ROWS, MB, megabytes } from '#lib/format/limits.ts';
import { formatCount, plural } from '#lib/format/money.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** The limits of a table. They are checked before cells become objects. */
export interface TableLimits {
  rows: number;
  /** Bytes of the XML in a workbook. */
  unpacked: number;
  /** Rows of a sheet, and cells in its rows and columns, with the empty ones in between: the reader makes a place for each. */
  sheet: { rows: number; cells: number };
  /** How long the reading may take. */
  ms: number;
}

/** Max. columns named in a message. */
const MAX_NAMED = 10;
const MAX_NAME = 60;

/** Limits of an uploaded table. */
export const sentLimits: TableLimits = {
  rows: MAX_SYNC_ROWS,
  unpacked: 20 * MB,
  sheet: { rows: 4 * MAX_SYNC_ROWS, cells: 4 * MAX_SYNC_ROWS * MAX_COLUMNS },
  ms: 10_000,
};

/** Limits for the import command. It runs in its own process, and one file may hold all bills of a large school. */
export const commandLimits: TableLimits = {
  rows: 200_000,
  unpacked: 64 * MB,
  sheet: { rows: 200_000, cells: 8_000_000 },
  ms: MINUTE_MS,
};

export const tooManyRows = ({ rows }: TableLimits): string =>
  `A tabela passa de ${formatCount(rows)} linhas. Divida-a e envie até ${formatCount(rows)} de cada vez.`;

export const tooManyColumns = `A tabela passa de ${MAX_COLUMNS} colunas. Apague as que não servem e envie de novo.`;

export const tooLongCell = `Esta célula passa de ${formatCount(MAX_CELL)} letras. Encurte o texto.`;

export const tooLongRow = `Esta linha passa de ${MAX_COLUMNS} colunas de ${formatCount(MAX_CELL)} letras. Veja se faltam aspas no fim de um texto.`;

export const tooMuchUnpacked = ({ unpacked }: TableLimits): string =>
  `Esta pasta do Excel é grande demais: aberta, passa de ${megabytes(unpacked)}. Salve a planilha como CSV e envie esse arquivo.`;

export const tookTooLong = ({ ms }: TableLimits): string =>
  `A leitura passou de ${plural(ms / 1_000, 'segundo', 'segundos')} e parou. Divida a tabela em arquivos menores.`;

/** Names of columns for a message: the first ten, shortened. */
export function namedColumns(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` e mais ${formatCount(more)}` : '');
}
