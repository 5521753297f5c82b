import type { Call } from './core.ts';
import type { calls as S } from './sync.schema.ts';

export * from './sync-webhooks.ts';

export const listKeys: Call<typeof S.listKeys> = { method: 'GET', path: 'portal/manager/keys/' };
export const createKey: Call<typeof S.createKey> = { method: 'POST', path: 'portal/manager/keys/' };
export const endKey: Call<typeof S.endKey> = { method: 'DELETE', path: 'portal/manager/keys/{id}/' };
export const listTables: Call<typeof S.listTables> = { method: 'GET', path: 'portal/manager/tables/' };
const TABLE = 'portal/manager/tables/{tabela}/' as const;
export const uploadSheet: Call<typeof S.uploadSheet> & { body: 'multipart' } = {
  method: 'POST',
  path: `${TABLE}files/`,
  body: 'multipart',
};
export const getSheet: Call<typeof S.getSheet> = { method: 'GET', path: `${TABLE}files/{arquivo}/` };
export const importSheet: Call<typeof S.importSheet> = { method: 'POST', path: `${TABLE}import/`, keyed: true };
export const downloadSheetModel: Call<typeof S.downloadSheetModel> = {
  method: 'GET',
  path: `${TABLE}model/`,
  result: 'file',
};
export const listChanges: Call<typeof S.listChanges> = { method: 'GET', path: 'portal/sync/changes/', writes: true };
export const putTable: Call<typeof S.putTable> & { body: 'multipart' } = {
  method: 'PUT',
  path: 'portal/sync/{tabela}/',
  body: 'multipart',
  raw: ['text/csv', 'application/json'],
  keyed: true,
};
