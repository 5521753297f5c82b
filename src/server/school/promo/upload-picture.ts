import { itemsOf } from '#lib/rules/promo/page-draft.ts';
import { pageLists } from '#lib/rules/promo/page-fields.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receivePicture } from '../../core/http/pictures/public-picture.ts';
import { invalid } from '../../core/http/refusal.ts';
import { firstVersion } from './first-versions.ts';
import { PROMO_FOLDER } from './manage-pictures.ts';
import { draftOf, valuesIn, versionInEffect } from './page-queries.ts';
import { requireEditor } from './page-standing.ts';
import { saveDraft } from './write-page.ts';

const photos = pageLists.find(({ isUploaded }) => isUploaded);

/** Adds a picture at the end of the draft, still without its words. @throws Refusal 403, 404, 409, 413, 415, 422, 429 */
export async function uploadPicture(ctx: Ctx, pagina: string): Promise<void> {
  const first = firstVersion(pagina);
  await requireEditor(ctx, first);
  const enviada_em = ctx.now().toISOString();
  const picture = await receivePicture(ctx, PROMO_FOLDER, async (tx, sent) => {
    await tx
      .insertInto('promo_pictures')
      .values({ ...sent, pagina, enviada_em })
      .execute();
    return sent;
  });
  const draft = await draftOf(ctx.db, pagina);
  const version = draft ?? (await versionInEffect(ctx.db, pagina, enviada_em));
  const values = version ? valuesIn(version) : first.values;
  const many = photos ? itemsOf(values, photos) : 0;
  if (!photos || many >= photos.most) throw invalid(promoPanelWords.manyPhotos, { file: promoPanelWords.manyPhotos });
  const valores = { ...values, [`fotos.${many}.chave`]: picture.imagem_chave, [`fotos.${many}.texto`]: '' };
  await saveDraft(ctx, pagina, { revisao: draft?.revisao ?? 0, valores });
}
