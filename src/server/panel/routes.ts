import type * as panel from '#lib/contract/panel.ts';
import type { Routes } from '../http/handler.ts';
import { readHome } from './read-home.ts';
import { searchPanel } from './search.ts';

export const panelRoutes: Routes<typeof panel> = {
  getPanelHome: (_input, ctx) => readHome(ctx),
  searchPanel: ({ query }, ctx) => searchPanel(ctx, query.q),
};
