import type { PublicCall } from './core.ts';
import type { calls as S } from './promo.schema.ts';

export * from './promo-staff.ts';

export const createLead: PublicCall<typeof S.createLead> = { method: 'POST', path: 'portal/leads/', auth: 'none' };
export const getPromoSchool: PublicCall<typeof S.getPromoSchool> = {
  method: 'GET',
  path: 'portal/promo/school/',
  auth: 'none',
};
export const getPromo: PublicCall<typeof S.getPromo> = {
  method: 'GET',
  path: 'portal/promo/pages/{pagina}/',
  auth: 'none',
};
export const getPromoPicture: PublicCall<typeof S.getPromoPicture> = {
  method: 'GET',
  path: 'portal/promo/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};
