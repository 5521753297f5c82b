import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCentavos } from '../../../../src/lib/format/split-centavos.ts';

it('parts add up to the total, and differ by at most one centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 1, max: 12 }), (total, parts) => {
      const split = splitCentavos(total, parts);
      expect(split).toHaveLength(parts);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1);
      expect(split[0]).toBe(Math.max(...split));
    }),
  );
});
