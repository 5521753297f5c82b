import type { Atividade } from '#lib/contract/pedagogico.schema.ts';

type Work = Pick<Atividade, 'id' | 'status' | 'prazo'>;

export interface WorkGroup<T extends Work> {
  kind: 'late' | 'week' | 'later' | 'done';
  work: T[];
}

/**
 * The assignments of a class in groups: late, due this week, later, and done. The order within a group stays, except that
 * done ones are reversed: the newest first. Empty groups are omitted.
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

/** The number of late assignments. */
export const lateCount = (work: readonly Pick<Work, 'status'>[]): number =>
  work.filter(({ status }) => status === 'atrasada').length;
