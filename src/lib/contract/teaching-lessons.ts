import type { Call } from './core.ts';
import type { lessonCalls as S } from './teaching-lessons.schema.ts';
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
