import type { ownCalls as S } from './abroad-own.schema.ts';
import type { Call } from './core.ts';
export const uploadDraftDocument: Call<typeof S.uploadDraftDocument> & { body: 'multipart' } = {
  method: 'PUT',
  path: 'portal/abroad/draft/documents/{tipo}/',
  body: 'multipart',
};
export const downloadUsaDocument: Call<typeof S.downloadUsaDocument> & { result: 'file' } = {
  method: 'GET',
  path: 'portal/abroad/documents/{id}/',
  result: 'file',
  writes: true,
};
