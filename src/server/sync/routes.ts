import type * as sync from '#lib/contract/sync.ts';
import type { Routes } from '../http/handler.ts';
import { listTables } from './list-tables.ts';
import { createKey, endKey, listKeys } from './manage-keys.ts';
import {
  createWebhook,
  endWebhook,
  getWebhook,
  listWebhooks,
  renewSecret,
  replayWebhook,
  resumeWebhook,
  testWebhook,
} from './manage-webhooks.ts';

import { readChanges } from './read-changes.ts';
import { sheetModel } from './sheet-model.ts';
import { readSheet, storeSheet } from './store-sheet.ts';
import { importSheet, putTable } from './take-table.ts';

export const syncRoutes: Routes<typeof sync> = {
  listKeys: (_input, ctx) => listKeys(ctx),
  createKey: ({ body }, ctx) => createKey(ctx, body),
  endKey: ({ params }, ctx) => endKey(ctx, params.id),
  listTables: async (_input, ctx) => listTables(ctx),
  listChanges: ({ query }, ctx) => readChanges(ctx, query),
  listWebhooks: (_input, ctx) => listWebhooks(ctx),
  createWebhook: ({ body }, ctx) => createWebhook(ctx, body),
  getWebhook: ({ params }, ctx) => getWebhook(ctx, params.id),
  renewWebhookSecret: ({ params }, ctx) => renewSecret(ctx, params.id),
  testWebhook: ({ params }, ctx) => testWebhook(ctx, params.id),
  replayWebhook: ({ params, body }, ctx) => replayWebhook(ctx, params.id, body),
  resumeWebhook: ({ params }, ctx) => resumeWebhook(ctx, params.id),
  endWebhook: ({ params }, ctx) => endWebhook(ctx, params.id),
  uploadSheet: ({ params }, ctx) => storeSheet(ctx, params.tabela),
  getSheet: ({ params }, ctx) => readSheet(ctx, params.tabela, params.arquivo),
  importSheet: ({ params, body }, ctx) => importSheet(ctx, params.tabela, body),
  downloadSheetModel: async ({ params }, ctx) => sheetModel(ctx, params.tabela),
  putTable: ({ params, query }, ctx) => putTable(ctx, params.tabela, query),
};
