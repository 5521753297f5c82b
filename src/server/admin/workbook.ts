import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { fromBufferPromise } from 'yauzl';
import { MB } from '#lib/format/limits.ts';
import { numberText } from './table.ts';

/** Limits of a workbook and of what is in it. 120,000 bills take a twelfth of the first and half of the second. */
const MAX_FILE = 20 * MB;
const MAX_BYTES = 64 * MB;
const MAX_ENTRIES = 1_000;
/** Rows and cells of a sheet, with those in between that are empty: the reader makes a place for each of them. */
const MAX_ROWS = 200_000;
const MAX_CELLS = 8_000_000;

/** What a workbook says, or why it is not read, as a sentence for people. */
export type Workbook = { rows: string[][] } | { fault: string };

const AS_CSV = 'Salve a planilha como CSV e envie esse arquivo.';
const tooLarge = { fault: `Esta pasta do Excel é grande demais. ${AS_CSV}` };
const unreadable = { fault: `Não foi possível ler esta pasta do Excel. ${AS_CSV}` };

/**
 * Reads the first sheet of an `.xlsx` that is shown. Runs in a thread: a large sheet takes seconds.
 *
 * @returns a text for each cell, as people type it: numbers with a comma, days as `2026-12-31`
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length > MAX_FILE) return tooLarge;
  try {
    const parts = await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!parts) return tooLarge;
    const fault = faultOfPlaces(parts);
    if (fault) return { fault };
    // Packed again without compression: the reader trusts what a ZIP says of its sizes, and these are true.
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
    return unreadable;
  }
}

/** A sheet of the list in a workbook, and the values that are looked for in it. */
const SHEET = /<(?:[\w.-]+:)?sheet\s[^<>]*>/g;
const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? '';

/**
 * The first sheet that people see: programs keep lists in hidden ones before it.
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
 * The XML parts of a workbook, unpacked within limits: the ZIP reader refuses a part that is longer than it says.
 *
 * @returns null for too much
 */
async function unpack(bytes: Buffer): Promise<Record<string, Uint8Array> | null> {
  const archive = await fromBufferPromise(bytes);
  if (archive.entryCount > MAX_ENTRIES) return null;
  const parts: Record<string, Uint8Array> = {};
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    total += entry.uncompressedSize;
    if (total > MAX_BYTES) return null;
    parts[entry.fileName] = new Uint8Array(await buffer(await archive.openReadStreamPromise(entry)));
  }
  return parts;
}

/** A row or a cell with the place that it names, such as `<c r="B7">`; whatever an XML reader takes for one. */
const PLACED = /<(?:[\w.-]+:)?(?:row|c)\s[^>]*?\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * A few bytes may name the last row and column of Excel, 17 billion cells. So the places are looked at before the sheets are
 * read.
 *
 * @returns why they are not read; null if they may be
 */
function faultOfPlaces(parts: Readonly<Record<string, Uint8Array>>): string | null {
  for (const [name, bytes] of Object.entries(parts)) {
    if (!/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const text = new TextDecoder().decode(bytes);
    let [rows, columns] = [1, 1];
    for (const [, double, single] of text.matchAll(PLACED)) {
      const [, letters = '', digits] = /^([A-Z]{0,3})(\d{1,8})$/.exec(double ?? single ?? '') ?? [];
      // An entity in place of a digit, too: Excel writes none.
      if (digits === undefined) return unreadable.fault;
      rows = Math.max(rows, Number(digits));
      columns = Math.max(columns, columnNumber(letters));
      if (rows > MAX_ROWS || rows * columns > MAX_CELLS) return farAway(double ?? single ?? '');
    }
  }
  return null;
}

const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const farAway = (place: string) =>
  `A pasta do Excel tem algo muito longe da tabela, em ${place}. Copie só a tabela para uma pasta nova, ou salve como CSV.`;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (!(value instanceof Date)) return String(value).trim();
  const [day = '', time = ''] = value.toISOString().slice(0, 16).split('T');
  // Excel's clock times are times of its first day.
  if (value.getUTCFullYear() < 1901) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
