import { formatDate, formatTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { lessonPlace } from '#lib/rules/teaching/lesson-place.ts';
import { wallAt, weekdayIn } from '#lib/rules/time/zones.ts';
import { query } from '#lib/stores/operations.ts';
import { clashWords, lessonFields, lessonWords } from '#lib/words/teaching.ts';
import Move from '~icons/material-symbols/edit-calendar-outline-rounded';
import Cancel from '~icons/material-symbols/event-busy-outline-rounded';
import Swap from '~icons/material-symbols/person-add-outline-rounded';
import type { Act, Env, Field, FormOf, Subject, Values } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { textsOf } from '../kit/options.ts';
import { memoizeLatest } from './memoize-latest.ts';

export type Lesson = AnswerOf<'teaching.getSchoolClass'>['aulas'][number];
type Preview = AnswerOf<'teaching.previewLesson'>;

const isComing = ({ inicio }: Lesson, { now }: Env) => inicio > now;
/** Whether a lesson is not cancelled. */
const isOn = (lesson: Lesson) => !lesson.cancelada;
const hasBegun = (lesson: Lesson, env: Env) => !isComing(lesson, env);

export const timeFields: readonly Field[] = [
  { name: 'dia', isRequired: true, isWide: true, kind: 'day' },
  { name: 'hora_inicio', kind: 'time', isRequired: true },
  { name: 'hora_fim', kind: 'time', isRequired: true },
];
const despite: Field = { name: 'mesmo_assim', label: clashWords.goOn, kind: 'box', isRequired: true };

/** Shows clashes while the form is filled in; the office confirms to continue. */
export function clashForm<Row extends { id: number }>(
  fields: readonly Field[] | ((row: Row | undefined) => readonly Field[]),
  { of, ...form }: Pick<FormOf<Row, object, Preview>, 'begin' | 'send'> & { of: 'id' | 'turma' },
): FormOf<Row, object, Preview> {
  return {
    ...form,
    ask: {
      watch: ['dia', 'hora_inicio', 'hora_fim', 'sala', 'professor_id'],
      load: ([row], values) => query('teaching.previewLesson', { ...typedIn(values), [of]: row?.id ?? 0 }),
    },
    fields: ({ rows: [row], known }) => [
      ...(typeof fields === 'function' ? fields(row) : fields),
      ...(known && known.choques.length > 0 ? [despite] : []),
    ],
    note: ({ known }) =>
      known && (known.choques.length > 0 || known.fechado || known.ocupada) ? (
        <div role="status" className="notice tone-warning">
          <ul>
            {known.ocupada && <li>{clashWords.ownClass}</li>}
            {known.fechado && <li>{clashWords.closed(known.fechado)}</li>}
            {known.choques.map((text) => (
              <li key={text}>{text}.</li>
            ))}
          </ul>
        </div>
      ) : null,
  };
}

const typedIn = ({ dia, hora_inicio, hora_fim, sala, professor_id }: Values) => ({
  ...(dia && { dia: String(dia) }),
  ...(hora_inicio && { hora_inicio: String(hora_inicio) }),
  ...(hora_fim && { hora_fim: String(hora_fim) }),
  // An emptied room means the class’s room; the operation accepts no empty text.
  ...(sala !== undefined && { sala: String(sala) || null }),
  ...(professor_id && { professor_id: String(professor_id) }),
});

const timeOf = ({ inicio, fim, turma: { timezone } }: Lesson) => {
  const { day, clock } = wallAt(inicio, timezone);
  return { dia: day, hora_inicio: clock, hora_fim: wallAt(fim, timezone).clock };
};

const isTaken = ({ mesmo_assim }: Values) => (mesmo_assim ? { mesmo_assim: true } : {});

const substitutes = memoizeLatest((id) => query('teaching.listSubstitutes', { id }));

const acts: readonly Act<Lesson>[] = [
  {
    name: 'remarcar',
    label: 'Remarcar',
    icon: Move,
    key: 'r',
    isFirst: true,
    isForOne: true,
    may: (lesson, env) => isOn(lesson) && isComing(lesson, env),
    form: clashForm<Lesson>(timeFields, {
      of: 'id',
      begin: ({ rows: [row], to }) => (row ? { ...timeOf(row), ...(to && { dia: to }) } : {}),
    }),
    change: ({ dia, hora_inicio, hora_fim, ...values }) => ({ dia, hora_inicio, hora_fim, ...isTaken(values) }),
    done: () => 'Aula remarcada. Avisamos a turma, e os calendários acompanham.',
  },
  {
    name: 'substituir',
    label: 'Substituir professor',
    icon: Swap,
    key: 's',
    isForOne: true,
    may: isOn,
    form: clashForm<Lesson>(
      (row) => [
        {
          name: 'professor_id',
          kind: 'pick',
          label: 'Quem dá a aula',
          search: 'Nome do professor',
          isRequired: true,
          find: async (text) =>
            (await substitutes(row?.id ?? 0, text))
              .filter(({ nome }) => nome.toLocaleLowerCase('pt-BR').includes(text.toLocaleLowerCase('pt-BR')))
              .map(({ id, nome, unidade, ...fit }, place) => ({
                value: String(id),
                label: nome,
                note: [lessonWords.fit(fit), unidade].filter(Boolean).join(' · '),
                isLikely: place === 0 && fit.livre && fit.da_o_nivel,
              })),
          none: draw.about('Ninguém mais dá aula nesta escola.'),
        },
      ],
      { of: 'id', send: 'Substituir' },
    ),
    change: ({ professor_id, ...values }) => ({ professor_id, ...isTaken(values) }),
    done: () => 'Pronto: quem substitui já vê a aula.',
  },
  {
    name: 'cancelar',
    label: 'Cancelar',
    icon: Cancel,
    key: 'c',
    isFirst: true,
    may: (lesson, env) => isOn(lesson) && isComing(lesson, env),
    form: {
      fields: [{ name: 'motivo', isWide: true }],
      note: 'A turma recebe um aviso, uma vez. Os calendários acompanham sozinhos.',
      send: ({ rows }) => (rows.length === 1 ? 'Cancelar a aula' : `Cancelar ${rows.length} aulas`),
    },
    change: (values) => ({ cancelada: true, ...values }),
    done: (count) =>
      count === 1 ? 'Aula cancelada. Avisamos a turma uma vez.' : `${count} aulas canceladas. Avisamos as turmas.`,
  },
  {
    name: 'chamada',
    label: 'Chamada e materiais',
    isForOne: true,
    href: ({ id }) => routes.teacher.lesson(id),
  },
  {
    name: 'sala',
    label: 'Outra sala ou link',
    isForOne: true,
    may: isOn,
    form: clashForm<Lesson>(
      (row) => [
        {
          name: 'sala',
          isWide: true,
          hint: row?.turma.sala ? `Em branco: ${row.turma.sala}.` : 'Em branco: a da turma.',
        },
        {
          name: 'link_reuniao',
          isWide: true,
          hint: row?.turma.link_reuniao ? 'Em branco: o da turma.' : 'Começa com https://',
        },
      ],
      {
        of: 'id',
        begin: ({ rows: [row] }) => textsOf(row, 'sala', 'link_reuniao'),
        send: 'Guardar',
      },
    ),
    change: ({ sala, link_reuniao, ...values }) => ({ sala, link_reuniao, ...isTaken(values) }),
    done: () => 'Pronto: a turma já vê a mudança.',
  },
  {
    name: 'voltar-professor',
    label: 'Tirar o substituto',
    may: (lesson) => isOn(lesson) && lesson.substituto !== null,
    change: () => ({ professor_id: null, mesmo_assim: true }),
    done: () => 'A aula é de novo de quem dá a turma.',
  },
  {
    name: 'restaurar',
    label: 'Voltar a aula',
    key: 'v',
    isFirst: true,
    may: (lesson, env) => lesson.cancelada && isComing(lesson, env),
    form: clashForm<Lesson>([], { of: 'id', send: 'Voltar a aula' }),
    change: (values) => ({ cancelada: false, ...isTaken(values) }),
    done: () => 'A aula voltou para o calendário. Avisamos a turma.',
  },
];

/** A lesson of a class: its acts are the same in its record, in the record of its class and in the week. */
export const lesson: Subject<Lesson> = {
  kind: 'aula',
  titleOf: ({ titulo }) => titulo,
  href: ({ id }) => routes.manager.lesson(id),
  acts,
  write: 'teaching.updateLessons',
  undo: 'teaching.undoLessons',
  labels: lessonFields,
};

/** `terça-feira, 01/12/2026, 18:00–19:30` */
export const writtenTime = ({ inicio, fim, turma: { timezone: zone } }: Lesson): string =>
  [
    weekdayIn(zone, new Date(inicio)),
    formatDate(inicio, zone),
    `${formatTime(inicio, zone)}–${formatTime(fim, zone)}`,
  ].join(', ');

export const placeOf = (each: Lesson) => lessonPlace(each.turma, each);

const lookOf = (each: Lesson, env: Env) => {
  if (each.cancelada) return { label: 'Cancelada', tone: 'error' as const };
  if (each.chamada) return { label: 'Chamada feita', tone: 'success' as const };
  if (each.inicio_previsto !== null && each.inicio_previsto !== each.inicio)
    return { label: 'Remarcada', tone: 'info' as const };
  return hasBegun(each, env) ? { label: 'Sem chamada', tone: 'warning' as const } : null;
};

/** A label of its state, if it is not as scheduled. */
export function drawLook(each: Lesson, env: Env) {
  const look = lookOf(each, env);
  return look && draw.state(look);
}
