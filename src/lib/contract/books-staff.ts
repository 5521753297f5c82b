import type { calls as S } from './books-staff.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const getBookFile: PublicCall<typeof S.getBookFile> = {
  method: 'GET',
  path: 'portal/livros/arquivos/{chave}/',
  auth: 'none',
  result: 'file',
};
export const listSchoolBooks: Call<typeof S.listSchoolBooks> = { method: 'GET', path: 'portal/manager/livros/' };
export const getSchoolBook: Call<typeof S.getSchoolBook> = { method: 'GET', path: 'portal/manager/livros/{id}/' };
export const uploadBook: Call<typeof S.uploadBook> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/manager/livros/',
  body: 'multipart',
};
export const getBookUpload: Call<typeof S.getBookUpload> = { method: 'GET', path: 'portal/manager/envio-de-livro/' };
export const installBook: Call<typeof S.installBook> = {
  method: 'POST',
  path: 'portal/manager/envio-de-livro/{id}/instalar/',
};
export const discardBookUpload: Call<typeof S.discardBookUpload> = {
  method: 'DELETE',
  path: 'portal/manager/envio-de-livro/{id}/',
};
export const createCopies: Call<typeof S.createCopies> = {
  method: 'POST',
  path: 'portal/manager/livros/{id}/exemplares/',
  keyed: true,
};
export const downloadCopies: Call<typeof S.downloadCopies> = {
  method: 'POST',
  path: 'portal/manager/lotes-de-livros/{id}/codigos/',
  result: 'file',
};
