import type { Call } from './core.ts';
import type { calls as S } from './panel.schema.ts';
export const searchPanel: Call<typeof S.searchPanel> = { method: 'GET', path: 'portal/panel/search/' };
