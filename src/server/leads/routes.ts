import type * as leads from '#lib/contract/leads.ts';
import type { Routes } from '../http/handler.ts';
import { downloadLeads } from './list-leads.ts';

export const leadsRoutes: Routes<typeof leads> = {
  downloadLeads: ({ query }, ctx) => downloadLeads(ctx, query),
};
