import type { Call } from './core.ts';
import type { calls as S } from './students.schema.ts';
export const downloadStudents: Call<typeof S.downloadStudents> = {
  method: 'GET',
  path: 'portal/students/export/csv/',
  result: 'file',
  writes: true,
};
export const printInvitations: Call<typeof S.printInvitations> & { result: 'file' } = {
  method: 'GET',
  path: 'portal/students/invitations/sheets/',
  result: 'file',
  writes: true,
};
