import type { ManagedCampaign } from '#lib/contract/travel.schema.ts';
import { audit } from '../http/audit.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import type { FileAnswer } from '../http/file-answer.ts';
import { dropPicture, openPicture, receivePicture } from '../http/pictures/public-picture.ts';
import { managedCampaign, presentOne } from './manage-campaigns.ts';

export const CAMPAIGN_FOLDER = 'campanhas';

/** Sets the picture of a campaign. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadCampaignPicture(ctx: Ctx, id: number): Promise<ManagedCampaign> {
  const before = await managedCampaign(ctx, ctx.db, id);
  const row = await receivePicture(ctx, CAMPAIGN_FOLDER, async (tx, picture) => {
    const changed = await tx
      .updateTable('travel_campaigns')
      .set({ ...picture, imagem_url: `/api/v1/portal/travel/pictures/${picture.imagem_chave}/` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx as Ctx['db'] }, 'campaign-picture', `travel_campaign:${id}`);
    return changed;
  });
  await dropPicture(ctx, CAMPAIGN_FOLDER, before.imagem_chave);
  return presentOne(ctx, ctx.db, row);
}

/** A picture by its key. A new picture has a new key. @throws Refusal 404 */
export async function readCampaignPicture(ctx: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('travel_campaigns')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  return openPicture(ctx, CAMPAIGN_FOLDER, chave, row);
}
