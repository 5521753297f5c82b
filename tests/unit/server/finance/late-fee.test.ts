import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lateFee } from '../../../../src/server/finance/late-fee.ts';

it.each([
  ['2026-05-10', '2026-05-10', 0, 0],
  ['2026-05-10', '2026-05-09', 0, 0],
  ['2026-05-10', '2026-05-11', 698, 11],
  ['2026-05-10', '2026-06-09', 698, 349],
  ['2028-02-28', '2028-03-01', 698, 23],
])('due %s, paid %s: fine %i, interest %i', (due, today, multa, juros) => {
  expect(lateFee(34_900, due, today)).toEqual({ multa, juros });
});

it('never shrinks with time, never asks for a part of a centavo, and stays below the law’s 2 % and 1 % a month', () => {
  const days = fc.integer({ min: 1, max: 3_650 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), days, (centavos, late) => {
      const today = new Date(Date.parse('2026-01-01') + late * 86_400_000).toISOString().slice(0, 10);
      const { multa, juros } = lateFee(centavos, '2026-01-01', today);
      const before = lateFee(centavos, '2026-01-02', today);
      expect([Number.isSafeInteger(multa), Number.isSafeInteger(juros)]).toEqual([true, true]);
      expect(multa * 50).toBeLessThanOrEqual(centavos);
      expect(BigInt(juros) * 3_000n <= BigInt(centavos) * BigInt(late)).toBe(true);
      expect(before.juros).toBeLessThanOrEqual(juros);
    }),
  );
});
