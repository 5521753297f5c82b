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
  /** Of the class. */
  status: 'futura' | 'ativa' | 'concluida' | 'trancada';
}

/**
 * Which lessons share an hour with another one that has the same teacher or the same room. Cancelled ones and those of
 * stopped classes clash with nothing, and online a lesson needs no room.
 *
 * @returns by the lesson's id what it shares
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
          // They come by their beginning: none of the rest shares an hour either.
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
