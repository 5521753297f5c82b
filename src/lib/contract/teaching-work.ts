import type { Call } from './core.ts';
import type { workCalls as S } from './teaching-work.schema.ts';
export const addCorrection: Call<typeof S.addCorrection> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/teaching/handed-in/{id}/files/',
  body: 'multipart',
};
export const viewHandedIn: Call<typeof S.viewHandedIn> = {
  method: 'GET',
  path: 'portal/teaching/handed-in/{id}/{tipo}/{n}/',
  result: 'file',
};
