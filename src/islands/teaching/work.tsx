import { relativeTime } from '#lib/format/dates.ts';
import { formatMark } from '#lib/format/grade.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { markOf } from '#lib/rules/teaching/typed-mark.ts';
import { wallAt } from '#lib/rules/time/zones.ts';
import { workDone, workFields, workKinds, workWords } from '#lib/words/teaching-work.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import Edit from '~icons/material-symbols/edit-note-outline-rounded';
import Correct from '~icons/material-symbols/rate-review-outline-rounded';
import type { Act, Env, Field, FormContext, Subject, Values } from '../kit/describe.ts';
import { about } from './lesson.tsx';

type Listed = AnswerOf<'teaching.listClassWork'>;
export type Work = Listed['items'][number];
/** What its forms know of the class. */
type Facts = Pick<Listed, 'turma' | 'unidades' | 'turmas' | 'pontos'>;
type Context = FormContext<Work, Facts | null, unknown>;

export const dueOf = ({ prazo }: Work, { now, timeZone }: Env): string =>
  prazo === null
    ? 'Sem prazo'
    : `${prazo < now ? 'O prazo era' : 'Até'} ${relativeTime(prazo, new Date(now), timeZone)}`;

const dueFields: readonly Field[] = [
  { name: 'dia', kind: 'day', hint: 'Em branco: sem prazo.' },
  { name: 'hora', kind: 'time', isRequired: true },
];
const optionsOf = (all: object) => Object.entries<string>(all as never).map(([value, label]) => ({ value, label }));

const fields = ({ facts }: Context): readonly Field[] => [
  { name: 'titulo', isRequired: true, isWide: true },
  { name: 'descricao', kind: 'area', isRequired: true },
  { name: 'tipo', kind: 'choice', options: optionsOf(workKinds) },
  {
    name: 'unidade_id',
    kind: 'choice',
    options: [
      { value: '', label: 'Nenhuma' },
      ...(facts?.unidades ?? []).map(({ id, numero, titulo }) => ({
        value: String(id),
        label: `${numero}. ${titulo}`,
      })),
    ],
  },
  ...dueFields,
  { name: 'nota_maxima', isRequired: true },
  ...(facts?.pontos ? [{ name: 'vale_pontos', kind: 'box' as const, label: workWords.points(facts.pontos) }] : []),
];

function begin({ rows: [row], facts }: Context) {
  const due = row?.prazo && facts ? wallAt(row.prazo, facts.turma.timezone) : { day: '', clock: '23:59' };
  return {
    titulo: row?.titulo ?? '',
    descricao: row?.descricao ?? '',
    tipo: row?.tipo ?? 'tarefa',
    unidade_id: String(row?.unidade_id ?? ''),
    dia: due.day,
    hora: due.clock,
    nota_maxima: formatMark(row?.nota_maxima ?? 10),
    vale_pontos: row?.vale_pontos ?? true,
  };
}

/** What is no number is sent as it is: the school says so at its field. */
function workOf({ dia, unidade_id, nota_maxima, ...rest }: Values) {
  const mark = markOf(String(nota_maxima), Number.POSITIVE_INFINITY);
  return {
    ...rest,
    dia: dia || null,
    unidade_id: Number(unidade_id) || null,
    nota_maxima: typeof mark === 'number' ? mark : nota_maxima,
  };
}

/** Asks a class for a piece of work. */
export const newWork = (turma: string): Act<never, Facts> => ({
  name: 'criar',
  label: 'Nova atividade',
  key: 'n',
  form: { fields, begin, send: 'Criar e avisar a turma' },
  operation: 'teaching.createWork',
  sent: (values) => ({ id: turma, ...workOf(values) }),
  done: () => workDone.criar,
});

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
      name: 'mudar',
      label: 'Mudar a atividade',
      icon: Edit,
      key: 'e',
      isFirst: true,
      form: { fields, begin, send: 'Salvar a atividade' },
      operation: 'teaching.updateWork',
      sent: workOf,
      done: () => workDone.mudar,
    },
    {
      name: 'copiar',
      label: 'Copiar para outra turma',
      icon: Copy,
      form: {
        fields: ({ facts }: Context) => [
          {
            name: 'turma_id',
            kind: 'choice',
            isWide: true,
            options: (facts?.turmas ?? []).map(({ id, nome }) => ({ value: String(id), label: nome })),
          },
          ...dueFields,
        ],
        begin: ({ facts }: Context) => ({ turma_id: String(facts?.turmas[0]?.id ?? ''), hora: '23:59' }),
        send: 'Copiar',
      },
      operation: 'teaching.copyWork',
      sent: ({ turma_id, dia, hora }) => ({ turma_id: Number(turma_id), dia: dia || null, hora }),
      done: () => workDone.copiar,
    },
    {
      name: 'apagar',
      label: 'Apagar a atividade',
      isDanger: true,
      may: ({ entregues, devolvidas }) => entregues + devolvidas === 0,
      form: { fields: [], note: () => about('Ninguém entregou ainda. A atividade some da página da turma.') },
      operation: 'teaching.removeWork',
      done: () => workDone.apagar,
    },
  ],
  forms: ['teaching.createWork', 'teaching.updateWork', 'teaching.copyWork'],
  labels: workFields,
};
