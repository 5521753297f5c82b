import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './promo.schema.ts';

export const getPromoPicture: PublicCall<typeof S.getPromoPicture> = {
  method: 'GET',
  path: 'portal/promo/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};

export const uploadPromoPicture: Call<typeof S.uploadPromoPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/pictures/',
  body: 'multipart',
};
