import { expect, it } from 'vitest';
import { type Act, among, type Env } from '../../../../src/islands/kit/describe.ts';

interface Row {
  id: number;
  isOpen: boolean;
}
const rows: Row[] = [
  { id: 1, isOpen: true },
  { id: 2, isOpen: false },
  { id: 3, isOpen: true },
];
const env: Env = {
  now: '2026-11-29T12:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  today: '2026-11-29',
  reader: { id: 7, name: 'Helena Prado' },
  rights: ['contatos'],
};
const act = (facts: Partial<Act<Row>>): Act<Row, never> => ({ name: 'a', label: 'A', ...facts }) as Act<Row, never>;
const idsOf = (facts: Partial<Act<Row>>, of = rows) => among(act(facts), of, env).map(({ id }) => id);

it('an act is for the rows that may, all of them without a rule', () => {
  expect(idsOf({})).toEqual([1, 2, 3]);
  expect(idsOf({ may: ({ isOpen }) => isOpen })).toEqual([1, 3]);
  expect(idsOf({ may: (_row, { rights }) => rights.includes('alunos') })).toEqual([]);
});

it('an act for one is for none of several', () => {
  expect(idsOf({ isForOne: true })).toEqual([]);
  expect(idsOf({ isForOne: true }, rows.slice(0, 1))).toEqual([1]);
});
