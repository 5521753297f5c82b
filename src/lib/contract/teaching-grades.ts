import type { Call } from './core.ts';
import type { gradeCalls as S } from './teaching-grades.schema.ts';
export const saveGrades: Call<typeof S.saveGrades> = {
  method: 'PUT',
  path: 'portal/teaching/classes/{id}/grades/',
};
