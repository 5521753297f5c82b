import { withoutEnd } from '#lib/format/ends.ts';

/** The error of a typed grade, in words. */
export class WrongMark {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/**
 * A grade as people type or paste it: `7,5`, `7.5`, `8`; at most two decimals.
 *
 * @returns null for an empty cell
 */
export function markOf(text: string, max: number): number | null | WrongMark {
  const typed = text.trim();
  if (typed === '') return null;
  if (!/^\d{1,4}([.,]\d{1,2})?$/.test(typed)) return new WrongMark('Use um número, como 7,5');
  const mark = Number(typed.replace(',', '.'));
  return mark > max ? new WrongMark(`Até ${String(max).replace('.', ',')}`) : mark;
}

/** The cells of a block copied from a spreadsheet, row by row. */
export const blockOf = (text: string): string[][] =>
  withoutEnd(text.replace(/\r\n?/g, '\n'), '\n')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
