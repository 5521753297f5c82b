import type { calls as S } from './absences.schema.ts';
import type { Call } from './core.ts';

export const listAbsences: Call<typeof S.listAbsences> = {
  method: 'GET',
  path: 'portal/turma-aluno/{id}/ausencias/',
};
export const reportAbsence: Call<typeof S.reportAbsence> = {
  method: 'POST',
  path: 'portal/turma-aluno/{id}/ausencias/',
};
export const withdrawAbsence: Call<typeof S.withdrawAbsence> = {
  method: 'DELETE',
  path: 'portal/turma-aluno/{id}/ausencias/{aula}/',
};
export const listReplacements: Call<typeof S.listReplacements> = {
  method: 'GET',
  path: 'portal/turma-aluno/{id}/reposicoes/',
};
export const bookReplacement: Call<typeof S.bookReplacement> = {
  method: 'POST',
  path: 'portal/turma-aluno/{id}/reposicoes/',
};
export const cancelReplacement: Call<typeof S.cancelReplacement> = {
  method: 'DELETE',
  path: 'portal/turma-aluno/{id}/reposicoes/{aula}/',
};
export const listSchoolAbsences: Call<typeof S.listSchoolAbsences> = {
  method: 'GET',
  path: 'portal/manager/absences/',
};
export const decideAbsence: Call<typeof S.decideAbsence> = {
  method: 'POST',
  path: 'portal/manager/absences/{id}/decision/',
};
export const listSchoolReplacements: Call<typeof S.listSchoolReplacements> = {
  method: 'GET',
  path: 'portal/manager/replacements/',
};
export const recordReplacement: Call<typeof S.recordReplacement> = {
  method: 'POST',
  path: 'portal/manager/replacements/{id}/attendance/',
};
