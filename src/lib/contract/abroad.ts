import type { calls as S } from './abroad.schema.ts';
import type { Call } from './core.ts';

export const listGroups: Call<typeof S.listGroups> = { method: 'GET', path: 'knn-usa/turmas/' };
export const listRequestGroups: Call<typeof S.listRequestGroups> = {
  method: 'GET',
  path: 'knn-usa/turmas/from-request/',
};
export const listGroupBooks: Call<typeof S.listGroupBooks> = { method: 'GET', path: 'knn-usa/turmas/livros/' };
export const listDocuments: Call<typeof S.listDocuments> = { method: 'GET', path: 'knn-usa/request/document/' };
export const getOwnRequest: Call<typeof S.getOwnRequest> = { method: 'GET', path: 'knn-usa/request/me/' };
export const deleteRequest: Call<typeof S.deleteRequest> = { method: 'DELETE', path: 'knn-usa/request/{id}/' };
export const resendDocuments: Call<typeof S.resendDocuments> & { body: 'multipart' } = {
  method: 'PATCH',
  path: 'knn-usa/request/{id}/resend-document/',
  body: 'multipart',
};
export const createRequest: Call<typeof S.createRequest> & { body: 'multipart' } = {
  method: 'POST',
  path: 'knn-usa/request/',
  body: 'multipart',
};
export const createUsaPayment: Call<typeof S.createUsaPayment> = {
  method: 'POST',
  path: 'knn-usa/payment/',
  keyed: true,
};
export const updateUsaPayment: Call<typeof S.updateUsaPayment> = {
  method: 'PUT',
  path: 'knn-usa/payment/',
  keyed: true,
};
export const getUsaPayment: Call<typeof S.getUsaPayment> = { method: 'GET', path: 'knn-usa/payment/{id}/' };

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
