import { DAY_MS } from '../time/spans.ts';

/** A thread without new messages ends by itself after this time. */
const THREAD_MS = 14 * DAY_MS;

/**
 * Who or what ended a thread: no messages for long (`prazo`), the teacher no longer teaches the class (`turma`), the
 * student left it or is blocked (`aluno`), or the class is over (`concluida`).
 */
export type ThreadEnd = 'professor' | 'escola' | 'prazo' | 'turma' | 'aluno' | 'concluida';

/** The facts that decide whether a thread has ended. */
export interface ThreadLife {
  ended_at: string | null;
  ended_by: 'professor' | 'escola' | null;
  last_at: string;
  isTaught: boolean;
  /** The student is in the class now, and not blocked. */
  isInClass: boolean;
  isOver: boolean;
}

/** Threads without messages since this instant have ended. */
export const threadsSince = (now: Date): string => new Date(now.getTime() - THREAD_MS).toISOString();

/** Why a thread is closed; null: it is open. */
export function threadEnd(thread: ThreadLife, now: Date): ThreadEnd | null {
  const { ended_at, ended_by, last_at, isTaught, isInClass, isOver } = thread;
  if (ended_at !== null) return ended_by ?? 'escola';
  if (!isTaught) return 'turma';
  if (isOver) return 'concluida';
  if (!isInClass) return 'aluno';
  return last_at <= threadsSince(now) ? 'prazo' : null;
}
