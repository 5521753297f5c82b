import type { ClassInput } from '#lib/contract/teaching-classes.schema.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import type { Slot } from '#lib/rules/teaching/timetable.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { classWords } from '#lib/words/teaching.ts';
import { refuse } from '../refusal.ts';
import type { Refused, Sent, Verb } from '../submit.ts';

/** A class for the office, with its lessons. */
export type SchoolClass = AnswerOf<'teaching.getSchoolClass'>;
export type SchoolLesson = SchoolClass['aulas'][number];

type Values = Sent['values'];

/** A class before it is saved: what was typed, and what would become of its lessons. */
export interface AskedClass extends Pick<Refused, 'values' | 'fields'> {
  preview: AnswerOf<'teaching.previewClass'> | null;
}

/** A day of the week can have two hours: the second one is rare. */
const TURNS = ['a', 'b'] as const;

/** The names of the two clocks of one hour of the week. */
export const slotNames = (weekday: number, turn: string) => ({
  inicio: `h${weekday}${turn}_inicio`,
  fim: `h${weekday}${turn}_fim`,
});

/** The hours of a week as the form's fields. */
export function slotValues(horarios: readonly Slot[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, { dia_semana, inicio, fim }] of horarios.entries()) {
    const isSecond = horarios.slice(0, index).some((before) => before.dia_semana === dia_semana);
    const names = slotNames(dia_semana, isSecond ? 'b' : 'a');
    values[names.inicio] = inicio;
    values[names.fim] = fim;
  }
  return values;
}

/** How forms of classes name the fields of their operations. */
export const classNames = {
  otherwise: classWords.notKept,
  nameOf: (field: string) => (field.startsWith('horarios') ? 'horarios' : field),
};

/** The office saw what clashes, and goes on. */
const isKnown = ({ mesmo_assim }: Values): boolean => mesmo_assim === 'sim';

const idOf = (text = '') => wholeOf(text);

function slotsOf(values: Values): Slot[] {
  return Array.from({ length: 7 }, (_, dia_semana) => dia_semana).flatMap((dia_semana) =>
    TURNS.flatMap((turn) => {
      const names = slotNames(dia_semana, turn);
      const [inicio = '', fim = ''] = [values[names.inicio], values[names.fim]];
      if (inicio === '' && fim === '') return [];
      if (inicio === '' || fim === '') return refuse({ horarios: classWords.halfHour });
      return [{ dia_semana, inicio, fim }];
    }),
  );
}

/** What the form of a class says. @throws ApiError as the server would */
function classOf(values: Values): ClassInput {
  const horarios = slotsOf(values);
  if (horarios.length === 0) refuse({ horarios: classWords.noHour });
  return {
    unidade_id: idOf(values.unidade_id) ?? refuse({ unidade_id: classWords.noUnit }),
    nome: values.nome ?? '',
    livro_id: idOf(values.livro_id) ?? refuse({ livro_id: classWords.noBook }),
    modalidade: values.modalidade as ClassInput['modalidade'],
    professor_id: idOf(values.professor_id),
    sala: values.sala ?? null,
    link_reuniao: values.link_reuniao ?? null,
    inicio: values.inicio ?? '',
    fim: values.fim ?? '',
    lugares: wholeOf(values.lugares) ?? refuse({ lugares: classWords.noPlaces }),
    horarios,
    mesmo_assim: isKnown(values),
  };
}

/** The form of a class: the page shows its lessons before anything is saved. @param id of a known class */
export const classForm = (id?: string): Record<string, Verb<AskedClass>> => ({
  corrigir: async ({ values: { mesmo_assim: _, ...values } }) => ({ done: { values, fields: {}, preview: null } }),
  salvar: async ({ api, values }) => {
    const body = classOf(values);
    if (id === undefined) return routes.manager.class((await api.teaching.createClass(body)).id, { feito: 'criada' });
    await api.teaching.updateClass({ id, ...body });
    return routes.manager.class(id, { feito: 'mudada' });
  },
  outra: async ({ api, values }) => {
    const preview = await api.teaching.previewClass({ turma: id, ...classOf(values) });
    return { done: { values, fields: {}, preview } };
  },
});

const stated = { encerrar: 'concluida', trancar: 'trancada', reabrir: 'ativa' } as const;

