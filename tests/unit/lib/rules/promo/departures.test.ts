import { expect, it } from 'vitest';
import { isOpen, nextDeparture, stateOf } from '../../../../../src/lib/rules/promo/departures.ts';

const july = { inicio: '2027-07-03', inscricoes_ate: '2027-02-26', vagas: 40, restam: 11 };
const january = { inicio: '2028-01-08', inscricoes_ate: '2027-08-27', vagas: 40 };

it.each([
  ['with seats', july, '2026-11-20', 'aberta', true],
  ['on its last day', july, '2027-02-26', 'aberta', true],
  ['a day too late', july, '2027-02-27', 'encerrada', false],
  ['with a quarter of its seats', { ...july, restam: 10 }, '2026-11-20', 'ultimas', true],
  ['without a seat', { ...july, restam: 0 }, '2026-11-20', 'lotada', false],
  ['without a count', january, '2026-11-20', 'aberta', true],
] as const)('a departure %s', (_what, departure, today, state, open) => {
  expect(stateOf(departure, today)).toBe(state);
  expect(isOpen(departure, today)).toBe(open);
});

it('a page shows the next open departure, else the last one', () => {
  expect(nextDeparture([january, july], '2026-11-20')).toBe(july);
  expect(nextDeparture([january, { ...july, restam: 0 }], '2026-11-20')).toBe(january);
  expect(nextDeparture([january, july], '2027-03-01')).toBe(january);
  expect(nextDeparture([january, july], '2028-03-01')).toBe(january);
});
