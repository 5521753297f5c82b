import { formatTimetable } from '#lib/format/schedule.ts';
import type { InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { classParts } from '#lib/rules/teaching/class-parts.ts';
import { nameFor } from '#lib/words/own-word.ts';
import { classMessages, stateOfClass } from '#lib/words/pedagogico.ts';
import { classStates } from '#lib/words/teaching.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter, unitFilter } from '../kit/options.ts';
import { addClass, classes, type SchoolClass } from './classes.tsx';

type Query = InputOf<'teaching.listSchoolClasses'> & object;
const hours = ({ horarios }: SchoolClass) => formatTimetable(horarios).join('; ');
const place = ({ sala, modalidade }: SchoolClass) => sala ?? nameFor(classMessages.mode, modalidade);

export const classList: ListOf<SchoolClass, 'teaching.listSchoolClasses'> = {
  ...classes,
  title: 'Turmas',
  words: ['turma', 'turmas'],
  path: routes.manager.classes(),
  tabs: classParts,
  search: 'Turma, livro ou professor',
  read: 'teaching.listSchoolClasses',
  inputOf: ({ estado, ...rest }) => ({
    ...rest,
    ...(estado === 'sem_professor'
      ? { sem_professor: 'true' as const }
      : estado && { estado: estado as NonNullable<Query['estado']> }),
  }),
  filters: [stateFilter(classStates, { all: 'Todas' }), unitFilter],
  columns: [
    { label: 'Turma', cell: (each) => each.nome },
    { label: 'Livro', width: 130, from: 1500, cell: ({ livro }) => livro.nome },
    {
      label: 'Unidade',
      width: 122,
      from: 1500,
      isShown: ({ unidades }) => unidades.length > 1,
      cell: ({ unidade }) => unidade.nome,
    },
    { label: 'Professor', width: 130, cell: ({ professor }) => professor?.nome ?? 'A definir' },
    { label: 'Horários', width: 190, cell: hours },
    { label: 'Onde', width: 80, from: 1500, cell: place },
    { label: 'Alunos', width: 78, isNumeric: true, cell: ({ alunos, lugares }) => `${alunos} de ${lugares}` },
    { label: 'Situação', width: 130, endsPhoneLine: true, cell: ({ status }) => draw.state(stateOfClass(status)) },
  ],
  note: (each) => [hours(each), each.professor?.nome ?? 'Sem professor', `${each.alunos} de ${each.lugares}`],
  create: addClass,
  empty: { title: 'Nenhuma turma ainda', text: 'Crie a primeira turma: as aulas nascem dos horários, sem feriados.' },
};

/** Classes with teacher, time and place. */
export const ClassList = (props: ViewProps<'teaching.listSchoolClasses'>) => <List list={classList} {...props} />;
