import type { Call } from './core.ts';
import type { calls as S } from './panel.schema.ts';

export const getPanelHome: Call<typeof S.getPanelHome> = { method: 'GET', path: 'portal/panel/' };
export const searchPanel: Call<typeof S.searchPanel> = { method: 'GET', path: 'portal/panel/search/' };
