import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clubChart, monthLabel, monthName } from '../../../../../src/lib/rules/club/chart.ts';

const month = (emitidos: number, resgatados: number, expirados: number, index = 0) => ({
  mes: `2026-${String((index % 12) + 1).padStart(2, '0')}`,
  membros: 1,
  emitidos,
  resgatados,
  expirados,
  passivo: 0,
});

it('the chart of points is empty without entries', () => {
  expect(clubChart({ meses: [] })).toBeNull();
  expect(clubChart({ meses: [month(0, 0, 0)] })).toBeNull();
});

it('the chart of points draws issued points above zero, and used ones below', () => {
  const chart = clubChart({ meses: [month(100, 40, 10), month(50, 0, 0, 1)] });
  const [first, second] = chart?.columns ?? [];
  expect(first?.label).toBe('jan');
  expect(first?.issued.y).toBe((chart?.zero ?? 0) - (first?.issued.height ?? 0));
  expect(first?.expired.y).toBe((chart?.zero ?? 0) + (first?.spent.height ?? 0));
  expect(second?.issued.height).toBeCloseTo((first?.issued.height ?? 0) / 2, 0);
});

it('the chart of points keeps all columns inside the drawing, without overlap', () => {
  const points = fc.integer({ min: 0, max: 5_000_000 });
  const meses = fc.array(fc.tuple(points, points, points), { minLength: 1, maxLength: 36 });
  fc.assert(
    fc.property(meses, (given) => {
      const chart = clubChart({ meses: given.map(([a, b, c], index) => month(a, b, c, index)) });
      if (!chart) return;
      let left = 0;
      for (const { x, width, issued, spent, expired } of chart.columns) {
        expect(x).toBeGreaterThanOrEqual(left);
        left = x + width - 0.1;
        expect(issued.y).toBeGreaterThanOrEqual(-0.1);
        expect(expired.y + expired.height).toBeLessThanOrEqual(chart.height + 0.2);
        for (const { height } of [issued, spent, expired]) expect(height).toBeGreaterThanOrEqual(0);
      }
      expect(left).toBeLessThanOrEqual(chart.width);
    }),
  );
});

it('the chart of points labels months', () => {
  expect([monthLabel('2026-03'), monthName('2026-03')]).toEqual(['mar', 'março de 2026']);
});
