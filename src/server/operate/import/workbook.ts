import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { fromBufferPromise } from 'yauzl';
import { MAX_CELL, MAX_COLUMNS, MB } from '#lib/format/limits.ts';
import { formatCount } from '#lib/format/money.ts';
import { numberText } from './table.ts';
import { type TableLimits, tooManyColumns, tooManyRows, tooMuchUnpacked } from './table-limits.ts';

/** Limits of a workbook besides those of its table. */
const MAX_FILE = 20 * MB;
const MAX_ENTRIES = 1_000;
/** Parts without cell contents. */
const OTHERS =
  /^(?:customXml|docProps)\/|^xl\/(?:calcChain|charts|comments|drawings|externalLinks|pivot|theme|threadedComments)/i;

/** The contents of a workbook, or why it was refused, as a message. */
type Workbook = { rows: string[][] } | BookFault;

/**
 * Reads the first visible sheet of an `.xlsx`. Runs in a worker thread, because a large sheet takes seconds.
 *
 * @returns a text for each cell, as people type it: numbers with a comma, days as `2026-12-31`
 */
export async function readWorkbook(bytes: Uint8Array, limits: TableLimits): Promise<Workbook> {
  const tooLarge = { tooLarge: tooMuchUnpacked(limits) };
  if (bytes.length > MAX_FILE) return tooLarge;
  try {
    const parts = await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
    if (!parts) return tooLarge;
    for (const part of Object.values(parts)) {
      const fault = faultOfPart(new TextDecoder().decode(part), limits);
      if (fault) return fault;
    }
    // Packed again without compression: the reader trusts the sizes declared in a ZIP, and these are correct.
    const { buffer: safe, byteOffset, byteLength } = zipSync(parts, { level: 0 });
    const shown = shownSheet(parts);
    const sheet = await readSheet((safe as ArrayBuffer).slice(byteOffset, byteOffset + byteLength), shown.number, {
      trim: true,
      parseNumber: (text) => numberText(Number(text)),
    });
    const rows = (sheet as readonly (readonly unknown[])[]).map((row) => row.map(cellText));
    const filled = rows.filter((cells) => cells.some(Boolean)).length;
    return filled < 2 && shown.name ? { fault: `A aba “${shown.name}” não tem nenhuma linha.` } : { rows };
  } catch {
    return { fault: unreadable };
  }
}

/** A sheet of the list in a workbook, and the values that are looked for in it. */
const SHEET = /<(?:[\w.-]+:)?sheet\s[^<>]*>/g;
const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? '';

/**
 * The first visible sheet: programs store lists in hidden sheets before it.
 *
 * @returns its number from 1, and its name if there is more than one sheet
 */
function shownSheet(parts: Readonly<Record<string, Uint8Array>>): { number: number; name: string | null } {
  const tags = new TextDecoder().decode(parts['xl/workbook.xml']).match(SHEET) ?? [];
  const at = Math.max(
    0,
    tags.findIndex((tag) => !attribute(tag, 'state').toLowerCase().includes('hidden')),
  );
  const name = attribute(tags[at] ?? '', 'name').replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, ' ');
  return { number: at + 1, name: tags.length > 1 ? name : null };
}

/**
 * The XML parts of a workbook, unpacked within limits: the ZIP reader refuses a part that is longer than declared.
 *
 * @returns null if it is too large
 */
async function unpack(bytes: Buffer, limits: TableLimits): Promise<Record<string, Uint8Array> | null> {
  const archive = await fromBufferPromise(bytes);
  if (archive.entryCount > MAX_ENTRIES) return null;
  const parts: Record<string, Uint8Array> = {};
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    if (!/\.(xml|rels)$/i.test(entry.fileName) || OTHERS.test(entry.fileName)) continue;
    total += entry.uncompressedSize;
    if (total > limits.unpacked) return null;
    parts[entry.fileName] = new Uint8Array(await buffer(await archive.openReadStreamPromise(entry)));
  }
  return parts;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (!(value instanceof Date)) return String(value).trim();
  const [day = '', time = ''] = value.toISOString().slice(0, 16).split('T');
  // Excel stores clock times as times of its first day.
  if (value.getUTCFullYear() < 1901) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

/** Why a workbook is refused. `tooLarge`: because of its size. */
type BookFault = { fault: string } | { tooLarge: string };

/** The XML reader holds a text or a tag in one piece. A letter takes at most ten characters, such as `&#x1F600;`. */
const MAX_TEXT = 10 * MAX_CELL;
const MAX_TAG = 8_000;

