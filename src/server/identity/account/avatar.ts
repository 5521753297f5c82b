import { fileTypeFromFile } from 'file-type';
import { getAvatar } from '#lib/contract/account.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { MAX_PICTURE } from '#lib/format/limits.ts';
import { accountMessages } from '#lib/words/account.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { type FileAnswer, pictureAnswer } from '../../core/http/file-answer.ts';
import { cleanPicture } from '../../core/http/pictures/clean-picture.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { notFound, Refusal, refused } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { AVATAR_FOLDER } from './tables.ts';

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** Max. uploaded pictures that no profile uses yet, so that nobody fills the store. */
const MAX_STORED = 5;

const addressOfPicture = (chave: string) => API_PREFIX + getAvatar.path.replace('{chave}', chave);

/** Stores a picture for the profile. Its bytes decide the type. @throws Refusal 413, 415, 422, 429, 503 */
export async function uploadAvatar(ctx: Ctx): Promise<{ avatar_file_id: string; avatar_url: string }> {
  const { limits, session, request, now } = ctx;
  await limits.take('upload', `user:${session.userId}`);
  const received = await receiveFile(request, 'file', MAX_PICTURE);
  try {
    const found = await fileTypeFromFile(received.path).catch(() => undefined);
    if (!found || !PICTURES.has(found.mime)) {
      throw new Refusal(415, accountMessages.wrongPicture, { fields: { file: 'Tipo não aceito' } });
    }
    const { bytes } = await cleanPicture(received, found.mime, 'file');
    const key = newFileKey(AVATAR_FOLDER);
    const chave = key.slice(AVATAR_FOLDER.length + 1);
    const row = { chave, mime: found.mime, tamanho_bytes: bytes, enviado_em: now().toISOString() };
    await storeFiles(ctx, [{ key, path: received.path, mime: found.mime }], (tx) =>
      tx
        .insertInto('avatars')
        .values({ ...row, user_id: session.userId })
        .execute(),
    );
    await dropUnused(ctx);
    return { avatar_file_id: chave, avatar_url: addressOfPicture(chave) };
  } finally {
    await received.discard();
  }
}

/**
 * The new value of `users.avatar_url`. @param chave null removes the picture. @throws Refusal 400 for another's picture
 */
export async function avatarUrl({ db, session }: Ctx, chave: string | null): Promise<string | null> {
  if (chave === null) return null;
  const own = await db
    .selectFrom('avatars')
    .select('chave')
    .where('chave', '=', chave)
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  if (!own) throw refused('Envie a foto antes de usá-la.', { avatar_file_id: 'Foto não encontrada' });
  return addressOfPicture(own.chave);
}

/** Deletes the person's other pictures once the profile uses one. */
export const dropOtherPictures = ({ db, session, now }: Ctx, chave: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    let others = tx.deleteFrom('avatars').where('user_id', '=', session.userId);
    if (chave !== null) others = others.where('chave', '<>', chave);
    await laterRemoved(
      tx,
      (await others.returning('chave').execute()).map((row) => `${AVATAR_FOLDER}/${row.chave}`),
      now(),
    );
  });

/** A picture by its unguessable key: account choosers show it before the login. @throws Refusal 404 */
export async function readAvatar({ db, ports }: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await db.selectFrom('avatars').selectAll().where('chave', '=', chave).executeTakeFirst();
  if (!row) throw notFound();
  const bytes = await ports.files.open(`${AVATAR_FOLDER}/${chave}`);
  // No shared cache stores it, so a removed picture disappears.
  return pictureAnswer({ mime: row.mime, bytes: row.tamanho_bytes }, bytes, 'private, max-age=86400, immutable');
}

async function dropUnused({ db, session, now }: Ctx): Promise<void> {
  const stored = await db
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .select(['avatars.chave', 'users.avatar_url'])
    .where('avatars.user_id', '=', session.userId)
    .orderBy('enviado_em', 'desc')
    .orderBy('chave')
    .execute();
  const old = stored.slice(MAX_STORED).filter(({ chave, avatar_url }) => avatar_url !== addressOfPicture(chave));
  if (old.length === 0) return;
  const keys = old.map(({ chave }) => chave);
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('avatars').where('chave', 'in', keys).execute();
    await laterRemoved(
      tx,
      keys.map((chave) => `${AVATAR_FOLDER}/${chave}`),
      now(),
    );
  });
}
