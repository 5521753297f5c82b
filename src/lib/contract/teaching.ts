import type { Call } from './core.ts';
import type { calls as S } from './teaching.schema.ts';

export const uploadLessonFile: Call<typeof S.uploadLessonFile> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/teaching/lessons/{id}/materials/',
  body: 'multipart',
};
export const downloadLessonFile: Call<typeof S.downloadLessonFile> = {
  method: 'GET',
  path: 'portal/teaching/lessons/{id}/materials/{n}/',
  result: 'file',
};

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

export const downloadTeachingHours: Call<typeof S.downloadTeachingHours> = {
  method: 'GET',
  path: 'portal/teaching/hours/export/csv/',
  result: 'file',
  writes: true,
};
