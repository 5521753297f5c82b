import type * as promo from '#lib/contract/promo.ts';
import type { Routes } from '../http/handler.ts';
import { readManagedPage } from './manage-pages.ts';
import { readPromoPicture } from './manage-pictures.ts';
import { uploadPicture } from './upload-picture.ts';
import { saveDraft } from './write-page.ts';

export const promoRoutes: Routes<typeof promo> = {
  getPromoPicture: ({ params }, ctx) => readPromoPicture(ctx, params.chave),
  savePromoDraft: ({ params, body }, ctx) => saveDraft(ctx, params.pagina, body),
  uploadPromoPicture: async ({ params }, ctx) => {
    await uploadPicture(ctx, params.pagina);
    return readManagedPage(ctx, params.pagina);
  },
};
