import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { classParts } from '#lib/rules/teaching/class-parts.ts';
import { teachingHoursFile } from '#lib/stores/teaching-hours.ts';
import { hoursWords } from '#lib/words/teaching.ts';
import type { Address, ListOf, Subject, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { monthFilter, unitFilter } from '../kit/options.ts';

type Hours = AnswerOf<'teaching.listTeachingHours'>['items'][number];

const weekOf = ({ id, semana, unidade }: Hours) =>
  routes.manager.week({ semana, professor: String(id), ...(unidade && { unidade: String(unidade) }) });

const teacher: Subject<Hours> = {
  kind: 'professor',
  titleOf: ({ nome }) => nome,
  href: weekOf,
  acts: [{ name: 'semana', label: 'Aulas na semana', href: weekOf }],
};

const fileOf = ({ mes, unidade }: Address) => teachingHoursFile({ ...(mes && { mes }), ...(unidade && { unidade }) });

export const hoursList: ListOf<Hours, 'teaching.listTeachingHours'> = {
  ...teacher,
  title: 'Horas dos professores',
  words: ['professor', 'professores'],
  path: routes.manager.teachingHours(),
  tabs: classParts,
  search: 'Nome do professor',
  read: 'teaching.listTeachingHours',
  filters: [monthFilter, unitFilter],
  columns: [
    { label: 'Professor', cell: ({ nome }) => nome },
    { label: 'Aulas', width: 100, isNumeric: true, cell: ({ aulas }) => aulas },
    { label: 'Substituições', width: 130, isNumeric: true, cell: ({ substituicoes }) => substituicoes || null },
    { label: 'Sem chamada', width: 130, isNumeric: true, cell: ({ sem_chamada }) => sem_chamada || null },
    {
      label: 'Horas',
      width: 110,
      isNumeric: true,
      endsPhoneLine: true,
      cell: ({ minutos }) => <strong>{hoursWords.clock(minutos)}</strong>,
    },
  ],
  note: ({ aulas, substituicoes, sem_chamada }) => [
    plural(aulas, 'aula', 'aulas'),
    substituicoes > 0 && plural(substituicoes, 'substituição', 'substituições'),
    sem_chamada > 0 && `${sem_chamada} sem chamada`,
  ],
  download: fileOf,
  empty: { title: 'Nenhuma aula dada neste mês', text: 'As aulas contam quando terminam. Escolha outro mês.' },
};

/** Lessons given in a month, by teacher, for their pay. */
export const HoursList = (props: ViewProps<'teaching.listTeachingHours'>) => <List list={hoursList} {...props} />;
