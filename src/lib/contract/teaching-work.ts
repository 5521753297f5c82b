import type { Call } from './core.ts';
import type { workCalls as S } from './teaching-work.schema.ts';

export const listClassWork: Call<typeof S.listClassWork> = {
  method: 'GET',
  path: 'portal/teaching/classes/{id}/work/',
};
export const createWork: Call<typeof S.createWork> = { method: 'POST', path: 'portal/teaching/classes/{id}/work/' };
export const updateWork: Call<typeof S.updateWork> = { method: 'PUT', path: 'portal/teaching/work/{id}/' };
export const removeWork: Call<typeof S.removeWork> = { method: 'DELETE', path: 'portal/teaching/work/{id}/' };
export const copyWork: Call<typeof S.copyWork> = { method: 'POST', path: 'portal/teaching/work/{id}/copy/' };
export const listHandedIn: Call<typeof S.listHandedIn> = { method: 'GET', path: 'portal/teaching/handed-in/' };
export const getHandedIn: Call<typeof S.getHandedIn> = { method: 'GET', path: 'portal/teaching/handed-in/{id}/' };
export const correctWork: Call<typeof S.correctWork> = { method: 'PUT', path: 'portal/teaching/handed-in/{id}/' };
export const returnWork: Call<typeof S.returnWork> = {
  method: 'POST',
  path: 'portal/teaching/handed-in/{id}/return/',
};
export const addCorrection: Call<typeof S.addCorrection> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/teaching/handed-in/{id}/files/',
  body: 'multipart',
};
export const removeCorrection: Call<typeof S.removeCorrection> = {
  method: 'DELETE',
  path: 'portal/teaching/handed-in/{id}/files/{n}/',
};
export const viewHandedIn: Call<typeof S.viewHandedIn> = {
  method: 'GET',
  path: 'portal/teaching/handed-in/{id}/{tipo}/{n}/',
  result: 'file',
};
