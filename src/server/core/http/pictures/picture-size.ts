export interface PictureSize {
  width: number;
  height: number;
}

const CHUNK_HEAD = 8;
const RIFF_HEAD = 12;
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/**
 * The number of pixels that a browser draws: the largest width and height of all frames.
 *
 * @param bytes of a cleaned picture, so that its parts are complete.
 * @returns null if the picture has no size
 */
export function pictureSize(bytes: Buffer, mime: string): PictureSize | null {
  const frames = sizes[mime]?.(bytes) ?? [];
  const width = Math.max(0, ...frames.map((frame) => frame.width));
  const height = Math.max(0, ...frames.map((frame) => frame.height));
  return width > 0 && height > 0 ? { width, height } : null;
}

const sizes: Readonly<Record<string, (bytes: Buffer) => PictureSize[]>> = {
  'image/png': (bytes) => [{ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }],
  'image/jpeg': (bytes) => [...jpegFrames(bytes)],
  'image/webp': (bytes) => [...webpFrames(bytes, RIFF_HEAD)],
};

function* jpegFrames(bytes: Buffer): Generator<PictureSize> {
  // After the first scan a frame could only belong to another picture, which browsers do not draw.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      yield { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
  }
}

function* webpFrames(bytes: Buffer, from: number): Generator<PictureSize> {
  for (let at = from; at + CHUNK_HEAD <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + length);
    const frame = webpFrame(bytes.toString('latin1', at, at + 4), body);
    if (frame) yield frame;
    at += CHUNK_HEAD + length + (length % 2);
  }
}

function webpFrame(type: string, body: Buffer): PictureSize | null {
  if (type === 'VP8X' && body.length >= 10) {
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
  }
  if (type === 'ANMF' && body.length >= 12) {
    return { width: body.readUIntLE(6, 3) + 1, height: body.readUIntLE(9, 3) + 1 };
  }
  if (type === 'VP8 ' && body.length >= 10) {
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
  }
  if (type !== 'VP8L' || body.length < 5) return null;
  const bits = body.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
