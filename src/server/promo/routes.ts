import type * as promo from '#lib/contract/promo.ts';
import type { Routes } from '../http/handler.ts';
import { createLead } from './create-lead.ts';
import { readPromoSchool } from './read-promo-school.ts';

export const promoRoutes: Routes<typeof promo> = {
  createLead: ({ body }, ctx) => createLead(ctx, body),
  getPromoSchool: ({ query }, ctx) => readPromoSchool(ctx, query),
};
