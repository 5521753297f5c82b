import { roomKey } from './find-clashes.ts';

/** A lesson as a week shows it; instants are ISO-8601 in UTC. */
export interface WeekLesson {
  id: number;
  inicio: string;
  fim: string;
  tipo: 'presencial' | 'online';
  professor_id: number | null;
  sala: string | null;
  cancelada_em: string | null;
  /** The status of the class. */
  status: 'futura' | 'ativa' | 'concluida' | 'trancada';
}

/**
 * The lessons that clash with another one at the same time with the same teacher or room. Cancelled lessons and those of stopped
 * classes clash with nothing, and an online lesson needs no room.
 *
 * @returns the shared resources, by the lesson's id
 */
export function clashesWithin(lessons: readonly WeekLesson[]): Map<number, Set<'professor' | 'sala'>> {
  const found = new Map<number, Set<'professor' | 'sala'>>();
  const running = lessons
    .filter(({ cancelada_em, status }) => cancelada_em === null && status !== 'trancada')
    .toSorted((a, b) => a.inicio.localeCompare(b.inicio));
  const mark = (cause: 'professor' | 'sala', keyOf: (lesson: WeekLesson) => number | string | null) => {
    for (const [key, group] of Map.groupBy(running, keyOf)) {
      if (key === null) continue;
      group.forEach((lesson, at) => {
        for (const later of group.slice(at + 1)) {
          // Sorted by start, so the remaining lessons do not overlap either.
          if (later.inicio >= lesson.fim) break;
          for (const { id } of [lesson, later]) found.set(id, (found.get(id) ?? new Set()).add(cause));
        }
      });
    }
  };
  mark('professor', ({ professor_id }) => professor_id);
  mark('sala', ({ tipo, sala }) => (tipo === 'presencial' ? roomKey(sala) : null));
  return found;
}
