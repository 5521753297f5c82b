import type { Aula } from '#lib/contract/pedagogico.schema.ts';
import type { lessonChips } from '#lib/words/online-classes.ts';
import { dayIn } from '../time/zones.ts';

export function lessonState(
  { status, inicio }: Pick<Aula, 'status' | 'inicio'>,
  now: Date,
  timeZone: string,
): keyof typeof lessonChips {
  if (status !== 'agendada') return status;
  return dayIn(timeZone, new Date(inicio)) === dayIn(timeZone, now) ? 'hoje' : 'agendada';
}

export interface LessonGroups {
  live: Aula[];
  /** The nearest first. */
  coming: Aula[];
  /** The latest first. */
  past: Aula[];
}

/** Lessons of a class at `now`: the current one, coming ones and past ones. */
export function groupLessons(lessons: readonly Aula[], now: Date): LessonGroups {
  const byStart = lessons.toSorted((a, b) => a.inicio.localeCompare(b.inicio));
  const isOver = ({ fim }: Aula) => new Date(fim) <= now;
  return {
    live: byStart.filter(({ status }) => status === 'ao_vivo'),
    coming: byStart.filter((lesson) => lesson.status !== 'ao_vivo' && !isOver(lesson)),
    past: byStart.filter((lesson) => lesson.status !== 'ao_vivo' && isOver(lesson)).reverse(),
  };
}
