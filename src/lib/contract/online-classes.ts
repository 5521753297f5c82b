import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './online-classes.schema.ts';

export const getTodayOfClass: Call<typeof S.getTodayOfClass> = { method: 'GET', path: 'at-home/turma/{id}/aula-hoje/' };
export const getTodayOfEnrollment: Call<typeof S.getTodayOfEnrollment> = {
  method: 'GET',
  path: 'at-home/turma-aluno/{id}/aula-hoje/',
};
export const getLessonEvent: Call<typeof S.getLessonEvent> = {
  method: 'GET',
  path: 'portal/calendar/lessons/{id}.ics',
  result: 'text',
};
export const downloadMaterial: Call<typeof S.downloadMaterial> = {
  method: 'GET',
  path: 'portal/lessons/{id}/materials/{n}/',
  result: 'file',
};
export const getFeed: PublicCall<typeof S.getFeed> = {
  method: 'GET',
  path: 'portal/calendar/{secret}.ics',
  auth: 'none',
  result: 'text',
};
