import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { openPicture } from '../../core/http/pictures/public-picture.ts';
import { laterRemoved, removeUnnamed } from '../../core/ports/remove-files.ts';

export const PROMO_FOLDER = 'paginas';

/** A picture by its key, also of a draft, since keys cannot be guessed. @throws Refusal 404 */
export async function readPromoPicture(ctx: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('promo_pictures')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  return openPicture(ctx, PROMO_FOLDER, chave, row);
}

/** Removes pictures of a page that neither its draft nor any version uses, a day after the upload. */
export async function dropUnusedPictures(ctx: Ctx, pagina: string): Promise<void> {
  const { db } = ctx;
  const before = new Date(ctx.now().getTime() - DAY_MS).toISOString();
  const old = await db
    .selectFrom('promo_pictures')
    .select(['id', 'imagem_chave'])
    .where('pagina', '=', pagina)
    .where('enviada_em', '<', before)
    .execute();
  if (old.length === 0) return;
  const texts = await Promise.all([
    db.selectFrom('promo_drafts').select('valores').where('pagina', '=', pagina).execute(),
    db.selectFrom('promo_versions').select('valores').where('pagina', '=', pagina).execute(),
  ]);
  const shown = texts.flat().map(({ valores }) => valores);
  for (const { id, imagem_chave } of old) {
    if (shown.some((each) => each.includes(imagem_chave))) continue;
    const key = `${PROMO_FOLDER}/${imagem_chave}`;
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('promo_pictures').where('id', '=', id).execute();
      await laterRemoved(tx, [key], ctx.now());
    });
    await removeUnnamed(ctx, [key]);
  }
}
