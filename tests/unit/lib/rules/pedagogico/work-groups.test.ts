import { expect, it } from 'vitest';
import type { Atividade } from '../../../../../src/lib/contract/pedagogico.schema.ts';
import { groupWork, lateCount } from '../../../../../src/lib/rules/pedagogico/work-groups.ts';
import { endOfWeek } from '../../../../../src/lib/rules/time/instants.ts';

const ZONE = 'America/Sao_Paulo';
/** A Monday, 10:00 in São Paulo. */
const weekEnd = endOfWeek(ZONE, new Date('2026-11-23T13:00:00.000Z'));

const piece = (id: number, status: Atividade['status'], prazo: string | null) => ({ id, status, prazo });
const namesOf = (work: ReturnType<typeof piece>[]) =>
  groupWork(work, weekEnd).map(({ kind, work: pieces }) => [kind, pieces.map(({ id }) => id)]);

it.each([
  ['a Monday', '2026-11-23T13:00:00.000Z'],
  ['a Sunday, the last minute', '2026-11-30T02:59:00.000Z'],
  ['a Monday, the first minute', '2026-11-23T03:00:00.000Z'],
])('the week ends with its Sunday: %s', (_day, now) => {
  expect(endOfWeek(ZONE, new Date(now))).toBe('2026-11-30T03:00:00.000Z');
});

it('groups are late work, this week, later and done, in this order', () => {
  expect(
    namesOf([
      piece(5, 'corrigida', '2026-11-02T02:59:00.000Z'),
      piece(4, 'atrasada', '2026-11-20T02:59:00.000Z'),
      piece(2, 'pendente', '2026-11-26T02:59:00.000Z'),
      piece(9, 'enviada', '2026-11-27T02:59:00.000Z'),
      piece(3, 'pendente', '2026-12-01T02:59:00.000Z'),
      piece(7, 'dispensada', null),
    ]),
  ).toEqual([
    ['late', [4]],
    ['week', [2]],
    ['later', [3]],
    ['done', [7, 9, 5]],
  ]);
});

it('Sunday night belongs to the week, and work without a deadline to no week', () => {
  const sunday = piece(1, 'pendente', '2026-11-30T02:59:00.000Z');
  const monday = piece(2, 'pendente', '2026-11-30T03:00:00.000Z');
  expect(namesOf([sunday, monday, piece(3, 'pendente', null)])).toEqual([
    ['week', [1]],
    ['later', [2, 3]],
  ]);
});

it('a class without work has no groups', () => {
  expect(groupWork([], weekEnd)).toEqual([]);
});

it('only late work is counted', () => {
  const work = (['atrasada', 'pendente', 'enviada', 'atrasada'] as const).map((status) => ({ status }));
  expect(lateCount(work)).toBe(2);
  expect(lateCount([])).toBe(0);
});
