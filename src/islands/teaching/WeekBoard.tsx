import { formatTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { classParts } from '#lib/rules/teaching/class-parts.ts';
import { weeksBeside } from '#lib/rules/teaching/weeks-beside.ts';
import { isDay, shiftDay } from '#lib/rules/time/days.ts';
import { weekWords } from '#lib/words/teaching-week.ts';
import { Board } from '../kit/Board.tsx';
import type { BoardOf, ViewProps } from '../kit/describe.ts';
import { ID, namesOf, unitFilter } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';
import { lesson } from './lesson.tsx';

type Week = AnswerOf<'teaching.getWeek'>;
type WeekLesson = Week['items'][number];

const FIVE_DAYS = 5;
const visitsOf = ({ visitas }: Week, day: string) => visitas.filter(({ dia }) => dia === day);
const ofDay = ({ items }: Week, day: string) => items.filter(({ dia }) => dia === day);
/** Weekend days are shown only if they have lessons. */
const shownDays = (week: Week) =>
  week.dias.filter(
    ({ dia, fechado }, at) =>
      at < FIVE_DAYS || fechado !== null || ofDay(week, dia).length > 0 || visitsOf(week, dia).length > 0,
  );
const titleOf = (monday: string) => weekWords.title(monday, shiftDay(monday, 6));

export const weekBoard: BoardOf<WeekLesson, 'teaching.getWeek'> = {
  ...lesson,
  title: 'Semana',
  path: routes.manager.week(),
  tabs: classParts,
  links: weeksBeside,
  search: 'Turma ou professor',
  read: 'teaching.getWeek',
  inputOf: ({ depois: _, ...address }) => address,
  titleOf: ({ inicio, fim, turma }) =>
    `${formatTime(inicio, turma.timezone)}–${formatTime(fim, turma.timezone)} ${turma.nome}`,
  filters: [
    {
      name: 'semana',
      label: 'Semana',
      all: 'Esta semana',
      takes: isDay,
      isTime: true,
      options: ({ semana }) => [{ value: semana, label: titleOf(semana) }],
    },
    {
      name: 'professor',
      label: 'Professor',
      all: 'Todos os professores',
      takes: ID,
      options: ({ professores }) => namesOf(professores),
    },
    {
      name: 'sala',
      label: 'Sala',
      all: 'Todas as salas',
      takes: /^[^<>]{1,40}$/,
      options: ({ salas }) => salas.map((value) => ({ value, label: value })),
    },
    { ...unitFilter, all: 'Minha unidade' },
  ],
  sums: (week) => ({
    title: titleOf(week.semana),
    items: [
      { label: 'Aulas', value: String(week.items.filter(({ cancelada }) => !cancelada).length) },
      { label: 'Choques', value: String(week.items.filter(({ choca }) => choca.length > 0).length) },
      ...(week.a_mais > 0 ? [{ label: weekWords.more(week.a_mais), value: '' }] : []),
    ],
  }),
  stageOf: ({ dia }) => dia,
  stages: (week) =>
    shownDays(week).map(({ dia, nome, fechado }) => ({
      value: dia,
      label: nome,
      act: 'remarcar',
      note: fechado,
      links: visitsOf(week, dia).map((visit) => ({
        label: weekWords.visit(visit),
        href: routes.manager.lead(visit.id),
      })),
      empty: weekWords.free,
    })),
  countOf: (week, day) => ofDay(week, day).length,
  card: ({ quem, onde, cancelada, choca }) => (
    <>
      <span>{[quem ?? weekWords.noTeacher, onde].filter(Boolean).join(' · ')}</span>
      {cancelada && (
        <span>
          <Chip tone="neutral">Cancelada</Chip>
        </span>
      )}
      {choca.length > 0 && (
        <span>
          <Chip tone="error">{weekWords.clash(choca)}</Chip>
        </span>
      )}
    </>
  ),
  empty: ({ unidade }) => ({
    title: unidade ? 'Sem aulas nesta semana' : weekWords.noUnit,
    text: 'As aulas nascem dos horários das turmas.',
  }),
};

/** The lessons of a unit in a week: a lesson moves to the day where it is dropped, once its time is confirmed. */
export const WeekBoard = (props: ViewProps<'teaching.getWeek'>) => <Board board={weekBoard} {...props} />;
