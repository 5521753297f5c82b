import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileTypeFromFile } from 'file-type';
import type { ManagedCampaign } from '#lib/contract/travel.schema.ts';
import { audit } from '../account/audit.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import { cleanPicture } from '../http/pictures/clean-picture.ts';
import { receiveFile } from '../http/receive-file.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { newFileKey } from '../ports/files.ts';
import { managedCampaign, presentOne } from './manage-campaigns.ts';

const FOLDER = 'campanhas';
const MOST_BYTES = 2 * 1_048_576;
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Sets the picture of a campaign; its kind is told by its content. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadCampaignPicture(ctx: Ctx, id: number): Promise<ManagedCampaign> {
  const before = await managedCampaign(ctx, ctx.db, id);
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MOST_BYTES);
  try {
    const found = await fileTypeFromFile(received.path).catch(() => undefined);
    if (!found || !PICTURES.has(found.mime)) {
      throw new Refusal(415, 'Envie uma imagem PNG, JPEG ou WebP.', { fields: { file: 'Tipo não aceito' } });
    }
    const { bytes } = await cleanPicture(received, found.mime, 'file');
    const key = newFileKey(FOLDER);
    await ctx.ports.files.put(key, createReadStream(received.path), found.mime);
    const imagem_chave = key.slice(FOLDER.length + 1);
    const row = await ctx.db
      .updateTable('travel_campaigns')
      .set({
        imagem_chave,
        imagem_url: `/api/v1/portal/travel/pictures/${imagem_chave}/`,
        imagem_mime: found.mime,
        imagem_bytes: bytes,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(ctx, 'campaign-picture', `travel_campaign:${id}`);
    if (before.imagem_chave) {
      await ctx.ports.files.remove(`${FOLDER}/${before.imagem_chave}`).catch((error: unknown) => {
        ctx.log.warn({ err: error, key: before.imagem_chave }, 'a picture that was replaced is still in the store');
      });
    }
    return presentOne(ctx, ctx.db, row);
  } finally {
    await received.discard();
  }
}

/** A picture by its key, which changes with the picture. @throws Refusal 404 */
export async function readCampaignPicture({ db, ports }: PublicCtx, chave: string): Promise<Response> {
  const row = await db
    .selectFrom('travel_campaigns')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  if (!row?.imagem_mime) throw notFound();
  const bytes = await ports.files.open(`${FOLDER}/${chave}`);
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      'Content-Type': row.imagem_mime,
      'Content-Length': String(row.imagem_bytes),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
