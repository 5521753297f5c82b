import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './practice.schema.ts';

export const listMyBooks: Call<typeof S.listMyBooks> = { method: 'GET', path: 'at-home/meus-livros/' };
export const listBookContents: Call<typeof S.listBookContents> = { method: 'GET', path: 'at-home/livros/user/{id}/' };
export const saveAudioPosition: Call<typeof S.saveAudioPosition> = {
  method: 'POST',
  path: 'portal/practice/audios/{id}/',
};
export const saveReviews: Call<typeof S.saveReviews> = { method: 'POST', path: 'portal/practice/reviews/' };
export const getPracticeTest: Call<typeof S.getPracticeTest> = { method: 'GET', path: 'portal/practice/tests/{id}/' };
export const submitPracticeTest: Call<typeof S.submitPracticeTest> = {
  method: 'POST',
  path: 'portal/practice/tests/{id}/attempts/',
};
export const getOfflinePackage: Call<typeof S.getOfflinePackage> = {
  method: 'GET',
  path: 'portal/practice/packages/{unidade_id}/',
};
export const updateWeeklyGoal: Call<typeof S.updateWeeklyGoal> = { method: 'PUT', path: 'portal/goals/weekly/' };
export const getEmptyBookTest: PublicCall<typeof S.getEmptyBookTest> = {
  method: 'GET',
  path: 'portal/practice/empty-book/tests/{id}/',
  auth: 'none',
};
export const checkEmptyBookTest: PublicCall<typeof S.checkEmptyBookTest> = {
  method: 'POST',
  path: 'portal/practice/empty-book/tests/{id}/check/',
  auth: 'none',
};
