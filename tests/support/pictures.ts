import sharp from 'sharp';

export type PictureKind = 'jpeg' | 'png' | 'webp';

/** Metadata of a phone's photo; stored files must contain none of these words. */
export const secrets = ['Telefone de Ana', 'xmp-secret', 'comment-secret', 'GPSLatitude'];
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- xmp-secret GPSLatitude --></x:xmpmeta>';

/** A phone's photo of 24 × 16 pixels with maker, location and orientation. */
export async function photo(kind: PictureKind, orientation = 6): Promise<Buffer> {
  const pixels = Buffer.alloc(24 * 16 * 3, 0).map((_, at) => (at * 37 + (at >> 5) * 11) % 256);
  const made = await sharp(pixels, { raw: { width: 24, height: 16, channels: 3 } })
    .withExif({
      IFD0: { Make: 'Telefone de Ana', Model: 'Telefone de Ana' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '22/1 54/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '47/1 3/1 0/1' },
    })
    .withXmp(XMP)
    .withIccProfile('p3', { attach: true })
    .toFormat(kind)
    .toBuffer();
  const turned = turnedTo(made, orientation);
  if (kind !== 'jpeg') return turned;
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 16]), Buffer.from('comment-secret')]);
  return Buffer.concat([turned.subarray(0, 2), comment, turned.subarray(2), Buffer.from('<script>comment-secret')]);
}

/** sharp always writes the normal orientation, so this sets the value in the bytes of the tag. */
function turnedTo(bytes: Buffer, orientation: number): Buffer {
  const tag = Buffer.from('120103000100000001000000', 'hex');
  const at = bytes.indexOf(tag);
  if (at === -1) throw new Error('no orientation to set');
  const turned = Buffer.from(bytes);
  turned[at + 8] = orientation;
  return turned;
}
