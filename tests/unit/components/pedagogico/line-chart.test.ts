import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHART, lineChart } from '../../../../src/components/pedagogico/line-chart.ts';

it('a line has a point for each value, inside its picture, and the largest value is the highest', () => {
  const values = fc.array(fc.option(fc.nat(100_000)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(values, (all) => {
      const { path, points } = lineChart(all);
      expect(points.map(({ value }) => value)).toEqual(all.filter((value) => value !== null));
      expect(path === '').toBe(points.length === 0);
      expect(path).not.toMatch(/NaN/);
      const max = Math.max(...points.map(({ value }) => value));
      for (const { x, y, value } of points) {
        expect(x >= CHART.left && x <= CHART.right && y >= CHART.top && y <= CHART.floor).toBe(true);
        if (value === max && max > 0) expect(y).toBe(CHART.top);
      }
    }),
  );
});
