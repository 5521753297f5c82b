import { readFile, writeFile } from 'node:fs/promises';
import { Refusal } from '../refusal.ts';
import { cleanJpeg, cleanPng, cleanWebp } from './formats.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';

const cleaners: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/**
 * Larger than pictures of phone cameras. A browser that shows a picture needs four bytes for each pixel, however small the file
 * is.
 */
const MAX_SIDE = 12_000;
const MAX_POINTS = 50 * 2 ** 20;

/**
 * Removes a picture's metadata, such as the position of the house (0023). The orientation and every pixel stay. A file that is
 * not a picture stays unchanged.
 *
 * @param file on the disk of this process; it is rewritten.
 * @param mime the type detected from its content.
 * @param field of the form that shows a refusal.
 * @returns its new size in bytes.
 * @throws Refusal 413 for too many pixels, 415 for a broken picture.
 */
export async function cleanPicture(
  file: { path: string; bytes: number },
  mime: string,
  field: string,
): Promise<{ bytes: number }> {
  const clean = cleaners[mime];
  if (!clean) return { bytes: file.bytes };
  const cleaned = clean(await readFile(file.path));
  const size = cleaned && pictureSize(cleaned, mime);
  if (!cleaned || !size) {
    throw new Refusal(415, 'Não conseguimos abrir esta imagem. Salve-a de novo e envie outra vez.', {
      fields: { [field]: 'A imagem está danificada' },
    });
  }
  if (isFlood(size)) {
    throw new Refusal(413, 'A imagem tem pontos demais. Diminua-a para até 50 megapixels e 12.000 pontos de lado.', {
      fields: { [field]: 'A imagem tem pontos demais' },
    });
  }
  await writeFile(file.path, cleaned);
  return { bytes: cleaned.length };
}

const isFlood = ({ width, height }: PictureSize) => Math.max(width, height) > MAX_SIDE || width * height > MAX_POINTS;
