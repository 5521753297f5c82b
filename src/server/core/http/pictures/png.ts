import { crc32 } from 'node:zlib';
import { MAX_PARTS } from './most-parts.ts';
import { type Orientation, orientationIn, tiffOf } from './orientation.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks for the pixels and how they look. */
const KEPT: ReadonlySet<string> = new Set(
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
  const kept: { type: string; chunk: Buffer }[] = [];
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
    if (KEPT.has(type)) kept.push({ type, chunk });
    if (type === 'IEND') break;
    at = end;
  }
  const picture = kept.findIndex(({ type }) => type === 'IDAT');
  if (kept[0]?.type !== 'IHDR' || picture === -1) return null;
  const chunks = kept.filter(({ type }) => type !== 'IEND').map(({ chunk }) => chunk);
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
