import { stringify } from 'csv-stringify/sync';
import { download, type FileAnswer } from './file-answer.ts';

/** A table for Brazilian spreadsheets: semicolons, UTF-8 with a BOM, no cell that runs as a formula. */
export const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify([...rows], {
    delimiter: ';',
    bom: true,
    record_delimiter: 'windows',
    // A number with a minus is no formula.
    escape_formulas: false,
    cast: { string: (value) => (/^[=+@\t\r]|^-(?!\d+,\d\d$)/.test(value) ? `'${value}` : value) },
  });

export const csvFile = (name: string, text: string): FileAnswer =>
  download(text, 'text/csv; charset=utf-8', `${name}.csv`);
