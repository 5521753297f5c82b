import { MAX_PARTS } from './most-parts.ts';
import { orientationIn, tiffOf } from './orientation.ts';

const HEAD = 12;
/** Chunks for the pixels and how they look. */
const KEPT: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
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
  const kept = all
    .filter(({ type }) => KEPT.has(type))
    .map(({ type, data }) => {
      if (type === 'VP8X') return { type, data: flagged(data, orientation !== 1) };
      return type === 'ANMF' ? { type, data: cleanFrame(data, count) } : { type, data };
    });
  if (count.left < 0) return null;
  if (!kept.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF')) return null;
  if (orientation !== 1) kept.push({ type: 'EXIF', data: tiffOf(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept.map(write)]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** @param count how many more chunks the whole file may have; below zero: there were more, and reading stopped. */
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
