import type * as panel from '#lib/contract/panel.ts';
import type { Routes } from '../http/handler.ts';
import { searchPanel } from './search.ts';

export const panelRoutes: Routes<typeof panel> = {
  searchPanel: ({ query }, ctx) => searchPanel(ctx, query.q),
};
