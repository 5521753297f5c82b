import type { PublicCall } from './core.ts';
import type { calls as S } from './promo.schema.ts';

export * from './promo-staff.ts';
export const getPromoPicture: PublicCall<typeof S.getPromoPicture> = {
  method: 'GET',
  path: 'portal/promo/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};
