import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanJpeg, cleanPng, cleanWebp } from '../../../../../../src/server/core/http/pictures/formats.ts';
import { orientationIn, tiffOf } from '../../../../../../src/server/core/http/pictures/orientation.ts';
import { type PictureKind, photo, secrets } from '../../../../../support/pictures.ts';
import { png } from '../../../../../support/sample-files.ts';

const cleaners = { jpeg: cleanJpeg, png: cleanPng, webp: cleanWebp };
const all: PictureKind[] = ['jpeg', 'png', 'webp'];
const cleaned = (kind: PictureKind, bytes: Buffer): Buffer => {
  const clean = cleaners[kind](bytes);
  if (!clean) throw new Error(`this ${kind} should have been read`);
  return clean;
};
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each(all)('a photo as %s', (kind) => {
  it('a cleaned photo keeps its pixels and colour profile, and no metadata (S15)', async () => {
    const before = await photo(kind);
    const after = cleaned(kind, before);
    for (const secret of secrets) expect(after.includes(secret)).toBe(false);
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()];
    expect(was.xmp?.includes('xmp-secret')).toBe(true);
    expect(was.exif?.includes('Telefone de Ana')).toBe(true);
    expect(is.xmp).toBeUndefined();
    expect(is.icc).toEqual(was.icc);
    expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a cleaned photo keeps its orientation %i', async (orientation) => {
    const { orientation: is, exif } = await sharp(cleaned(kind, await photo(kind, orientation))).metadata();
    expect(is ?? 1).toBe(orientation);
    expect(exif?.length ?? 0).toBeLessThan(40);
  });

  it('cleaning is idempotent', async () => {
    const once = cleaned(kind, await photo(kind));
    expect(cleaned(kind, once).equals(once)).toBe(true);
  });

  it('a cleaned photo has no data after its end, such as a page or a second picture', async () => {
    const before = await photo(kind);
    const more = cleaned(kind, Buffer.concat([before, Buffer.from('<script>alert(1)</script>'), before]));
    expect(more.equals(cleaned(kind, before))).toBe(true);
  });

  it('a damaged photo is cleaned or refused, and never throws', async () => {
    const whole = await photo(kind);
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(edits, fc.nat(whole.length), (edited, length) => {
        const broken = Buffer.from(whole.subarray(0, length));
        for (const [at, value] of edited) if (at < length) broken[at] = value;
        const clean = cleaners[kind](broken);
        if (clean) expect(clean.length).toBeLessThanOrEqual(broken.length + 60);
      }),
      { numRuns: 500 },
    );
  });

  it('a photo is refused by the cleaners of other formats', async () => {
    const bytes = await photo(kind);
    for (const other of all) if (other !== kind) expect(cleaners[other](bytes)).toBeNull();
    expect(cleaners[kind](Buffer.alloc(0))).toBeNull();
    expect(cleaners[kind](bytes.subarray(0, 20))).toBeNull();
  });
});

it('the cleaner removes every JPEG segment that no decoder needs', async () => {
  const bare = cleaned('jpeg', await photo('jpeg'));
  const marker = fc.constantFrom(0xe1, 0xe2, 0xe3, 0xe5, 0xec, 0xed, 0xef, 0xfe);
  const segment = fc.tuple(marker, fc.uint8Array({ maxLength: 300 })).map(([name, body]) => {
    const head = Buffer.from([0xff, name, 0, 0]);
    head.writeUInt16BE(2 + body.length, 2);
    return Buffer.concat([head, body]);
  });
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const stuffed = Buffer.concat([bare.subarray(0, 2), ...segments, bare.subarray(2)]);
      expect(cleaned('jpeg', stuffed).equals(bare)).toBe(true);
    }),
  );
});

it('the cleaner keeps the scans and restart markers of a progressive JPEG, and removes its preview', async () => {
  const pixels = sharp(await photo('png'));
  for (const options of [{ progressive: true }, { mozjpeg: true }, { chromaSubsampling: '4:4:4' }]) {
    const before = await pixels.clone().jpeg(options).toBuffer();
    expect((await pixelsOf(cleaned('jpeg', before))).equals(await pixelsOf(before))).toBe(true);
  }
  const plain = await pixels.clone().jpeg().toBuffer();
  const preview = Buffer.concat([
    Buffer.from([255, 0xe0, 0, 19]),
    Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc'),
  ]);
  const clean = cleaned('jpeg', Buffer.concat([plain.subarray(0, 2), preview, plain.subarray(2)]));
  expect(clean.includes('abc')).toBe(false);
});

