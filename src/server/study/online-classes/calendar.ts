import ical, { ICalAlarmType, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { plural } from '#lib/format/money.ts';
import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { TicketRow } from '../../school/travel/events.ts';
import type { LessonRow } from '../pedagogico/lessons-ahead.ts';
import type { DeadlineRow, DueRow, TaughtRow } from './queries.ts';

/** The calendar entries of one person. */
export interface PersonalParts {
  /** A child of the calendar's reader; null: the reader's own entries. */
  child: { id: number; full_name: string } | null;
  lessons: readonly LessonRow[];
  dues: readonly DueRow[];
  deadlines: readonly DeadlineRow[];
  events: readonly Pick<TicketRow, 'id' | 'nome' | 'evento_em'>[];
}

interface Place {
  /** The portal's own address, without a final slash. */
  portal: string;
}

const PRODUCT = { company: 'portal', product: 'aluno', language: 'PT' } as const;
/** How long before a lesson a device reminds. */
const REMINDER_S = 30 * 60;
/** How long before a deadline a device reminds. */
const DEADLINE_REMINDER_S = DAY_MS / 1_000;
/** An entry needs a duration (RFC 5545, 3.8.2.2). Work is often due at 23:59, so a longer one would end on the next day. */
const DEADLINE_MS = MINUTE_MS;
/** The assumed duration of an event. */
const EVENT_MS = 2 * HOUR_MS;
/** How often a calendar should reload. */
const LOOK_AGAIN_S = 60 * 60;

/** One lesson as iCalendar. */
export function lessonCalendar(lesson: LessonRow, place: Place): string {
  const calendar = ical({ prodId: PRODUCT, name: lesson.turma, timezone: 'UTC' });
  addLesson(calendar, lesson, place, {});
  return calendar.toString();
}

/**
 * Lessons, open bills, deadlines and events of a person and of the children, and the lessons that the person teaches, as
 * iCalendar. It contains no meeting link and no amount, because calendars are copied to unknown places.
 */
export function feedCalendar(
  { people, taught }: { people: readonly PersonalParts[]; taught: readonly TaughtRow[] },
  place: Place,
): string {
  const calendar = ical({
    prodId: PRODUCT,
    name: 'Portal do aluno',
    method: ICalCalendarMethod.PUBLISH,
    timezone: 'UTC',
    ttl: LOOK_AGAIN_S,
  });
  for (const each of people) addPerson(calendar, each, place);
  for (const lesson of taught) {
    const guests = Number(lesson.repoem ?? 0);
    addLesson(calendar, lesson, place, {
      mark: '-dada',
      url: lesson.abre ? routes.teacher.lesson(lesson.id) : routes.teacher.home(),
      ...(guests > 0 && { description: plural(guests, 'aluno repõe nesta aula', 'alunos repõem nesta aula') }),
    });
  }
  return calendar.toString();
}

/** Entries of a child contain the child's name. */
function addPerson(
  calendar: ICalCalendar,
  { child, lessons, dues, deadlines, events }: PersonalParts,
  place: Place,
): void {
  const of = child === null ? '' : `${clip(firstName(child.full_name), 25)} · `;
  const url = child === null ? null : routes.profile.child(child.id);
  // Two siblings may be in the same lesson.
  for (const lesson of lessons)
    addLesson(calendar, lesson, place, child && url ? { mark: `-de-${child.id}`, of, url } : {});
  for (const { id, descricao, vencimento } of dues) {
    calendar.createEvent({
      id: `parcela-${id}@portal`,
      start: new Date(`${vencimento}T00:00:00Z`),
      end: new Date(Date.parse(vencimento) + DAY_MS),
      allDay: true,
      summary: `${of}Vencimento: ${descricao}`,
      url: place.portal + routes.finance.home(),
    });
  }
  for (const { id, titulo, prazo, turma_id, turma_atividade_id } of deadlines) {
    calendar.createEvent({
      id: `atividade-${id}@portal`,
      start: new Date(prazo),
      end: new Date(Date.parse(prazo) + DEADLINE_MS),
      summary: `${of}Entrega: ${titulo}`,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: DEADLINE_REMINDER_S }],
      url: place.portal + (url ?? routes.pedagogico.work(turma_id, turma_atividade_id)),
    });
  }
  for (const { id, nome, evento_em } of events) {
    if (evento_em === null) continue;
    calendar.createEvent({
      id: `evento-${id}@portal`,
      start: new Date(evento_em),
      end: new Date(Date.parse(evento_em) + EVENT_MS),
      summary: of + nome,
      url: place.portal + (url ?? routes.dashboard()),
    });
  }
}

/** @param as the owner's name and the link, for a reader who is not the student */
function addLesson(
  calendar: ICalCalendar,
  lesson: LessonRow,
  { portal }: Place,
  as: { mark?: string; of?: string; url?: string; description?: string },
): void {
  const isOnline = lesson.tipo === 'online';
  const isCancelled = lesson.cancelada_em !== null;
  calendar.createEvent({
    id: `aula-${lesson.id}${as.mark ?? ''}@portal`,
    description: as.description ?? null,
    start: new Date(lesson.inicio),
    end: new Date(lesson.fim),
    // Outlook does not mark cancelled entries of a feed.
    summary: `${as.of ?? ''}${isCancelled ? 'Cancelada: ' : ''}${lesson.turma}: ${lesson.titulo}`,
    location: isOnline ? 'Online' : [lesson.sala, lesson.escola].filter(Boolean).join(', '),
    url:
      portal +
      (as.url ??
        (isOnline
          ? routes.onlineClasses.details(lesson.turma_id)
          : routes.pedagogico.gradesOfClass(lesson.turma_id, { parte: 'aulas' }))),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    alarms: isCancelled ? [] : [{ type: ICalAlarmType.display, triggerBefore: REMINDER_S }],
  });
}
