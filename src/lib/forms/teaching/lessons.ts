import {
  addLessonLink,
  addMakeUpLesson,
  cancelTaughtLesson,
  removeLessonMaterial,
  takeRoll,
  uploadLessonFile,
  writeLesson,
} from '#lib/contract/teaching.ts';
import type { RollMark } from '#lib/contract/teaching-lessons.schema.ts';
import { routes } from '#lib/routes.ts';
import { materialRule } from '#lib/rules/teaching/material-rule.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { lessonWords } from '#lib/words/teaching-lessons.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** The name of a student's buttons in the roll. */
export const markName = (turmaAlunoId: number) => `p${turmaAlunoId}`;

/** The marks that a roll's form has. @param others a mark for those without one, by the field `todos` */
function marksOf(values: Sent['values'], others: RollMark | null) {
  const marks = Object.entries(values).flatMap(([name, situacao]) => {
    const id = /^p(\d{1,9})$/.exec(name)?.[1];
    return id === undefined ? [] : [{ turma_aluno_id: Number(id), situacao: situacao as RollMark }];
  });
  if (others === null) return marks;
  const everybody = new Set((values.todos ?? '').split(',').filter(Boolean).map(Number));
  return [
    ...marks.filter(({ turma_aluno_id }) => !everybody.has(turma_aluno_id)),
    ...[...everybody].map((turma_aluno_id) => ({ turma_aluno_id, situacao: others })),
  ];
}

/** The forms of a lesson for who gives it. @param zone of its unit */
export function taughtForms(id: string, zone: string): Record<string, Verb> {
  const params = { id };
  const done = (feito: string) => routes.teacher.lesson(id, { feito });
  const roll =
    (others: RollMark | null): Verb =>
    async ({ api, values }) => {
      const presencas = marksOf(values, others);
      if (presencas.length === 0) refuse({ presencas: lessonWords.nobodyMarked });
      const { pontos_usados } = await api(takeRoll, { params, body: { presencas } });
      return done(pontos_usados.length > 0 ? 'chamada-pontos' : 'chamada');
    };
  return {
    chamada: roll(null),
    todos: roll('presente'),
    registro: async ({ api, values: { conteudo, licao_de_casa, gravacao_url } }) => {
      await api(writeLesson, { params, body: { conteudo, licao_de_casa, gravacao_url } });
      return done('registro');
    },
    link: async ({ api, values: { nome = '', url = '' } }) => {
      await api(addLessonLink, { params, body: { nome, url } });
      return done('link');
    },
    arquivo: async (sent) => {
      await sent.api(uploadLessonFile, { params, body: fileOf(sent, materialRule) });
      return done('arquivo');
    },
    tirar: async ({ api, values }) => {
      await api(removeLessonMaterial, { params: { id, n: values.n ?? '' } });
      return done('tirar');
    },
    cancelar: async ({ api, values: { motivo = '' } }) => {
      await api(cancelTaughtLesson, { params, body: { motivo } });
      return done('cancelar');
    },
    repor: async ({ api, values: { dia = '', hora_inicio = '', hora_fim = '' } }) => {
      const inicio = instantAt(dia, hora_inicio, zone) ?? refuse({ dia: lessonWords.noTime });
      const fim = instantAt(dia, hora_fim, zone) ?? refuse({ hora_fim: lessonWords.noTime });
      await api(addMakeUpLesson, { params, body: { inicio, fim } });
      return done('repor');
    },
  };
}

/** How these forms name the fields of their calls. */
export const taughtNames = {
  otherwise: lessonWords.notKept,
  nameOf: (field: string) =>
    ({ inicio: 'dia', fim: 'hora_fim' })[field] ?? (field.startsWith('presencas') ? 'presencas' : field),
};
