import type { PublicCall } from './core.ts';
import type { calls as S } from './promo.schema.ts';

export const createLead: PublicCall<typeof S.createLead> = { method: 'POST', path: 'portal/leads/', auth: 'none' };
export const getPromoSchool: PublicCall<typeof S.getPromoSchool> = {
  method: 'GET',
  path: 'portal/promo/school/',
  auth: 'none',
};
