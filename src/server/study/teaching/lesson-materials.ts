import type { z } from 'zod';
import type { TaughtLesson } from '#lib/contract/teaching-lessons.schema.ts';
import { materialRule } from '#lib/rules/teaching/material-rule.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type FileAnswer, storedFile } from '../../core/http/file-answer.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { laterRemoved, removeUnnamed } from '../../core/ports/remove-files.ts';
import type { Schema } from '../../tables.ts';
import { storeUpload } from '../pedagogico/activity-files.ts';
import type { addLessonLinkInput } from './inputs.ts';
import { readTaughtLesson } from './read-lesson.ts';
import type { TaughtLessonRow } from './taught-class.ts';

/** Max. materials: more than a lesson needs, too few to fill a disk. */
const MAX_MATERIALS = 10;
const LINK = 'text/uri-list';

type Material = Omit<Schema['aula_materiais'], 'n' | 'aula_id' | 'enviado_em'>;

/** Adds a link as material. @throws Refusal 409 for too many materials */
export async function addLessonLink(
  ctx: Ctx,
  { lesson: { id } }: TaughtLessonRow,
  { nome, url }: z.output<typeof addLessonLinkInput>,
): Promise<TaughtLesson> {
  const link = { nome, url, mime: LINK, tamanho_bytes: 0, chave: '' };
  await ctx.db.transaction().execute((tx) => addMaterial(ctx, tx, id, link));
  return readTaughtLesson(ctx, id);
}

/**
 * Adds a file as material. Its content decides its kind; its name is stored and never trusted.
 *
 * @throws Refusal 409 for too many materials, 413 and 415 by size and kind, 422 when it is not a file, 503 without the store
 */
export async function uploadLessonFile(ctx: Ctx, { lesson: { id } }: TaughtLessonRow): Promise<TaughtLesson> {
  await storeUpload(ctx, { folder: 'aulas', ...materialRule }, (tx, file) =>
    addMaterial(ctx, tx, id, { ...file, url: null }),
  );
  return readTaughtLesson(ctx, id);
}

async function addMaterial(ctx: Ctx, tx: Db, aula_id: number, material: Material): Promise<void> {
  await locked(tx, tx.selectFrom('aulas').select('id').where('id', '=', aula_id), 'update').execute();
  const known = await tx.selectFrom('aula_materiais').select('n').where('aula_id', '=', aula_id).execute();
  if (known.length >= MAX_MATERIALS) {
    throw conflict(`Cada aula tem até ${MAX_MATERIALS} materiais. Tire um para pôr outro.`, 'materials_full');
  }
  const n = Math.max(0, ...known.map((each) => each.n)) + 1;
  await tx
    .insertInto('aula_materiais')
    .values({ ...material, aula_id, n, enviado_em: ctx.now().toISOString() })
    .execute();
  await audit({ ...ctx, db: tx as Ctx['db'] }, 'lesson-material-add', `lesson:${aula_id}`, {
    depois: { material: material.nome },
  });
}

/** Removes a material. @throws Refusal 404 */
export async function removeLessonMaterial(
  ctx: Ctx,
  { lesson: { id } }: TaughtLessonRow,
  n: number,
): Promise<TaughtLesson> {
  const { chave } = await ctx.db.transaction().execute(async (tx) => {
    const file = await tx
      .deleteFrom('aula_materiais')
      .where('aula_id', '=', id)
      .where('n', '=', n)
      .returning(['nome', 'chave', 'url'])
      .executeTakeFirst();
    if (!file) throw notFound('Este material não existe mais.');
    await audit({ ...ctx, db: tx }, 'lesson-material-remove', `lesson:${id}`, { antes: { material: file.nome } });
    if (file.url === null) await forget(tx, file.chave, ctx.now());
    return file;
  });
  await removeUnnamed(ctx, [chave]);
  return readTaughtLesson(ctx, id);
}

/** Queues the file of a removed material for removal, unless another lesson uses it too. */
async function forget(tx: Db, chave: string, at: Date): Promise<void> {
  const shared = await tx.selectFrom('aula_materiais').select('n').where('chave', '=', chave).executeTakeFirst();
  if (!shared) await laterRemoved(tx, [chave], at);
}

/** The bytes of a material: only as a download, never as a page of ours. @throws Refusal 404 */
export async function downloadLessonFile(
  { db, ports }: Ctx,
  { lesson: { id } }: TaughtLessonRow,
  n: number,
): Promise<FileAnswer> {
  const file = await db
    .selectFrom('aula_materiais')
    .selectAll()
    .where('aula_id', '=', id)
    .where('n', '=', n)
    .where('url', 'is', null)
    .executeTakeFirst();
  if (!file) throw notFound('Este arquivo não existe mais.');
  return storedFile(file, await ports.files.open(file.chave));
}
