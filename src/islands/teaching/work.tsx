import { relativeTime } from '#lib/format/dates.ts';
import { formatMark } from '#lib/format/grade.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { markOf } from '#lib/rules/teaching/typed-mark.ts';
import { wallAt } from '#lib/rules/time/zones.ts';
import { query } from '#lib/stores/operations.ts';
import { exerciseWords, workDone, workFields, workKinds, workWords } from '#lib/words/teaching-work.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import Edit from '~icons/material-symbols/edit-note-outline-rounded';
import Correct from '~icons/material-symbols/rate-review-outline-rounded';
import type { Act, Env, Field, FormContext, Subject, Values } from '../kit/describe.ts';
import { namesOf, optionsOf, textsOf } from '../kit/options.ts';

type Listed = AnswerOf<'teaching.listClassWork'>;
export type Work = Listed['items'][number];
/** The class’s data for its forms. */
type Facts = Pick<Listed, 'turma' | 'unidades' | 'testes' | 'turmas' | 'pontos'>;
type Context = FormContext<Work, Facts | null, AnswerOf<'teaching.getClassWork'> | null>;

export const dueOf = ({ prazo }: Work, { now, timeZone }: Env): string =>
  prazo === null
    ? 'Sem prazo'
    : `${prazo < now ? 'O prazo era' : 'Até'} ${relativeTime(prazo, new Date(now), timeZone)}`;

const isExercise = ({ tipo }: Work) => tipo === 'exercicio';

/** A select with these options, or none. */
const choice = (name: string, none: string, all: readonly (readonly [id: number, label: string])[] = []): Field => ({
  ...{ name, kind: 'choice', isNumber: true },
  options: [{ value: '', label: none }, ...all.map(([id, label]) => ({ value: String(id), label }))],
});
const named: readonly Field[] = [
  { name: 'titulo', isRequired: true, isWide: true },
  { name: 'descricao', kind: 'area', isRequired: true },
];
const due: readonly Field[] = [
  { name: 'dia', kind: 'day', hint: 'Em branco: sem prazo.' },
  { name: 'hora', kind: 'time', isRequired: true },
];
const questions: Field = { name: 'perguntas', kind: 'area', hint: exerciseWords.hint };
const rest = ({ facts }: Context): readonly Field[] => [
  ...due,
  { name: 'nota_maxima', isRequired: true },
  ...(facts?.pontos ? [{ name: 'vale_pontos', kind: 'box' as const, label: workWords.points(facts.pontos) }] : []),
];
const unit = ({ facts }: Context): Field =>
  choice(
    'unidade_id',
    'Nenhuma',
    facts?.unidades.map(({ id, numero, titulo }) => [id, `${numero}. ${titulo}`]),
  );

const fields = (context: Context): readonly Field[] => [
  ...named,
  { name: 'tipo', kind: 'choice', options: optionsOf(workKinds) },
  unit(context),
  ...rest(context),
];

function begin({ rows: [row], facts }: Context) {
  const until = row?.prazo && facts ? wallAt(row.prazo, facts.turma.timezone) : { day: '', clock: '23:59' };
  return {
    ...textsOf(row, 'titulo', 'descricao', 'unidade_id'),
    tipo: row?.tipo ?? 'tarefa',
    dia: until.day,
    hora: until.clock,
    nota_maxima: formatMark(row?.nota_maxima ?? 10),
    vale_pontos: row?.vale_pontos ?? true,
  };
}

/** An invalid number is sent as typed, and the server refuses it at its field. @param row for values without a field */
function workOf({ nota_maxima, ...others }: Values, row?: Work) {
  const mark = markOf(String(nota_maxima), Number.POSITIVE_INFINITY);
  return {
    vale_pontos: row?.vale_pontos ?? true,
    unidade_id: null,
    ...others,
    nota_maxima: typeof mark === 'number' ? mark : nota_maxima,
  };
}

/** Cells copied from a spreadsheet are separated by tabs. */
const linesOf = (perguntas: Values[string] | undefined) => String(perguntas ?? '').replaceAll('\t', ' | ');

/** The common part of acts that create an assignment. */
const creating = { operation: 'teaching.createWork', done: () => workDone.criar } as const;