/** The forms of a class's page. @param zone of its unit */
export function schoolClassForms(id: string, zone: string): Record<string, Verb> {
  const done = (parte: string, feito: string) => routes.manager.class(id, { parte, feito });
  const turn =
    (acao: keyof typeof stated): Verb =>
    async ({ api }) => {
      await api.teaching.endClass({ id, status: stated[acao] });
      return done('aulas', acao);
    };
  const enrolment =
    (status: 'ativa' | 'trancada' | 'concluida', feito: string): Verb =>
    async ({ api, values }) => {
      await api.teaching.updateEnrolment({ id: values.matricula ?? '', status });
      return done('alunos', feito);
    };
  return {
    encerrar: turn('encerrar'),
    trancar: turn('trancar'),
    reabrir: turn('reabrir'),
    aula: async ({ api, values }) => {
      await api.teaching.addLesson({
        id,
        ...timeOf(values, zone),
        titulo: values.titulo,
        mesmo_assim: isKnown(values),
      });
      return done('aulas', 'aula');
    },
    matricular: async ({ api, values, key }) => {
      const user_id = idOf(values.user_id) ?? refuse({ user_id: classWords.noStudent });
      await api.teaching.enrolStudents({ id, ids: [user_id] }, key);
      return done('alunos', 'matricular');
    },
    mudar: async ({ api, values }) => {
      const turma_id = idOf(values.turma_id) ?? refuse({ turma_id: classWords.noClass });
      await api.teaching.updateEnrolment({ id: values.matricula ?? '', turma_id });
      return done('alunos', 'mudar');
    },
    'trancar-aluno': enrolment('trancada', 'trancar-aluno'),
    'encerrar-aluno': enrolment('concluida', 'encerrar-aluno'),
    'reativar-aluno': enrolment('ativa', 'reativar-aluno'),
  };
}

function timeOf({ dia = '', hora_inicio = '', hora_fim = '' }: Values, zone: string): { inicio: string; fim: string } {
  const inicio = instantAt(dia, hora_inicio, zone) ?? refuse({ dia: classWords.noTime });
  const fim = instantAt(dia, hora_fim, zone) ?? refuse({ hora_fim: classWords.noTime });
  return { inicio, fim };
}

/** The forms of one lesson. @param zone of its unit */
export function lessonForms(id: string, zone: string): Record<string, Verb> {
  const done = (feito: string) => routes.manager.lesson(id, { feito });
  return {
    mover: async ({ api, values }) => {
      await api.teaching.updateLesson({ id, ...timeOf(values, zone), mesmo_assim: isKnown(values) });
      return done('mover');
    },
    arranjo: async ({ api, values }) => {
      const { sala, link_reuniao } = values;
      const professor_id = idOf(values.professor_id);
      const body = { professor_id, sala, link_reuniao, mesmo_assim: isKnown(values) };
      await api.teaching.updateLesson({ id, ...body });
      return done('arranjo');
    },
    cancelar: async ({ api, values }) => {
      await api.teaching.cancelLesson({ id, motivo: values.motivo });
      return done('cancelar');
    },
    restaurar: async ({ api, values }) => {
      await api.teaching.restoreLesson({ id, mesmo_assim: isKnown(values) });
      return done('restaurar');
    },
  };
}

/** How forms of a lesson name the fields of their operations. */
export const lessonNames = {
  otherwise: classWords.notKept,
  nameOf: (field: string) => ({ inicio: 'dia', fim: 'hora_fim' })[field] ?? field,
};

/** The forms of the days without lessons. */
export const closedDayForms: Record<string, Verb> = {
  tirar: async ({ api, values }) => {
    await api.teaching.removeClosedDay({ id: values.id ?? '' });
    return routes.manager.closedDays({ feito: 'tirar' });
  },
  cancelar: async ({ api, values }) => {
    const { canceladas, alunos } = await api.teaching.cancelClosedDay({ id: values.id ?? '' });
    return routes.manager.closedDays({ feito: 'cancelar', aulas: String(canceladas), alunos: String(alunos) });
  },
  outra: async ({ api, values }) => {
    const { dia = '', nome = '' } = values;
    const feriado = values.feriado === 'sim';
    const body = { dia, nome, unidade_id: idOf(values.unidade_id), feriado };
    const { id, aulas } = await api.teaching.addClosedDay(body);
    return routes.manager.closedDays({ feito: 'incluir', ...(aulas.length > 0 && { dia: String(id) }) });
  },
};
