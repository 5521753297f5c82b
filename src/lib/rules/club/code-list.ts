import { cleanLine } from '#lib/format/clean-text.ts';

/** The maximum number of codes in one paste. */
export const MAX_CODES = 2_000;
/** At this number of codes or fewer, the school is notified to add more. */
export const FEW_CODES = 5;
const LONGEST = 200;

export interface CodeList {
  /** Each code with its line, from 1. */
  codes: { codigo: string; line: number }[];
  /** Lines that repeat an earlier one. */
  repeated: number[];
  /** Lines whose code is too long. */
  tooLong: number[];
}

/**
 * Codes of a pasted text or of a table: the first cell of each line. A head such as `codigo` and empty lines do not
 * count.
 */
export function readCodes(text: string): CodeList {
  const list: CodeList = { codes: [], repeated: [], tooLong: [] };
  const known = new Set<string>();
  for (const [index, each] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const [cell = ''] = each.split(/[;,\t]/);
    const codigo = cleanLine(cell.trim().replace(/^"(.*)"$/, '$1'));
    if (codigo === '' || (index === 0 && /^c[oó]digos?$/i.test(codigo))) continue;
    if (codigo.length > LONGEST) list.tooLong.push(line);
    else if (known.has(codigo)) list.repeated.push(line);
    else {
      known.add(codigo);
      list.codes.push({ codigo, line });
    }
  }
  return list;
}
