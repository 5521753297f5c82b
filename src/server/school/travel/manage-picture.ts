import type { ManagedCampaign } from '#lib/contract/travel.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { openPicture, receivePicture, type StoredPicture } from '../../core/http/pictures/public-picture.ts';
import { managedCampaign, presentOne } from './manage-campaigns.ts';

export const CAMPAIGN_FOLDER = 'campanhas';

/** Sets the picture of a campaign. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadCampaignPicture(ctx: Ctx, id: number): Promise<ManagedCampaign> {
  await managedCampaign(ctx, ctx.db, id);
  const write = async (tx: Db, picture: StoredPicture) => {
    const changed = await tx
      .updateTable('travel_campaigns')
      .set({ ...picture, imagem_url: `/api/v1/portal/travel/pictures/${picture.imagem_chave}/` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx as Ctx['db'] }, 'campaign-picture', `travel_campaign:${id}`);
    return changed;
  };
  const row = await receivePicture(ctx, CAMPAIGN_FOLDER, write, async (tx) => {
    const campaign = tx.selectFrom('travel_campaigns').select('imagem_chave').where('id', '=', id);
    return (await locked(tx, campaign, 'update').executeTakeFirst())?.imagem_chave;
  });
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
