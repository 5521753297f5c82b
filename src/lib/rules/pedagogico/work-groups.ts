import type { Atividade } from '#lib/contract/pedagogico.schema.ts';

type Work = Pick<Atividade, 'id' | 'status' | 'prazo'>;

export interface WorkGroup<T extends Work> {
  kind: 'late' | 'week' | 'later' | 'done';
  work: T[];
}

/**
 * The work of a class as a student looks for it: what is late, what this week asks for, what comes later, and what is
 * done. Inside a group the order stays, but what is done is turned around: the newest first. Groups without work are
 * left out.
 *
 * @param weekEnd from `endOfWeek`
 */
export function groupWork<T extends Work>(work: readonly T[], weekEnd: string): WorkGroup<T>[] {
  const groups = { late: [] as T[], week: [] as T[], later: [] as T[], done: [] as T[] };
  for (const each of work) groups[kindOf(each, weekEnd)].push(each);
  groups.done.reverse();
  return (['late', 'week', 'later', 'done'] as const)
    .map((kind) => ({ kind, work: groups[kind] }))
    .filter((group) => group.work.length > 0);
}

function kindOf({ status, prazo }: Work, weekEnd: string): WorkGroup<Work>['kind'] {
  if (status === 'atrasada') return 'late';
  if (status !== 'pendente') return 'done';
  return prazo && Date.parse(prazo) < Date.parse(weekEnd) ? 'week' : 'later';
}

/** How many pieces of work are late. */
export const lateCount = (work: readonly Pick<Work, 'status'>[]): number =>
  work.filter(({ status }) => status === 'atrasada').length;
