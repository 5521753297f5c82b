import type { calls as S } from './books.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const listOwnBooks: Call<typeof S.listOwnBooks> = { method: 'GET', path: 'users/book/' };
export const linkBook: Call<typeof S.linkBook> = { method: 'POST', path: 'users/book/' };
export const listUserBooks: Call<typeof S.listUserBooks> = { method: 'GET', path: 'users/{id}/book/' };
export const getBook: PublicCall<typeof S.getBook> = { method: 'GET', path: 'users/book/{uuid}/', auth: 'none' };
export const unlinkOwnBook: Call<typeof S.unlinkOwnBook> = { method: 'DELETE', path: 'users/unlink-book/{id}/' };
export const unlinkUserBook: Call<typeof S.unlinkUserBook> = {
  method: 'DELETE',
  path: 'users/{userId}/unlink-book/{id}/',
};
export const checkEmptyBook: PublicCall<typeof S.checkEmptyBook> = {
  method: 'GET',
  path: 'at-home/empty-book-check/{id}/',
  auth: 'none',
};

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
