import type * as sync from '#lib/contract/sync.ts';
import type { Routes } from '../http/handler.ts';

import { readChanges } from './read-changes.ts';
import { sheetModel } from './sheet-model.ts';
import { storeSheet } from './store-sheet.ts';
import { putTable } from './take-table.ts';

export const syncRoutes: Routes<typeof sync> = {
  listChanges: ({ query }, ctx) => readChanges(ctx, query),
  uploadSheet: ({ params }, ctx) => storeSheet(ctx, params.tabela),
  downloadSheetModel: async ({ params }, ctx) => sheetModel(ctx, params.tabela),
  putTable: ({ params, query }, ctx) => putTable(ctx, params.tabela, query),
};
