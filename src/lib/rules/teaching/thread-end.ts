import { DAY_MS } from '../time/spans.ts';

/** A thread in which nobody writes ends by itself after so many days. */
const THREAD_MS = 14 * DAY_MS;

/**
 * Who ended a thread, or what: nobody wrote for long (`prazo`), the teacher has the class no more (`turma`), the student is not in it
 * or may not enter (`aluno`), or the class is over (`concluida`).
 */
export type ThreadEnd = 'professor' | 'escola' | 'prazo' | 'turma' | 'aluno' | 'concluida';

/** What decides it. */
export interface ThreadLife {
  ended_at: string | null;
  ended_by: 'professor' | 'escola' | null;
  last_at: string;
  isTaught: boolean;
  /** The student is in the class now, and not blocked. */
  isInClass: boolean;
  isOver: boolean;
}

/** Threads in which nobody wrote since then have ended. */
export const threadsSince = (now: Date): string => new Date(now.getTime() - THREAD_MS).toISOString();

/** Why nobody can write in a thread any more; null: it is open. */
export function threadEnd(thread: ThreadLife, now: Date): ThreadEnd | null {
  const { ended_at, ended_by, last_at, isTaught, isInClass, isOver } = thread;
  if (ended_at !== null) return ended_by ?? 'escola';
  if (!isTaught) return 'turma';
  if (isOver) return 'concluida';
  if (!isInClass) return 'aluno';
  return last_at <= threadsSince(now) ? 'prazo' : null;
}
