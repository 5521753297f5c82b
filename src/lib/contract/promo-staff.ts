import type { Call } from './core.ts';
import type { staffCalls as S } from './promo-staff.schema.ts';

export const listManagedPromos: Call<typeof S.listManagedPromos> = { method: 'GET', path: 'portal/promo/manage/' };
export const getManagedPromo: Call<typeof S.getManagedPromo> = {
  method: 'GET',
  path: 'portal/promo/manage/{pagina}/',
};
export const previewPromo: Call<typeof S.previewPromo> = {
  method: 'GET',
  path: 'portal/promo/manage/{pagina}/preview/',
};
export const savePromoDraft: Call<typeof S.savePromoDraft> = {
  method: 'PUT',
  path: 'portal/promo/manage/{pagina}/draft/',
};
export const discardPromoDraft: Call<typeof S.discardPromoDraft> = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/discard/',
};
export const publishPromo: Call<typeof S.publishPromo> = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/publish/',
};
export const restorePromo: Call<typeof S.restorePromo> = {
  method: 'POST',
  path: 'portal/promo/versions/{id}/restore/',
};
export const cancelPromo: Call<typeof S.cancelPromo> = { method: 'POST', path: 'portal/promo/versions/{id}/cancel/' };
export const uploadPromoPicture: Call<typeof S.uploadPromoPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/promo/manage/{pagina}/pictures/',
  body: 'multipart',
};