/** The counted tags, with or without a prefix: a row, a cell, a shared text. */
const COUNTED = /^<(\/?)(?:[^\s/>:]*:)?(row|c|si)(?=[\s/>])/;
const PLACE = /\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const unreadable = 'Não foi possível ler esta pasta do Excel. Salve a planilha como CSV e envie esse arquivo.';
const longCell = `Uma célula desta pasta do Excel passa de ${formatCount(MAX_CELL)} letras. Encurte o texto e envie de novo.`;
const farAway = (place: string) =>
  `A pasta do Excel tem algo muito longe da tabela, em ${place}. Copie só a tabela para uma pasta nova, ou salve como CSV.`;

/**
 * Checks a part of a workbook before it is parsed: a few bytes may declare 17 billion cells, and 60 kB packed may hold 60 MB of
 * blanks, for which the reader takes minutes.
 *
 * @returns why it is refused; null if it is allowed
 */
function faultOfPart(xml: string, limits: TableLimits): BookFault | null {
  const count = new Counted(limits);
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at);
    if (open < 0) return count.text(xml.length - at);
    const end = endOfTag(xml, open);
    if (end < 0) return { fault: unreadable };
    const isSection = xml[open + 1] === '!' || xml[open + 1] === '?';
    const fault = count.text(open - at) ?? (isSection ? count.text(end - open) : count.tag(xml.slice(open, end)));
    if (fault) return fault;
    at = end;
  }
  return null;
}

/** Where a tag, comment or section of text ends, as the XML reader of the library finds it; −1 if it does not. */
function endOfTag(xml: string, open: number): number {
  const after = (mark: string) => {
    const found = xml.indexOf(mark, open);
    return found < 0 ? -1 : found + mark.length;
  };
  if (xml.startsWith('<!--', open)) return after('-->');
  if (xml.startsWith('<![CDATA[', open)) return after(']]>');
  if (xml.startsWith('<?', open)) return after('?>');
  for (let at = open + 1; at < xml.length && at - open <= MAX_TAG; at += 1) {
    const sign = xml[at];
    if (sign === '>') return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    const closing = xml.indexOf(sign, at + 1);
    if (closing >= 0) at = closing;
  }
  return -1;
}

/** The running counts of a part. */
class Counted {
  readonly #limits: TableLimits;
  /** Letters of the cell or shared text that is open; null outside of one. */
  #letters: number | null = null;
  #rows = 0;
  #filledRows = 0;
  #isRowFilled = false;
  #column = 0;
  #lastRow = 1;
  #lastColumn = 1;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** @param piece from `<` to `>` */
  tag(piece: string): BookFault | null {
    const [, closing, name] = COUNTED.exec(piece) ?? [];
    if (name === undefined) return null;
    const isEmpty = piece.endsWith('/>');
    if (name !== 'row') this.#letters = closing || isEmpty ? null : 0;
    if (closing || name === 'si') return null;
    return name === 'row' ? this.#row(piece) : this.#cell(piece, isEmpty);
  }

  text(length: number): BookFault | null {
    if (this.#letters !== null) this.#letters += length;
    return Math.max(length, this.#letters ?? 0) > MAX_TEXT ? { fault: longCell } : null;
  }

  #row(tag: string): BookFault | null {
    this.#rows += 1;
    this.#isRowFilled = false;
    this.#column = 0;
    if (this.#rows > this.#limits.sheet.rows) return { tooLarge: tooManyRows(this.#limits) };
    return this.#place(tag);
  }

  #cell(tag: string, isEmpty: boolean): BookFault | null {
    this.#column += 1;
    const fault = this.#place(tag);
    if (fault || isEmpty) return fault;
    if (this.#column > MAX_COLUMNS) return { tooLarge: tooManyColumns };
    if (!this.#isRowFilled) this.#filledRows += 1;
    this.#isRowFilled = true;
    // One row is the heading.
    return this.#filledRows > this.#limits.rows + 1 ? { tooLarge: tooManyRows(this.#limits) } : null;
  }

  /** Records the position declared by a row or a cell. */
  #place(tag: string): BookFault | null {
    for (const [, double, single] of tag.matchAll(PLACE)) {
      const place = double ?? single ?? '';
      const [, letters = '', digits] = /^([A-Z]{0,3})(\d{1,8})$/.exec(place) ?? [];
      // Also refuses an entity in place of a digit, which Excel never writes.
      if (digits === undefined) return { fault: unreadable };
      if (letters !== '') this.#column = columnNumber(letters);
      this.#lastRow = Math.max(this.#lastRow, Number(digits));
      if (this.#isBeyond()) return { fault: farAway(place) };
    }
    return this.#isBeyond() ? { tooLarge: tooManyColumns } : null;
  }

  #isBeyond(): boolean {
    this.#lastRow = Math.max(this.#lastRow, this.#rows);
    this.#lastColumn = Math.max(this.#lastColumn, this.#column);
    const { rows, cells } = this.#limits.sheet;
    return this.#lastRow > rows || this.#lastRow * this.#lastColumn > cells;
  }
}

const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