it('the cleaner keeps a minimal PNG unchanged, and the frames of an animated WebP', async () => {
  expect(cleaned('png', png).equals(png)).toBe(true);
  const frames = Buffer.alloc(8 * 16 * 3, 0).map((_, at) => (at * 53) % 256);
  const moving = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const { pages } = await sharp(cleaned('webp', moving), { animated: true }).metadata();
  expect(pages).toBe(2);
});

it('the orientation is read in both byte orders, and any bytes give a valid one', () => {
  for (const value of [1, 3, 8]) expect(orientationIn(tiffOf(value))).toBe(value);
  const little = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex');
  expect(orientationIn(little)).toBe(6);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      for (const order of ['', 'II*\0', 'MM\0*']) {
        const value = orientationIn(Buffer.concat([Buffer.from(order), bytes]));
        expect(value >= 1 && value <= 8).toBe(true);
      }
    }),
  );
});

describe('S15 a file that is built to be expensive', () => {
  const many = (part: string) => Buffer.from(part.repeat(20_001), 'hex');
  const tail = { jpeg: 2, png: 8, webp: 0 };
  /** Inserts parts after the header of a valid picture. */
  const stuffed = async (kind: PictureKind, parts: Buffer) => {
    const whole = cleaned(kind, await photo(kind));
    const at = kind === 'webp' ? whole.length : tail[kind];
    const file = Buffer.concat([whole.subarray(0, at), parts, whole.subarray(at)]);
    if (kind === 'webp') file.writeUInt32LE(file.length - 8, 4);
    return file;
  };
  it.each<[PictureKind, string]>([
    ['jpeg', 'ffe00002'],
    ['jpeg', 'ffdc0002'],
    ['png', '000000007445587400000000'],
    ['webp', '5858585800000000'],
  ])('a %s with more parts than any real picture is refused', async (kind, part) => {
    expect(cleaners[kind](await stuffed(kind, many(part)))).toBeNull();
    expect(cleaners[kind](await stuffed(kind, Buffer.from(part, 'hex')))).not.toBeNull();
  });

  it('the parts inside animation frames count too', async () => {
    const frame = Buffer.concat([Buffer.alloc(16), many('5650384c00000000')]);
    const head = Buffer.from('ANMF\0\0\0\0', 'latin1');
    head.writeUInt32LE(frame.length, 4);
    expect(cleanWebp(await stuffed('webp', Buffer.concat([head, frame])))).toBeNull();
  });

  it.each<[PictureKind, string]>([
    ['jpeg', 'ffdb0002'],
    ['jpeg', 'ffc40002'],
  ])('a %s with an empty table is refused', async (kind, table) => {
    expect(cleaners[kind](await stuffed(kind, Buffer.from(table, 'hex')))).toBeNull();
  });
});

/** Where the parts of a JPEG begin, up to its first scan. */
function partsOf(jpeg: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 2; starts.length === 0 || jpeg[(starts.at(-1) ?? 0) + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    starts.push(at);
  return starts;
}

it.each([
  ['stray bytes', [0x00, 0x41, 0x7f]],
  ['fill bytes', [0xff, 0xff]],
  ['a stuffed byte and more', [0x12, 0xff, 0x00, 0x34]],
  ['a marker without a length', [0xff, 0xd3]],
  ['the marker of temporary use', [0xff, 0x01]],
])('a JPEG with %s between its parts keeps its pixels, as browsers show it', async (_, extra) => {
  const whole = cleaned('jpeg', await photo('jpeg'));
  for (const start of partsOf(whole)) {
    const odd = Buffer.concat([whole.subarray(0, start), Buffer.from(extra), whole.subarray(start)]);
    expect(cleaned('jpeg', odd).equals(whole)).toBe(true);
  }
});
