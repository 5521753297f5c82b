import { MAX_PARTS } from './most-parts.ts';
import { type Orientation, orientationIn, tiffOf } from './orientation.ts';

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
    // Decoders skip what stands between two parts, up to the next marker.
    at = bytes.indexOf(0xff, at);
    if (at === -1) break;
    const marker = bytes[at + 1];
    if (marker !== undefined && isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === END) break;
    // A camera may lose power while it writes. Browsers show such a partial picture, so it is kept.
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
    else if (isKept(marker, body)) rest.push(segment);
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

/** A byte after 0xff that begins no part: a stuffed byte, a fill byte, a restart or a temporary marker. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xff;

/** What decoding needs: frames, tables, scans, the colour profile and Adobe's colour coding. */
function isKept(marker: number, body: Buffer): boolean {
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
