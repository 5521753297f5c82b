import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idsIn } from '../../../../src/lib/forms/marked.ts';

it('the marked rows of an address are read back as they were written', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 100 });
  fc.assert(
    fc.property(ids, (some) => {
      expect(idsIn(some.join(','))).toEqual(some);
    }),
  );
});

it('any text of an address gives at most a hundred numbers that the call takes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (text) => {
      const ids = idsIn(text);
      expect(ids.length).toBeLessThanOrEqual(100);
      for (const id of ids) expect(Number.isInteger(id) && id > 0).toBe(true);
    }),
  );
  expect(idsIn(null)).toEqual([]);
  expect(idsIn('0,-1,1e3,7,x')).toEqual([7]);
});
