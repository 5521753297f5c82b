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

/** The name of the buttons of a visitor, who makes up for a lesson of another class. */
export const visitName = (id: number) => `v${id}`;

/** The marks that a roll's form has. @param others a mark for those without one, by the field `todos` */
function marksOf(values: Sent['values'], others: RollMark | null) {
  const everybody = others === null ? [] : (values.todos ?? '').split(',').map((name) => [name, others] as const);
  const marks = Object.entries({ ...values, ...Object.fromEntries(everybody) });
  const of = (kind: RegExp) =>
    marks.flatMap(([name, mark]) => {
      const id = kind.exec(name)?.[1];
      return id === undefined ? [] : [{ id: Number(id), situacao: mark as RollMark }];
    });
  return {
    presencas: of(/^p(\d{1,9})$/).map(({ id, situacao }) => ({ turma_aluno_id: id, situacao })),
    visitas: of(/^v(\d{1,9})$/).map(({ id, situacao }) => ({ id, situacao: situacao as 'presente' | 'falta' })),
  };
}

/** The forms of a lesson for who gives it. @param zone of its unit */
export function taughtForms(id: string, zone: string): Record<string, Verb> {
  const params = { id };
  const done = (feito: string) => routes.teacher.lesson(id, { feito });
  const roll =
    (others: RollMark | null): Verb =>
    async ({ api, values }) => {
      const { presencas, visitas } = marksOf(values, others);
      if (presencas.length === 0) refuse({ presencas: lessonWords.nobodyMarked });
      const { pontos_usados } = await api(takeRoll, { params, body: { presencas, visitas } });
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
    repor: async ({ api, values: { dia = '', hora_inicio = '', hora_fim = '', mesmo_assim } }) => {
      const inicio = instantAt(dia, hora_inicio, zone) ?? refuse({ dia: lessonWords.noTime });
      const fim = instantAt(dia, hora_fim, zone) ?? refuse({ hora_fim: lessonWords.noTime });
      await api(addMakeUpLesson, { params, body: { inicio, fim, mesmo_assim: mesmo_assim === 'sim' } });
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
