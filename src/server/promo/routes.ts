import type * as promo from '#lib/contract/promo.ts';
import type { Routes } from '../http/handler.ts';
import { createLead } from './create-lead.ts';
import { listPages, previewPage, readManagedPage } from './manage-pages.ts';
import { readPromoPicture } from './manage-pictures.ts';
import { readPage } from './read-page.ts';
import { readPromoSchool } from './read-promo-school.ts';
import { uploadPicture } from './upload-picture.ts';
import { cancelVersion, discardDraft, publishDraft, restoreVersion, saveDraft } from './write-page.ts';

export const promoRoutes: Routes<typeof promo> = {
  createLead: ({ body }, ctx) => createLead(ctx, body),
  getPromoSchool: ({ query }, ctx) => readPromoSchool(ctx, query),
  getPromo: ({ params }, ctx) => readPage(ctx, params.pagina),
  getPromoPicture: ({ params }, ctx) => readPromoPicture(ctx, params.chave),
  listManagedPromos: (_input, ctx) => listPages(ctx),
  getManagedPromo: ({ params }, ctx) => readManagedPage(ctx, params.pagina),
  previewPromo: ({ params, query }, ctx) => previewPage(ctx, params.pagina, query.versao),
  savePromoDraft: ({ params, body }, ctx) => saveDraft(ctx, params.pagina, body),
  discardPromoDraft: async ({ params, body }, ctx) => {
    await discardDraft(ctx, params.pagina, body.revisao);
    return readManagedPage(ctx, params.pagina);
  },
  publishPromo: async ({ params, body }, ctx) => {
    await publishDraft(ctx, params.pagina, body);
    return readManagedPage(ctx, params.pagina);
  },
  restorePromo: async ({ params }, ctx) => readManagedPage(ctx, await restoreVersion(ctx, params.id)),
  cancelPromo: async ({ params }, ctx) => readManagedPage(ctx, await cancelVersion(ctx, params.id)),
  uploadPromoPicture: async ({ params }, ctx) => {
    await uploadPicture(ctx, params.pagina);
    return readManagedPage(ctx, params.pagina);
  },
};
