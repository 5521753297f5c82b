import type { Call } from './core.ts';
import type { lessonCalls as S } from './teaching-lessons.schema.ts';

export const getTeachingDay: Call<typeof S.getTeachingDay> = { method: 'GET', path: 'portal/teaching/day/' };
export const getTaughtClass: Call<typeof S.getTaughtClass> = { method: 'GET', path: 'portal/teaching/classes/{id}/' };
export const getTaughtLesson: Call<typeof S.getTaughtLesson> = { method: 'GET', path: 'portal/teaching/lessons/{id}/' };
export const takeRoll: Call<typeof S.takeRoll> = { method: 'PUT', path: 'portal/teaching/lessons/{id}/roll/' };
export const writeLesson: Call<typeof S.writeLesson> = { method: 'PUT', path: 'portal/teaching/lessons/{id}/' };
export const addLessonLink: Call<typeof S.addLessonLink> = {
  method: 'POST',
  path: 'portal/teaching/lessons/{id}/links/',
};
export const uploadLessonFile: Call<typeof S.uploadLessonFile> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/teaching/lessons/{id}/materials/',
  body: 'multipart',
};
export const removeLessonMaterial: Call<typeof S.removeLessonMaterial> = {
  method: 'DELETE',
  path: 'portal/teaching/lessons/{id}/materials/{n}/',
};
export const downloadLessonFile: Call<typeof S.downloadLessonFile> = {
  method: 'GET',
  path: 'portal/teaching/lessons/{id}/materials/{n}/',
  result: 'file',
};
export const cancelTaughtLesson: Call<typeof S.cancelTaughtLesson> = {
  method: 'POST',
  path: 'portal/teaching/lessons/{id}/cancel/',
};
export const addMakeUpLesson: Call<typeof S.addMakeUpLesson> = {
  method: 'POST',
  path: 'portal/teaching/lessons/{id}/make-up/',
};
