import { readFile, writeFile } from 'node:fs/promises';
import { Refusal } from '../refusal.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const cleaners: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/**
 * Takes out of a picture what its camera wrote beside it, such as the position of the house in which it was taken (0046).
 * How it is to be turned stays, and so does every pixel. Anything that is no picture stays as it is.
 *
 * @param file on the disk of this process, written anew.
 * @param mime as its content tells.
 * @param field of the form, where a refusal is shown.
 * @returns its bytes from now on.
 * @throws Refusal 415 for a picture that is broken.
 */
export async function cleanPicture(
  file: { path: string; bytes: number },
  mime: string,
  field: string,
): Promise<{ bytes: number }> {
  const clean = cleaners[mime];
  if (!clean) return { bytes: file.bytes };
  const cleaned = clean(await readFile(file.path));
  if (!cleaned) {
    throw new Refusal(415, 'Não conseguimos abrir esta imagem. Salve-a de novo e envie outra vez.', {
      fields: { [field]: 'A imagem está danificada' },
    });
  }
  await writeFile(file.path, cleaned);
  return { bytes: cleaned.length };
}
