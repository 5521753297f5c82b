import { type CsvError, parse } from 'csv-parse/sync';
import { MAX_CELL, MAX_COLUMNS } from '#lib/format/limits.ts';
import { type Fault, TableRefused, tooLarge } from './table.ts';
import { type TableLimits, tooLongRow, tooManyColumns, tooManyRows } from './table-limits.ts';

/** The characters 128 to 255 of CP850, used by DOS programs for Portuguese. `TextDecoder` does not support it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const SAVE_AS_UTF8 =
  'Salve a planilha como “CSV UTF-8” (no Excel: Salvar como, CSV UTF-8 delimitado por vírgulas) e envie de novo.';
const UNREADABLE = `Não foi possível reconhecer os acentos deste arquivo. ${SAVE_AS_UTF8}`;

const ofWindows = new TextDecoder('windows-1252');
const ofMac = new TextDecoder('macintosh');

/**
 * Decodes a file. Spreadsheets do not declare an encoding, so it is detected: UTF-8 and UTF-16 by their bytes; Windows-1252, Mac
 * Roman (Excel for Mac) and CP850 (DOS programs) by which of them gives Portuguese words. UTF-8 that was read as Windows-1252 and
 * saved again is repaired.
 *
 * @returns the text, or a message if two encodings are possible or none is
 */
export function decodeText(bytes: Uint8Array): { text: string } | { fault: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) };
  }
  const text = asUtf8(bytes);
  if (text !== null) return { text: DOUBLED.test(text) ? (turnedBack(text) ?? text) : text };
  return byItsLetters(bytes);
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** `Ã©` is é in UTF-8, read as Windows-1252. Quotation marks, dashes and blanks may follow a capital letter in any text. */
const DOUBLED = /[ÃÂ][\u0080-\u009F¡-º¼-¿€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|(?<!\p{L})Ã\u00A0|â€[\u0080-\u009F¡-¿“”˜™š›œžŸ]/u;
const ONE_BYTE: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [ofWindows.decode(Uint8Array.of(byte)), byte]),
);

/** Repairs UTF-8 that was read as Windows-1252; null if not the whole text was. */
function turnedBack(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = ONE_BYTE.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return asUtf8(bytes);
}

interface Reading {
  text: string;
  /** The improbability of its letters. */
  cost: number;
  /** The number of Portuguese letters that only one of two readings has. */
  marks: number;
}

function byItsLetters(bytes: Uint8Array): { text: string } | { fault: string } {
  const texts = [ofWindows.decode(bytes), ofMac.decode(bytes), fromCp850(bytes)];
  const letters = bytes.reduce((sum, byte) => sum + (byte < 128 ? 0 : 1), 0);
  const [windows, ...others] = texts.map(weigh) as [Reading, ...Reading[]];
  const [best = windows, next = best] = others.toSorted((a, b) => a.cost - b.cost);
  if (windows.cost <= letters && windows.cost <= best.cost) {
    const rival = others.some(({ cost, marks }) => cost === windows.cost && marks > windows.marks);
    return rival ? { fault: UNREADABLE } : { text: windows.text };
  }
  const isSure = best.cost * 3 <= letters && best.cost + 2 <= windows.cost && best.cost < next.cost;
  return isSure ? { text: best.text } : { fault: UNREADABLE };
}

function fromCp850(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP850.charAt(byte - 128);
  return text;
}

const PORTUGUESE = /[áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ]/;
/** Letters of foreign names. */
const FOREIGN = /[äåæèëìîïñòöøùûÿßÄÅÆÈËÌÎÏÑÒÖØÙÛ]/;
/** Signs that stand next to words, with the cost if a letter directly precedes or follows. */
const SIGNS: Readonly<Record<string, readonly [before: number, after: number]>> = {
  ...{ ª: [0, 1], º: [0, 1], '°': [0, 1], '²': [0, 2], '³': [0, 2] },
  ...{ '“': [2, 0], '‘': [2, 0], '«': [2, 0], '”': [0, 2], '»': [0, 2], '–': [2, 2], '—': [2, 2] },
  ...{ '€': [1, 2], '§': [2, 2], '®': [1, 2], '™': [1, 2], '\u00A0': [1, 0] },
};
const IN_WORD = /[\p{L}\d]/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;

/** Rates a reading by each non-ASCII letter and its neighbours. */
function weigh(text: string): Reading {
  let [cost, marks] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 128) continue;
    const around = { before: text.charAt(at - 1), letter: text.charAt(at), after: text.charAt(at + 1) };
    cost += costOf(around, text, at);
    if (isMark(around)) marks += 1;
  }
  return { text, cost, marks };
}

