import { expect, it } from 'vitest';
import type { TurmaUsa } from '../../../../../src/lib/contract/abroad.schema.ts';
import { offeredTrips } from '../../../../../src/lib/rules/abroad/offered-trips.ts';

const trip = (nome: string, inscricoes_ate: string, vagas_restantes: number, elegivel = false) =>
  ({ nome, inscricoes_ate, vagas_restantes, elegivel }) as TurmaUsa;

it('open trips come first, requestable ones before others; sold-out and past trips are closed', () => {
  const trips = [
    trip('past', '2026-11-27', 3),
    trip('full', '2026-12-24', 0),
    trip('open', '2026-11-28', 2),
    trip('own', '2026-12-24', 1, true),
  ];
  const { open, closed } = offeredTrips(trips, '2026-11-28');
  expect([open, closed].map((each) => each.map(({ nome }) => nome))).toEqual([
    ['own', 'open'],
    ['past', 'full'],
  ]);
});
