import type { Call } from './core.ts';
import type { gradeCalls as S } from './teaching-grades.schema.ts';

export const getGradeSheet: Call<typeof S.getGradeSheet> = {
  method: 'GET',
  path: 'portal/teaching/classes/{id}/grades/',
};
export const saveGrades: Call<typeof S.saveGrades> = {
  method: 'PUT',
  path: 'portal/teaching/classes/{id}/grades/',
};
export const addPeriod: Call<typeof S.addPeriod> = {
  method: 'POST',
  path: 'portal/teaching/classes/{id}/periods/',
};
export const releasePeriod: Call<typeof S.releasePeriod> = {
  method: 'PUT',
  path: 'portal/teaching/periods/{id}/release/',
};
export const addAssessment: Call<typeof S.addAssessment> = {
  method: 'POST',
  path: 'portal/teaching/periods/{id}/assessments/',
};
export const updateAssessment: Call<typeof S.updateAssessment> = {
  method: 'PUT',
  path: 'portal/teaching/assessments/{id}/',
};
export const removeAssessment: Call<typeof S.removeAssessment> = {
  method: 'DELETE',
  path: 'portal/teaching/assessments/{id}/',
};
export const listNeedsWord: Call<typeof S.listNeedsWord> = { method: 'GET', path: 'portal/teaching/needs-word/' };
