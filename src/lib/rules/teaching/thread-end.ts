import { DAY_MS } from '../time/spans.ts';

/** A thread in which nobody writes ends by itself after so many days. */
const THREAD_DAYS = 14;

/** Who ended a thread, or what: nobody wrote for long (`prazo`), or the teacher has the class no more (`turma`). */
export type ThreadEnd = 'professor' | 'escola' | 'prazo' | 'turma';

/** What decides it. */
export interface ThreadLife {
  ended_at: string | null;
  ended_by: 'professor' | 'escola' | null;
  last_at: string;
}

/** Why nobody can write in a thread any more; null: it is open. */
export function threadEnd({ ended_at, ended_by, last_at, isTaught }: ThreadLife & { isTaught: boolean }, now: Date) {
  if (ended_at !== null) return ended_by ?? 'escola';
  if (!isTaught) return 'turma';
  return now.getTime() >= Date.parse(last_at) + THREAD_DAYS * DAY_MS ? 'prazo' : null;
}
