import type { Call } from './core.ts';
import type { calls as S } from './students.schema.ts';

export const listStudents: Call<typeof S.listStudents> = { method: 'GET', path: 'portal/students/' };
export const downloadStudents: Call<typeof S.downloadStudents> = {
  method: 'GET',
  path: 'portal/students/export/csv/',
  result: 'file',
  writes: true,
};
export const getStudent: Call<typeof S.getStudent> = { method: 'GET', path: 'portal/students/{id}/' };
export const createStudent: Call<typeof S.createStudent> = { method: 'POST', path: 'portal/students/', keyed: true };
export const moveStudent: Call<typeof S.moveStudent> = { method: 'POST', path: 'portal/students/{id}/move/' };
export const endCourse: Call<typeof S.endCourse> = { method: 'POST', path: 'portal/students/{id}/end/' };
export const resumeCourse: Call<typeof S.resumeCourse> = { method: 'DELETE', path: 'portal/students/{id}/end/' };
export const inviteStudents: Call<typeof S.inviteStudents> = { method: 'POST', path: 'portal/students/invitations/' };
export const printInvitations: Call<typeof S.printInvitations> & { result: 'file' } = {
  method: 'GET',
  path: 'portal/students/invitations/sheets/',
  result: 'file',
  writes: true,
};
