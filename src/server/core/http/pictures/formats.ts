import { crc32 } from 'node:zlib';
import { type Orientation, orientationIn, tiffOf } from './orientation.ts';

/**
 * Segments or chunks of one picture. Cameras write some dozens, and animations a few for each frame. A file of millions
 * of empty parts would use far more memory than its bytes.
 */
const MAX_PARTS = 20_000;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 'Exif\0\0';
const JFIF_BYTES = 14;
const EMPTY_TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb]);

/**
 * A JPEG with only its picture: no EXIF (except the orientation), XMP, IPTC, comments, previews, second pictures or
 * bytes after its end. The picture itself is copied byte by byte.
 *
 * @returns null for an unreadable JPEG, and for one with more parts than any picture has
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START) return null;
  const head: Buffer[] = [];
  const rest: Buffer[] = [];
  let orientation: Orientation = 1;
  let at = 2;
  let hasScan = false;
  let parts = 0;
  while (at < bytes.length) {
    // Decoders skip bytes between two segments, up to the next marker.
    at = bytes.indexOf(0xff, at);
    if (at === -1) break;
    const marker = bytes[at + 1];
    if (marker !== undefined && isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === END) break;
    // A camera may lose power while it writes. Browsers show such a partial picture, so the file is accepted.
    if (marker === undefined || at + 4 > bytes.length) break;
    parts += 1;
    if (parts > MAX_PARTS) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) {
      if (hasScan) break;
      return null;
    }
    const segment = bytes.subarray(at, end);
    const body = segment.subarray(4);
    if (body.length === 0 && EMPTY_TABLES.has(marker)) return null;
    if (startsWith(body, EXIF) && marker === 0xe1 && orientation === 1) orientation = orientationIn(body.subarray(6));
    if (marker === 0xe0 && startsWith(body, 'JFIF\0') && body.length >= JFIF_BYTES) head.push(withoutPreview(segment));
    else if (isPreserved(marker, body)) rest.push(segment);
    at = end;
    if (marker !== SCAN) continue;
    hasScan = true;
    const scanned = endOfScan(bytes, at);
    rest.push(bytes.subarray(at, scanned));
    at = scanned;
  }
  if (!hasScan) return null;
  const start = Buffer.from([0xff, START]);
  const turned = orientation === 1 ? [] : [exifSegment(orientation)];
  return Buffer.concat([start, ...head.slice(0, 1), ...turned, ...rest, Buffer.from([0xff, END])]);
}

/** A byte after 0xff that starts no segment: a stuffed byte, a fill byte, a restart or a temporary marker. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xff;

/** What decoding needs: frames, tables, scans, the colour profile and Adobe's colour coding. */
function isPreserved(marker: number, body: Buffer): boolean {
  if (marker === 0xe2) return startsWith(body, 'ICC_PROFILE\0');
  if (marker === 0xee) return startsWith(body, 'Adobe');
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);
}

/** The position of the next marker after the coded bytes of a scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return at;
    const isCoded = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isCoded && next !== 0xff) return at;
  }
  return bytes.length;
}

/** JFIF may hold a small preview, which may show another picture. */
function withoutPreview(segment: Buffer): Buffer {
  const bare = Buffer.from(segment.subarray(0, 4 + JFIF_BYTES));
  bare.writeUInt16BE(2 + JFIF_BYTES, 2);
  bare.writeUInt16BE(0, 4 + JFIF_BYTES - 2);
  return bare;
}

function exifSegment(orientation: Orientation): Buffer {
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiffOf(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + body.length, 2);
  return Buffer.concat([head, body]);
}

const startsWith = (body: Buffer, text: string) => body.toString('latin1', 0, text.length) === text;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks for the pixels and their rendering. */
const PNG_ALLOWED: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYS'.split(' '),
);

/**
 * A PNG with only its picture: no EXIF (except the orientation), texts, times, private chunks or bytes after its end.
 * The picture itself is copied byte by byte.
 *
 * @returns null for an unreadable PNG, and for one with more parts than any picture has
 */
export function cleanPng(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const selected: { type: string; chunk: Buffer }[] = [];
  let orientation: Orientation = 1;
  let parts = 0;
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    parts += 1;
    if (parts > MAX_PARTS) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at, end);
    if (type === 'PLTE' && chunk.length === 12) return null;
    if (type === 'eXIf' && orientation === 1) orientation = orientationIn(chunk.subarray(8, -4));
    if (PNG_ALLOWED.has(type)) selected.push({ type, chunk });
    if (type === 'IEND') break;
    at = end;
  }
  const picture = selected.findIndex(({ type }) => type === 'IDAT');
  if (selected[0]?.type !== 'IHDR' || picture === -1) return null;
  const chunks = selected.filter(({ type }) => type !== 'IEND').map(({ chunk }) => chunk);
  if (orientation !== 1) chunks.splice(picture, 0, chunkOf('eXIf', tiffOf(orientation)));
  return Buffer.concat([SIGNATURE, ...chunks, chunkOf('IEND', Buffer.alloc(0))]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(4 + named.length + 4);
  chunk.writeUInt32BE(data.length);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), 4 + named.length);
  return chunk;
}

const HEAD = 12;
/** Chunks for the pixels and their rendering. */
const WEBP_ALLOWED: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
/** Bytes before the pixels of one frame of an animation: its position and duration. */
const FRAME_HEAD = 16;

/**
 * A WebP with only its picture: no EXIF (except the orientation), XMP, unknown chunks or bytes after its end. The
 * picture itself is copied byte by byte.
 *
 * @returns null for an unreadable WebP, and for one with more parts than any picture has
 */
export function cleanWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < HEAD || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const count = { left: MAX_PARTS };
  const all = chunksIn(bytes.subarray(HEAD, Math.min(bytes.length, 8 + bytes.readUInt32LE(4))), count);
  const exif = all.find(({ type }) => type === 'EXIF');
  const isExtended = all[0]?.type === 'VP8X' && all[0].data.length >= 10;
  const orientation = isExtended && exif ? orientationIn(tiffIn(exif.data)) : 1;
  const selected = all
    .filter(({ type }) => WEBP_ALLOWED.has(type))
    .map(({ type, data }) => {
      if (type === 'VP8X') return { type, data: flagged(data, orientation !== 1) };
      return type === 'ANMF' ? { type, data: cleanFrame(data, count) } : { type, data };
    });
  if (count.left < 0) return null;
  if (!selected.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF')) return null;
  if (orientation !== 1) selected.push({ type: 'EXIF', data: tiffOf(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...selected.map(write)]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** @param count how many more chunks the whole file may have; below zero: the limit was exceeded and reading stopped. */
function chunksIn(bytes: Buffer, count: { left: number }): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) break;
    count.left -= 1;
    if (count.left < 0) break;
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) });
    at = end + (end % 2);
  }
  return chunks;
}

function write({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function flagged(extended: Buffer, hasExif: boolean): Buffer {
  const data = Buffer.from(extended);
  const flags = (data[0] ?? 0) & ~(HAS_EXIF | HAS_XMP);
  data[0] = hasExif ? flags | HAS_EXIF : flags;
  return data;
}

const cleanFrame = (frame: Buffer, count: { left: number }): Buffer =>
  Buffer.concat([
    frame.subarray(0, FRAME_HEAD),
    ...chunksIn(frame.subarray(FRAME_HEAD), count)
      .filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L')
      .map(write),
  ]);

/** Some programs write the EXIF header of a JPEG here. */
const tiffIn = (data: Buffer) => (data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data);
