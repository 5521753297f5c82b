import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { fromBufferPromise } from 'yauzl';
import { MB } from '#lib/format/limits.ts';
import { numberText } from './table.ts';
import { type TableLimits, tooMuchUnpacked } from './table-limits.ts';
import { type BookFault, faultOfPart, unreadable } from './workbook-limits.ts';

/** Limits of a workbook besides those of its table. */
const MAX_FILE = 20 * MB;
const MAX_ENTRIES = 1_000;
/** Parts that say nothing of the cells. */
const OTHERS =
  /^(?:customXml|docProps)\/|^xl\/(?:calcChain|charts|comments|drawings|externalLinks|pivot|theme|threadedComments)/i;

/** What a workbook says, or why it is not read, as a sentence for people. */
export type Workbook = { rows: string[][] } | BookFault;

/**
 * Reads the first sheet of an `.xlsx` that is shown. Runs in a thread: a large sheet takes seconds.
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
    return { fault: unreadable };
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
  // Excel's clock times are times of its first day.
  if (value.getUTCFullYear() < 1901) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