interface Around {
  before: string;
  letter: string;
  after: string;
}

function costOf({ before, letter, after }: Around, text: string, at: number): number {
  const isPortuguese = PORTUGUESE.test(letter);
  if (isPortuguese || FOREIGN.test(letter)) {
    if (isInWrongCase({ before, letter, after }, text, at)) return 3;
    if (!isPortuguese) return 1;
    return isMisplaced({ before, letter, after }) ? 2 : 0;
  }
  if (letter === '’') return LOWER.test(after) && IN_WORD.test(before) ? 2 : 0;
  if (letter === '…') return 1;
  const sign = SIGNS[letter];
  if (sign) return (IN_WORD.test(before) ? sign[0] : 0) + (IN_WORD.test(after) ? sign[1] : 0);
  return (IN_WORD.test(before) && IN_WORD.test(after)) || /[\u0080-\u009F\u2500-\u25FF]/.test(letter) ? 3 : 2;
}

/** A capital letter after a small one, or a small one in a word of capital ones. */
function isInWrongCase({ before, letter, after }: Around, text: string, at: number): boolean {
  if (UPPER.test(letter)) return LOWER.test(before);
  if (!LOWER.test(letter)) return false;
  if (UPPER.test(before)) return UPPER.test(text.charAt(at - 2)) || UPPER.test(after);
  return !IN_WORD.test(before) && UPPER.test(after);
}

/** Portuguese has ç before a, o, u and inside a word, õ before e, no ã before a, à at the beginning, â before a letter. */
function isMisplaced({ before, letter, after }: Around): boolean {
  if (/[çÇ]/.test(letter)) return !IN_WORD.test(before) || !/[aouáâãóôõúAOUÁÂÃÓÔÕÚ]/.test(after);
  if (/[õÕ]/.test(letter)) return !/e/i.test(after);
  if (/[àÀ]/.test(letter)) return IN_WORD.test(before);
  if (/[âÂ]/.test(letter)) return !IN_WORD.test(after);
  return /[ãÃ]/.test(letter) && /a/i.test(after);
}

/** -ÃO, -ÃE, -ÕE, and a capital letter that begins a word. */
const isMark = ({ before, letter, after }: Around): boolean =>
  (/[ãÃ]/.test(letter) && /[oe]/i.test(after)) ||
  (/[õÕ]/.test(letter) && /e/i.test(after)) ||
  (UPPER.test(letter) && LOWER.test(after) && !IN_WORD.test(before));

/** Sequences produced by a wrong encoding that no name or sentence contains: `JosÃ©`, `JosŽ`, `Concei‡Æo`. */
const GARBLED = new RegExp(
  [
    DOUBLED.source,
    String.raw`[\u0080-\u0084\u0086-\u009F\uFFFD]`,
    String.raw`\p{Ll}[ŽŠŒÆ]`,
    String.raw`\p{L}[‹›†‡‚„ƒˆ‰¢¤¥¦¬¶√∆◊¿¡](?=\p{L}|\s|$)`,
  ].join('|'),
  'u',
);

export const garbledWords = (text: string): string =>
  `Letras trocadas em “${text.slice(0, 40)}”: o arquivo passou por um programa que não leu os acentos. ${SAVE_AS_UTF8}`;

/** Whether a text was damaged by a wrong encoding before it arrived. */
export const isGarbled = (text: string): boolean => GARBLED.test(text);

const TORN = 'Esta linha tem células a mais ou a menos, ou aspas que não fecham.';
const MARKS = [';', '\t', ','] as const;
/** The number of rows used to detect the separator. */
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

/** The separator that occurs in most of the first lines, outside of quotation marks. Title lines may contain others. */
function markOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/, LOOKED_AT)
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const count = (mark: string) => lines.filter((line) => line.includes(mark)).length;
  const [best = ';'] = MARKS.toSorted((a, b) => count(b) - count(a));
  return best;
}

/** Rows with another number of cells than the table. Titles above its first row are ignored. */
function tornRows(rows: readonly string[][]): Fault[] {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 1] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const from = rows.findIndex(({ length }) => length === width);
  return rows.flatMap((cells, index) =>
    index > from && cells.length !== width && cells.some(Boolean) ? [{ line: index + 1, text: TORN }] : [],
  );
}
