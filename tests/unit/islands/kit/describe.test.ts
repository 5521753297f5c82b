import { expect, it } from 'vitest';
import { type Act, among, callOf, type Env } from '../../../../src/islands/kit/describe.ts';

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
  isConnected: false,
  help: null,
};
const act = (facts: Partial<Act<Row>>): Act<Row, never> => ({ name: 'a', label: 'A', ...facts }) as Act<Row, never>;
const idsOf = (facts: Partial<Act<Row>>, of = rows) => among(act(facts), of, env).map(({ id }) => id);

it('an act applies to the rows that its rule allows, and to all rows without a rule', () => {
  expect(idsOf({})).toEqual([1, 2, 3]);
  expect(idsOf({ may: ({ isOpen }) => isOpen })).toEqual([1, 3]);
  expect(idsOf({ may: (_row, { rights }) => rights.includes('alunos') })).toEqual([]);
});

it('an act for a single row is not offered for several', () => {
  expect(idsOf({ isForOne: true })).toEqual([]);
  expect(idsOf({ isForOne: true }, rows.slice(0, 1))).toEqual([1]);
});

it('an act calls its own operation for one row or sends its change for all rows; an act with neither throws', () => {
  const write = 'leads.updateLeads';
  const call = (facts: Partial<Act<Row>>, change?: object) => callOf(write, act(facts), rows, { nota: 'Oi' }, change);
  expect(call({ operation: 'leads.enrollLead' })).toEqual(['leads.enrollLead', { id: 1, nota: 'Oi' }]);
  expect(call({ operation: 'leads.enrollLead', sent: () => ({ aluno: 2 }) })[1]).toEqual({ id: 1, aluno: 2 });
  expect(call({}, { estado: 'novo' })).toEqual([write, { ids: [1, 2, 3], estado: 'novo' }]);
  expect(() => call({})).toThrow('changes nothing');
});
