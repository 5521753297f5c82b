import type { Call } from './core.ts';
import type { calls as S } from './sync.schema.ts';

const TABLE = 'portal/manager/tables/{tabela}/' as const;
export const uploadSheet: Call<typeof S.uploadSheet> & { body: 'multipart' } = {
  method: 'POST',
  path: `${TABLE}files/`,
  body: 'multipart',
};
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
