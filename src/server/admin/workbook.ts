import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { fromBufferPromise } from 'yauzl';
import { MB } from '#lib/format/limits.ts';

/** Limits of a workbook and of what is in it. 120,000 bills take a twelfth of the first and half of the second. */
const MAX_FILE = 20 * MB;
const MAX_BYTES = 64 * MB;
const MAX_ENTRIES = 1_000;

/** What a workbook says, or why it is not read, as a sentence for people. */
export type Workbook = { rows: string[][] } | { fault: string };

const AS_CSV = 'Salve a planilha como CSV e envie esse arquivo.';
const tooLarge = { fault: `Esta pasta do Excel é grande demais. ${AS_CSV}` };
const unreadable = { fault: `Não foi possível ler esta pasta do Excel. ${AS_CSV}` };

/**
 * Reads the first sheet of an `.xlsx`. Runs in a thread: a large sheet takes seconds.
 *
 * @returns a text for each cell, as people type it: numbers with a comma, days as `2026-12-31`
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length > MAX_FILE) return tooLarge;
  try {
    const parts = await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!parts) return tooLarge;
    // Packed again without compression: the reader trusts what a ZIP says of its sizes, and these are true.
    const { buffer: safe, byteOffset, byteLength } = zipSync(parts, { level: 0 });
    const sheet = await readSheet((safe as ArrayBuffer).slice(byteOffset, byteOffset + byteLength), 1, {
      trim: true,
      parseNumber: (text) => String(Number(text)).replace('.', ','),
    });
    return { rows: (sheet as readonly (readonly unknown[])[]).map((row) => row.map(cellText)) };
  } catch {
    return unreadable;
  }
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

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (!(value instanceof Date)) return String(value).trim();
  const [day = '', time = ''] = value.toISOString().slice(0, 16).split('T');
  // Excel's clock times are times of its first day.
  if (value.getUTCFullYear() < 1901) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
