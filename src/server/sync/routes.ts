import type * as sync from '#lib/contract/sync.ts';
import type { Routes } from '../http/handler.ts';
import { listTables } from './list-tables.ts';
import { createKey, endKey, listKeys } from './manage-keys.ts';
import { putTable } from './put-table.ts';

export const syncRoutes: Routes<typeof sync> = {
  listKeys: (_input, ctx) => listKeys(ctx),
  createKey: ({ body }, ctx) => createKey(ctx, body),
  endKey: ({ params }, ctx) => endKey(ctx, params.id),
  listTables: async (_input, ctx) => listTables(ctx),
  putTable: ({ params, query }, ctx) => putTable(ctx, params.tabela, query),
};
