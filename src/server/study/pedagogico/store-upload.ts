import type { Ctx, Db } from '../../core/http/ctx.ts';
import { cleanFileName } from '../../core/http/file-name.ts';
import { cleanPicture } from '../../core/http/pictures/clean-picture.ts';
import { receiveFile } from '../../core/http/receive-file.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { kindOfFile } from './file-kinds.ts';

/** Where files of a call are stored, how many bytes one may have, and the endings that are taken. */
export interface UploadRule {
  folder: Parameters<typeof newFileKey>[0];
  most: number;
  formats: readonly string[];
}

/** A file in the store, as a row tells of it. */
export interface StoredUpload {
  nome: string;
  mime: string;
  tamanho_bytes: number;
  chave: string;
}

/**
 * Stores the file of a call. Its content decides its kind. Its name is stored and never trusted.
 *
 * @param writeRow writes the row. If it throws, the file leaves the store.
 * @throws Refusal 413 and 415 by size and kind, 422 when it is not a file, 429, 503 without the store
 */
export async function storeUpload(
  ctx: Ctx,
  { folder, most, formats }: UploadRule,
  writeRow: (tx: Db, file: StoredUpload) => Promise<void>,
): Promise<void> {
  const { request, session, limits } = ctx;
  await limits.take('upload', `user:${session.userId}`);
  const received = await receiveFile(request, 'file', most);
  try {
    const kind = await kindOfFile(received.path, formats);
    if (!kind) throw otherKind(formats);
    const { bytes } = await cleanPicture(received, kind.mime, 'file');
    const chave = newFileKey(folder);
    const nome = cleanFileName(received.name, kind.ending);
    await storeFiles(ctx, [{ key: chave, path: received.path, mime: kind.mime }], (tx) =>
      writeRow(tx, { nome, mime: kind.mime, tamanho_bytes: bytes, chave }),
    );
  } finally {
    await received.discard();
  }
}

function otherKind(formats: readonly string[]): Refusal {
  const names = formats.map((format) => format.toUpperCase()).join(', ');
  return new Refusal(415, `O conteúdo deste arquivo não é de um tipo aceito. Envie ${names}.`, {
    fields: { file: 'Tipo não aceito' },
  });
}