/** Creates an assignment for a class. */
export const newWork = (turma: string): Act<never, Facts> => ({
  ...creating,
  name: 'criar',
  label: 'Nova atividade',
  key: 'n',
  form: { fields, begin, send: 'Criar e avisar a turma' },
  sent: (values) => ({ id: turma, ...workOf(values) }),
});

/**
 * Creates an exercise for a class, which corrects itself: from a test of its book, or with the teacher’s own questions.
 */
export const newExercise = (turma: string): Act<never, Facts> => ({
  ...creating,
  name: 'exercicio',
  label: 'Novo exercício',
  form: {
    fields: (context: Context) => [
      ...named,
      {
        ...choice(
          'teste_id',
          exerciseWords.own,
          context.facts?.testes.map(({ id, numero, titulo }) => [id, `Unidade ${numero}: ${titulo}`]),
        ),
        isWide: true,
      },
      questions,
      ...rest(context),
    ],
    begin: (context: Context) => ({
      ...begin(context),
      descricao: exerciseWords.instructions,
      teste_id: '',
      perguntas: '',
    }),
    send: 'Criar e avisar a turma',
  },
  sent: ({ teste_id, perguntas, ...values }) => ({
    ...{ id: turma, ...workOf(values), tipo: 'exercicio' },
    ...{ teste_id, perguntas: linesOf(perguntas) },
  }),
});

const changing = {
  icon: Edit,
  key: 'e',
  isFirst: true,
  operation: 'teaching.updateWork',
  done: () => workDone.mudar,
} as const;

export const work: Subject<Work, Facts> = {
  kind: 'atividade',
  titleOf: ({ titulo }) => titulo,
  href: ({ id, turma_id }) => routes.teacher.pieceOfWork(turma_id, id),
  acts: [
    {
      name: 'corrigir',
      label: 'Corrigir',
      icon: Correct,
      isFirst: true,
      isForOne: true,
      may: ({ a_corrigir }) => a_corrigir > 0,
      href: ({ turma_id }) => routes.teacher.inbox({ turma: String(turma_id) }),
    },
    {
      ...changing,
      name: 'mudar',
      label: 'Mudar a atividade',
      may: (row) => !isExercise(row),
      form: { fields, begin, send: 'Salvar a atividade' },
      sent: (values, [row]) => workOf(values, row),
    },
    {
      ...changing,
      key: 'p',
      name: 'mudar-exercicio',
      label: 'Mudar o exercício',
      may: isExercise,
      form: {
        ask: { load: ([row]: readonly Work[]) => query('teaching.getClassWork', { id: row?.id ?? 0 }) },
        // After the first answer the questions cannot be changed; those of a book cannot be written as lines.
        fields: (context: Context) => [
          ...named,
          unit(context),
          ...(context.known?.entregas.length === 0 && context.known.exercicio?.perguntas ? [questions] : []),
          ...rest(context),
        ],
        begin: (context: Context) => ({ ...begin(context), perguntas: context.known?.exercicio?.perguntas ?? '' }),
        send: 'Salvar o exercício',
      },
      sent: ({ perguntas, ...values }, [row]) => ({
        ...{ ...workOf(values, row), tipo: row?.tipo },
        ...(row && row.entregues + row.devolvidas === 0 && { perguntas: linesOf(perguntas) }),
      }),
    },
    {
      name: 'copiar',
      label: 'Copiar a atividade',
      icon: Copy,
      form: {
        fields: ({ facts }: Context) =>
          facts?.turmas.length
            ? [
                {
                  name: 'turma_id',
                  kind: 'choice',
                  isNumber: true,
                  isWide: true,
                  options: namesOf(facts.turmas),
                },
                ...due,
              ]
            : [],
        note: ({ facts }: Context) => facts?.turmas.length === 0 && workWords.noOtherClass,
        begin: ({ facts }: Context) => ({ turma_id: String(facts?.turmas[0]?.id ?? ''), hora: '23:59' }),
        send: ({ facts }: Context) => (facts?.turmas.length ? 'Copiar' : null),
      },
      operation: 'teaching.copyWork',
      done: () => workDone.copiar,
    },
    {
      name: 'apagar',
      label: 'Apagar a atividade',
      isDanger: true,
      may: ({ entregues, devolvidas }) => entregues + devolvidas === 0,
      form: { note: 'Ninguém entregou ainda. A atividade some da página da turma.' },
      operation: 'teaching.removeWork',
      done: () => workDone.apagar,
    },
  ],
  labels: workFields,
};
