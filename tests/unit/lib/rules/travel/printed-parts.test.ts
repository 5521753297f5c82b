import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRINTED_AT_ONCE, printedParts } from '../../../../../src/lib/rules/travel/printed-parts.ts';

it('the files of a print hold every ticket once, in order', () => {
  fc.assert(
    fc.property(fc.nat(5_000), (tickets) => {
      const parts = printedParts(tickets);
      const held = parts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
      expect(held).toEqual(Array.from({ length: tickets }, (_, at) => at + 1));
      for (const { first, last } of parts) expect(last - first + 1).toBeLessThanOrEqual(PRINTED_AT_ONCE);
      expect(parts.map(({ part }) => part)).toEqual(parts.map((_, at) => at + 1));
    }),
  );
});
