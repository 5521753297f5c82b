import type * as promo from '#lib/contract/promo.ts';
import type { Routes } from '../http/handler.ts';
import { createLead } from './create-lead.ts';

export const promoRoutes: Routes<typeof promo> = {
  createLead: ({ body }, ctx) => createLead(ctx, body),
};
