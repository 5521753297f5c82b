import { shiftDay, weekdayOf } from '../time/days.ts';
import { instantIn } from '../time/instants.ts';

/** A weekly time slot of a class. `dia_semana`: 0 is Sunday; times are in the unit’s zone, `HH:mm`. */
export interface Slot {
  dia_semana: number;
  inicio: string;
  fim: string;
}

/** When a lesson begins and ends, ISO-8601 in UTC. */
export interface LessonTime {
  inicio: string;
  fim: string;
}

export interface Plan {
  /** First and last day. */
  inicio: string;
  fim: string;
  horarios: readonly Slot[];
  timeZone: string;
  /** Whether the school is closed on a day. */
  isClosed(day: string): boolean;
}

/** More lessons than a class of two years has. */
export const MAX_LESSONS = 400;

/** All lessons of a plan, in order of time; at most `MAX_LESSONS` + 1. */
export function lessonTimes({ inicio, fim, horarios, timeZone, isClosed }: Plan): LessonTime[] {
  const times: LessonTime[] = [];
  for (let day = inicio; day <= fim && times.length <= MAX_LESSONS; day = shiftDay(day, 1)) {
    const slots = horarios.filter(({ dia_semana }) => dia_semana === weekdayOf(day));
    if (slots.length === 0 || isClosed(day)) continue;
    for (const slot of slots) {
      times.push({ inicio: instantIn(timeZone, day, slot.inicio), fim: instantIn(timeZone, day, slot.fim) });
    }
  }
  return times.toSorted((a, b) => a.inicio.localeCompare(b.inicio));
}

/** The days of a plan without a lesson because the school is closed. */
export function closedDaysOf({ inicio, fim, horarios, isClosed }: Omit<Plan, 'timeZone'>): string[] {
  const days: string[] = [];
  for (let day = inicio, seen = 0; day <= fim && seen < 3 * 366; day = shiftDay(day, 1), seen += 1) {
    if (horarios.some(({ dia_semana }) => dia_semana === weekdayOf(day)) && isClosed(day)) days.push(day);
  }
  return days;
}

/** Whether two weekly time slots overlap. */
export const hasOverlap = (horarios: readonly Slot[]): boolean =>
  horarios.some((one, index) =>
    horarios
      .slice(index + 1)
      .some((other) => one.dia_semana === other.dia_semana && one.inicio < other.fim && other.inicio < one.fim),
  );

export interface ComingLesson extends LessonTime {
  id: number;
}

/** The changes to the coming lessons of a class when its timetable changes. */
export interface Relaid {
  moved: { id: number; from: LessonTime; to: LessonTime }[];
  added: LessonTime[];
  /** Lessons without a remaining time slot. */
  dropped: ComingLesson[];
}

/**
 * Moves the coming lessons of a class to new times, with as few moves as possible. A lesson whose time remains is
 * unchanged; the others take the free times in order.
 *
 * @param coming lessons that have not begun, in order of time @param planned the times of the new plan, in order
 */
export function relay(coming: readonly ComingLesson[], planned: readonly LessonTime[]): Relaid {
  const keyOf = ({ inicio, fim }: LessonTime) => `${inicio}/${fim}`;
  const plannedKeys = new Set(planned.map(keyOf));
  const unchanged = new Set(coming.map(keyOf).filter((key) => plannedKeys.has(key)));
  const free = planned.filter((time) => !unchanged.has(keyOf(time)));
  const loose = coming.filter((lesson) => !unchanged.has(keyOf(lesson)));
  return {
    moved: loose.slice(0, free.length).map(({ id, inicio, fim }, index) => ({
      id,
      from: { inicio, fim },
      to: free[index] as LessonTime,
    })),
    added: free.slice(loose.length),
    dropped: loose.slice(free.length),
  };
}
