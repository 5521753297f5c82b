import { z } from 'zod';
import { OneId, Uuid } from '#lib/contract/shapes.schema.ts';
import { ImportSheet, NewApiKey, OfTable } from '#lib/contract/sync.schema.ts';
import * as contract from '#lib/contract/sync.ts';
import { NewWebhook, Replay } from '#lib/contract/sync-webhooks.schema.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { changeKinds } from '#lib/rules/sync/changes.ts';
import { syncTables } from '#lib/rules/sync/tables.ts';
import { endpoint, operation, staffOperation } from '../../core/http/operation.ts';
import { staff } from '../../core/http/who.ts';
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
import { importSheet, listTables, readSheet, sheetModel, storeSheet } from './sheets.ts';
import { putTable } from './take-table.ts';

/** Each right once. */
const rightsOf = (rules: Readonly<Record<string, { right: Right }>>): Right[] => [
  ...new Set(Object.values(rules).map(({ right }) => right)),
];

/** The rights of all tables; `syncTables` has the right of each. */
const RIGHTS_OF_SHEETS = rightsOf(syncTables);
/** The rights of all kinds of changes; `changeKinds` has the right of each. */
const RIGHTS_OF_CHANGES = rightsOf(changeKinds);

/** The operations for other systems. */
export const syncOperations = {
  /** The keys of other systems, the newest first. */
  listKeys: staffOperation({
    who: staff('equipe'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listKeys(ctx),
  }),
  /** Creates a key for another system; only this answer contains the key. */
  createKey: staffOperation({
    who: staff('equipe'),
    does: 'writes',
    connected: 'staff',
    input: NewApiKey,
    reauthenticate: 'always',
    run: (body, ctx) => createKey(ctx, body),
  }),
  /** Ends a key at once. */
  endKey: staffOperation({
    who: staff('equipe', 'apiKey'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => endKey(ctx, id),
  }),
  /** The tables that the user may send, each with its columns. */
  listTables: operation({
    who: staff(RIGHTS_OF_SHEETS),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    reauthenticate: 'always',
    run: async (_input, ctx) => listTables(ctx),
  }),
  /** The webhooks that are notified of changes. */
  listWebhooks: staffOperation({
    who: staff('equipe'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listWebhooks(ctx),
  }),
  /** Adds a webhook; only this answer contains its secret (Standard Webhooks). */
  createWebhook: staffOperation({
    who: staff('equipe'),
    does: 'writes',
    connected: 'staff',
    input: NewWebhook,
    reauthenticate: 'always',
    run: (body, ctx) => createWebhook(ctx, body),
  }),
  /** A webhook with its last deliveries, the newest first. */
  getWebhook: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => getWebhook(ctx, id),
  }),
  /** Creates a new secret; the previous one stays valid for a day. */
  renewWebhookSecret: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    reauthenticate: 'always',
    run: ({ id }, ctx) => renewSecret(ctx, id),
  }),
  /** Sends a test. */
  testWebhook: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => testWebhook(ctx, id),
  }),
  /** Sends one delivery again, or all since an instant, with their ids. */
  replayWebhook: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'writes',
    connected: 'staff',
    input: OneId.and(Replay),
    run: ({ id, ...body }, ctx) => replayWebhook(ctx, id, body),
  }),
  /** Resumes a stopped webhook. */
  resumeWebhook: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => resumeWebhook(ctx, id),
  }),
  /** Removes a webhook with its deliveries. */
  endWebhook: staffOperation({
    who: staff('equipe', 'webhook'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => endWebhook(ctx, id),
  }),
  /** A stored file of the sender. */
  getSheet: operation({
    who: staff(RIGHTS_OF_SHEETS, 'sheet'),
    does: 'reads',
    connected: 'staff',
    input: OfTable.extend({ arquivo: Uuid }),
    run: ({ tabela, arquivo }, ctx) => readSheet(ctx, tabela, arquivo),
  }),
  /** Checks or writes a stored file: the answers are those of `putTable`. */
  importSheet: operation({
    who: staff(RIGHTS_OF_SHEETS, 'sheet'),
    does: 'writes',
    connected: 'staff',
    input: ImportSheet.extend(OfTable.shape),
    reauthenticate: 'always',
    keyed: true,
    run: ({ tabela, ...body }, ctx) => importSheet(ctx, tabela, body),
  }),
  listChanges: endpoint(contract.listChanges, {
    who: staff(RIGHTS_OF_CHANGES),
    connected: 'staff',
    scopes: ['key'],
    reauthenticate: 'always',
    run: ({ query }, ctx) => readChanges(ctx, query),
  }),
  uploadSheet: endpoint(contract.uploadSheet, {
    who: staff(RIGHTS_OF_SHEETS),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ params }, ctx) => storeSheet(ctx, params.tabela),
  }),
  downloadSheetModel: endpoint(contract.downloadSheetModel, {
    who: staff(RIGHTS_OF_SHEETS),
    connected: 'staff',
    run: async ({ params }, ctx) => sheetModel(ctx, params.tabela),
  }),
  putTable: endpoint(contract.putTable, {
    who: staff(RIGHTS_OF_SHEETS),
    connected: 'staff',
    scopes: ['key'],
    reauthenticate: 'always',
    run: ({ params, query }, ctx) => putTable(ctx, params.tabela, query),
  }),
};
