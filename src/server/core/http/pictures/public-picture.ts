import { fileTypeFromFile } from 'file-type';
import { MAX_PICTURE } from '#lib/format/limits.ts';
import { newFileKey } from '#server/core/ports/files.ts';
import { laterRemoved, removeUnnamed } from '#server/core/ports/remove-files.ts';
import { storeFiles } from '#server/core/ports/store-files.ts';
import type { Db } from '../../db/connection.ts';
import type { Ctx, PublicCtx } from '../ctx.ts';
import { type FileAnswer, pictureAnswer } from '../file-answer.ts';
import { receiveFile } from '../receive.ts';
import { notFound, Refusal } from '../refusal.ts';
import { cleanPicture } from './clean-picture.ts';

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The store's folder for each kind of public picture. */
export type PictureFolder = 'recompensas' | 'campanhas' | 'paginas';

export interface StoredPicture {
  /** Part of the picture's address, so it changes with the picture. */
  imagem_chave: string;
  imagem_mime: string;
  imagem_bytes: number;
}

/**
 * Stores the picture of a request, without its data on camera and place. Its bytes decide the type.
 *
 * @param writeRow writes the picture's key into its row. If it throws, the picture is removed from the store.
 * @param replacedKey locks the row and returns the key of the picture that is replaced, which is then removed.
 * @throws Refusal 413 above {@link MAX_PICTURE}, 415, 422, 429, 503
 */
export async function receivePicture<T>(
  ctx: Ctx,
  folder: PictureFolder,
  writeRow: (tx: Db, picture: StoredPicture) => Promise<T>,
  replacedKey: (tx: Db) => Promise<string | null | undefined> = async () => null,
): Promise<T> {
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MAX_PICTURE);
  try {
    const found = await fileTypeFromFile(received.path).catch(() => undefined);
    if (!found || !PICTURES.has(found.mime)) {
      throw new Refusal(415, 'Envie uma imagem PNG, JPEG ou WebP.', { fields: { file: 'Tipo não aceito' } });
    }
    const { bytes } = await cleanPicture(received, found.mime, 'file');
    const key = newFileKey(folder);
    const picture = { imagem_chave: key.slice(folder.length + 1), imagem_mime: found.mime, imagem_bytes: bytes };
    const replaced: string[] = [];
    const written = await storeFiles(ctx, [{ key, path: received.path, mime: found.mime }], async (tx) => {
      const chave = await replacedKey(tx);
      if (chave) replaced.push(`${folder}/${chave}`);
      await laterRemoved(tx, replaced, ctx.now());
      return writeRow(tx, picture);
    });
    await removeUnnamed(ctx, replaced);
    return written;
  } finally {
    await received.discard();
  }
}

/** A picture by its key, cached without expiry: a new picture has a new key. @throws Refusal 404 */
export async function openPicture(
  { ports }: PublicCtx,
  folder: PictureFolder,
  chave: string,
  row: { imagem_mime: string | null; imagem_bytes: number | null } | undefined,
): Promise<FileAnswer> {
  if (!row?.imagem_mime) throw notFound();
  const bytes = await ports.files.open(`${folder}/${chave}`);
  const file = { mime: row.imagem_mime, bytes: row.imagem_bytes ?? 0 };
  return pictureAnswer(file, bytes, 'public, max-age=31536000, immutable');
}
