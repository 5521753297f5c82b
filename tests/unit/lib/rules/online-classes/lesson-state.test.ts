import { expect, it } from 'vitest';
import type { Aula } from '../../../../../src/lib/contract/pedagogico.schema.ts';
import { groupLessons, lessonState } from '../../../../../src/lib/rules/online-classes/lesson-state.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2027-03-11T02:30:00Z');
const lesson = (id: number, inicio: string, fim: string, status: Aula['status'] = 'agendada'): Aula => ({
  id,
  turma_id: 1,
  numero: id,
  titulo: `Aula ${id}`,
  inicio,
  fim,
  tipo: 'online',
  status,
  materiais: [],
});

it.each([
  ['ao_vivo', '2027-03-11T02:00:00Z', 'ao_vivo'],
  ['gravada', '2027-03-01T02:00:00Z', 'gravada'],
  ['cancelada', '2027-03-11T02:45:00Z', 'cancelada'],
  // Still 10 March in São Paulo, though the 11th has begun in UTC.
  ['agendada', '2027-03-11T02:45:00Z', 'hoje'],
  ['agendada', '2027-03-11T03:15:00Z', 'agendada'],
] as const)('CLASS-03 a lesson that is %s at %s shows as %s', (status, inicio, state) => {
  expect(lessonState({ status, inicio }, now, zone)).toBe(state);
});

it('CLASS-02 the running lesson comes first, then the next, then the last', () => {
  const groups = groupLessons(
    [
      lesson(5, '2027-03-20T10:00:00Z', '2027-03-20T11:00:00Z'),
      lesson(1, '2027-03-01T10:00:00Z', '2027-03-01T11:00:00Z', 'gravada'),
      lesson(3, '2027-03-11T02:00:00Z', '2027-03-11T03:00:00Z', 'ao_vivo'),
      lesson(2, '2027-03-05T10:00:00Z', '2027-03-05T11:00:00Z', 'cancelada'),
      lesson(4, '2027-03-12T10:00:00Z', '2027-03-12T11:00:00Z'),
      lesson(6, '2027-03-25T10:00:00Z', '2027-03-25T11:00:00Z', 'cancelada'),
    ],
    now,
  );
  expect(Object.values(groups).map((group: Aula[]) => group.map(({ id }) => id))).toEqual([[3], [4, 5, 6], [2, 1]]);
});
