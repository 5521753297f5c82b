import type { Call } from './core.ts';
import type { calls as S } from './pedagogico.schema.ts';
export const listClasses: Call<typeof S.listClasses> = { method: 'GET', path: 'at-home/turmas/' };
export const getClass: Call<typeof S.getClass> = { method: 'GET', path: 'at-home/turma/{id}/' };
export const getGrades: Call<typeof S.getGrades> = { method: 'GET', path: 'at-home/turma/{id}/notas/' };
export const getHomeGrades: Call<typeof S.getHomeGrades> = {
  method: 'GET',
  path: 'at-home/turma-aluno/{id}/notas/athome/',
};
export const scanQrCode: Call<typeof S.scanQrCode> = {
  method: 'GET',
  path: 'at-home/scanear-qr-code/{a}/{b}/',
  writes: true,
};
export const uploadActivity: Call<typeof S.uploadActivity> & { body: 'multipart' } = {
  method: 'POST',
  path: 'turma-aluno-atividades/{id}/enviar-arquivo-atividade/',
  body: 'multipart',
};
export const downloadActivity: Call<typeof S.downloadActivity> = {
  method: 'GET',
  path: 'turma-aluno-atividades/{id}/download-atividade/{n}/',
  result: 'file',
};
export const deleteActivityFile: Call<typeof S.deleteActivityFile> = {
  method: 'DELETE',
  path: 'turma-aluno-atividades/{id}/excluir-atividade/{n}/',
};
export const downloadCorrection: Call<typeof S.downloadCorrection> = {
  method: 'GET',
  path: 'turma-aluno-atividades/{id}/download-correcao/{n}/',
  result: 'file',
};
export const confirmPresence: Call<typeof S.confirmPresence> = {
  method: 'PUT',
  path: 'turma-aluno-atividades/turma-atividade/{id}/presenca-aluno/',
};
