/** How to turn a picture, as EXIF counts it: 1 (as it is) to 8. */
export type Orientation = number;

const TAG = 0x0112;
const SHORT = 3;
const ENTRY = 12;

/** The orientation in EXIF data, a TIFF block. @returns 1 if it has no readable one */
export function orientationIn(tiff: Buffer): Orientation {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (tiff.length < 8 || short(2) !== 42) return 1;
  const directory = long(4);
  if (directory + 2 > tiff.length) return 1;
  for (let left = short(directory), at = directory + 2; left > 0 && at + ENTRY <= tiff.length; left--, at += ENTRY) {
    if (short(at) !== TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data, a TIFF block, with only the orientation. */
export function tiffOf(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(8 + 2 + ENTRY + 4);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
