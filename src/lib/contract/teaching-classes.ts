import type { Call } from './core.ts';
import type { classCalls as S } from './teaching-classes.schema.ts';

export const listSchoolClasses: Call<typeof S.listSchoolClasses> = { method: 'GET', path: 'portal/manager/classes/' };
export const getSchoolClass: Call<typeof S.getSchoolClass> = { method: 'GET', path: 'portal/manager/classes/{id}/' };
export const getSchoolLesson: Call<typeof S.getSchoolLesson> = { method: 'GET', path: 'portal/manager/lessons/{id}/' };
export const getClassChoices: Call<typeof S.getClassChoices> = {
  method: 'GET',
  path: 'portal/manager/class-choices/',
};
export const createClass: Call<typeof S.createClass> = { method: 'POST', path: 'portal/manager/classes/' };
export const updateClass: Call<typeof S.updateClass> = { method: 'PUT', path: 'portal/manager/classes/{id}/' };
export const previewClass: Call<typeof S.previewClass> = { method: 'POST', path: 'portal/manager/class-preview/' };
export const endClass: Call<typeof S.endClass> = { method: 'POST', path: 'portal/manager/classes/{id}/state/' };
export const addLesson: Call<typeof S.addLesson> = {
  method: 'POST',
  path: 'portal/manager/classes/{id}/lessons/',
};
export const updateLesson: Call<typeof S.updateLesson> = { method: 'PATCH', path: 'portal/manager/lessons/{id}/' };
export const cancelLesson: Call<typeof S.cancelLesson> = {
  method: 'POST',
  path: 'portal/manager/lessons/{id}/cancel/',
};
export const restoreLesson: Call<typeof S.restoreLesson> = {
  method: 'POST',
  path: 'portal/manager/lessons/{id}/restore/',
};
export const enrolStudents: Call<typeof S.enrolStudents> = {
  method: 'POST',
  path: 'portal/manager/classes/{id}/students/',
};
export const updateEnrolment: Call<typeof S.updateEnrolment> = {
  method: 'PUT',
  path: 'portal/manager/enrolments/{id}/',
};
export const listClosedDays: Call<typeof S.listClosedDays> = { method: 'GET', path: 'portal/manager/closed-days/' };
export const addClosedDay: Call<typeof S.addClosedDay> = { method: 'POST', path: 'portal/manager/closed-days/' };
export const cancelClosedDay: Call<typeof S.cancelClosedDay> = {
  method: 'POST',
  path: 'portal/manager/closed-days/{id}/cancel-lessons/',
};
export const removeClosedDay: Call<typeof S.removeClosedDay> = {
  method: 'DELETE',
  path: 'portal/manager/closed-days/{id}/',
};
