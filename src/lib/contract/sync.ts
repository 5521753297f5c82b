import type { Call } from './core.ts';
import type { calls as S } from './sync.schema.ts';

export * from './sync-webhooks.ts';

export const listKeys: Call<typeof S.listKeys> = { method: 'GET', path: 'portal/manager/keys/' };
export const createKey: Call<typeof S.createKey> = { method: 'POST', path: 'portal/manager/keys/' };
export const endKey: Call<typeof S.endKey> = { method: 'DELETE', path: 'portal/manager/keys/{id}/' };
export const listTables: Call<typeof S.listTables> = { method: 'GET', path: 'portal/manager/tables/' };
export const listChanges: Call<typeof S.listChanges> = { method: 'GET', path: 'portal/sync/changes/', writes: true };
export const putTable: Call<typeof S.putTable> & { body: 'multipart' } = {
  method: 'PUT',
  path: 'portal/sync/{tabela}/',
  body: 'multipart',
  raw: ['text/csv', 'application/json'],
  keyed: true,
};
