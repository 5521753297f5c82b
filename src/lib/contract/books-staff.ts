import type { calls as S } from './books-staff.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const getBookFile: PublicCall<typeof S.getBookFile> = {
  method: 'GET',
  path: 'portal/livros/arquivos/{chave}/',
  auth: 'none',
  result: 'file',
};
export const uploadBook: Call<typeof S.uploadBook> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/manager/livros/',
  body: 'multipart',
};
export const downloadCopies: Call<typeof S.downloadCopies> = {
  method: 'POST',
  path: 'portal/manager/lotes-de-livros/{id}/codigos/',
  result: 'file',
};
