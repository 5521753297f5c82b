import { formatTime, relativeTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import { formatTimetable } from '#lib/format/schedule.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { nameFor } from '#lib/words/own-word.ts';
import { classMessages, stateOfClass } from '#lib/words/pedagogico.ts';
import Work from '~icons/material-symbols/assignment-outline-rounded';
import Grades from '~icons/material-symbols/grading-rounded';
import Correct from '~icons/material-symbols/rate-review-outline-rounded';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';

type Taught = AnswerOf<'teaching.listTaughtClasses'>['items'][number];

/** The time of the next lesson, and the number of announced absences. */
function nextOf({ proxima_aula: next }: Taught, { now, timeZone }: Env): string {
  if (!next) return 'Sem próximas aulas';
  const at = new Date(now);
  const isOn = new Date(next.inicio) <= at;
  const when = isOn ? `Agora, até ${formatTime(next.fim, timeZone)}` : relativeTime(next.inicio, at, timeZone);
  return next.avisaram_falta > 0 ? `${when} · ${plural(next.avisaram_falta, 'avisou falta', 'avisaram falta')}` : when;
}

const place = ({ sala, modalidade }: Taught) => sala ?? nameFor(classMessages.mode, modalidade);

export const taughtClassList: ListOf<Taught, 'teaching.listTaughtClasses'> = {
  kind: 'turma-dada',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.teacher.class(id),
  acts: [
    {
      name: 'atividades',
      label: 'Atividades',
      icon: Work,
      isFirst: true,
      isForOne: true,
      href: ({ id }) => routes.teacher.work(id),
    },
    {
      name: 'notas',
      label: 'Notas',
      icon: Grades,
      isFirst: true,
      isForOne: true,
      href: ({ id }) => routes.teacher.gradeSheet(id),
    },
    {
      name: 'corrigir',
      label: 'Corrigir',
      icon: Correct,
      isFirst: true,
      isForOne: true,
      href: ({ id }) => routes.teacher.inbox({ turma: String(id) }),
    },
  ],
  title: 'Minhas turmas',
  words: ['turma', 'turmas'],
  path: routes.teacher.classes(),
  read: 'teaching.listTaughtClasses',
  filters: [stateFilter({ abertas: 'Abertas', encerradas: 'Encerradas' }, { all: 'Todas' })],
  columns: [
    { label: 'Turma', cell: ({ nome }) => nome },
    { label: 'Livro', width: 120, from: 1500, cell: ({ livro }) => livro },
    {
      label: 'Unidade',
      width: 122,
      from: 1500,
      isShown: ({ items }) => items.some(({ unidade }) => unidade !== items[0]?.unidade),
      cell: ({ unidade }) => unidade,
    },
    { label: 'Horários', width: 190, cell: ({ horarios }) => formatTimetable(horarios).join('; ') },
    { label: 'Onde', width: 90, from: 1500, cell: place },
    { label: 'Alunos', width: 68, isNumeric: true, cell: ({ alunos }) => alunos },
    { label: 'Próxima aula', width: 284, cell: nextOf },
    { label: 'Situação', width: 142, endsPhoneLine: true, cell: ({ status }) => draw.state(stateOfClass(status)) },
  ],
  note: (each, env) => [nextOf(each, env), plural(each.alunos, 'aluno', 'alunos'), place(each)],
  empty: {
    title: 'Nenhuma turma por enquanto',
    text: 'Quando a escola puser uma turma no seu nome, ela aparece aqui.',
  },
};

/** The classes of a teacher, each with its next lesson. */
export const TaughtClassList = (props: ViewProps<'teaching.listTaughtClasses'>) => (
  <List list={taughtClassList} {...props} />
);
