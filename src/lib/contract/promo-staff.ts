import type { Call } from './core.ts';
import type { staffCalls as S } from './promo-staff.schema.ts';
export const uploadPromoPicture: Call<typeof S.uploadPromoPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/pictures/',
  body: 'multipart',
};
