import type { Call } from './core.ts';
import type { staffCalls as S } from './promo-staff.schema.ts';
export const savePromoDraft: Call<typeof S.savePromoDraft> = {
  method: 'PUT',
  path: 'portal/promo/manage/{pagina}/draft/',
};
export const uploadPromoPicture: Call<typeof S.uploadPromoPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/pictures/',
  body: 'multipart',
};
