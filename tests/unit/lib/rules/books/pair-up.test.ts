import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeNumbers, pairUp } from '../../../../../src/lib/rules/books/pair-up.ts';

type Row = { id: number; name: string; place: number };
type Requested = { name: string; place: number };
const names = [
  [({ name }: Row) => name, ({ name }: Requested) => name],
  [({ place }: Row) => place, ({ place }: Requested) => place],
] as const;

describe('matching texts with existing rows', () => {
  it('rows are matched by the first name, then by the next', () => {
    const rows = [
      { id: 1, name: 'coffee', place: 1 },
      { id: 2, name: 'bread', place: 2 },
      { id: 3, name: 'milk', place: 3 },
    ];
    const target = [
      { name: 'milk', place: 1 },
      { name: 'bread', place: 2 },
      { name: 'tea', place: 3 },
    ];
    const { pairs, left } = pairUp(rows, target, names);
    expect(pairs.map(({ row }) => row?.id)).toEqual([3, 2, undefined]);
    expect(left.map(({ id }) => id)).toEqual([1]);
  });

  it('each row is matched with at most one text, and no row is lost', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const place = fc.integer({ min: 1, max: 5 });
    const rows = fc.uniqueArray(fc.record({ id: fc.nat(), name, place }), { selector: ({ id }) => id });
    fc.assert(
      fc.property(rows, fc.array(fc.record({ name, place })), (existing, texts) => {
        const { pairs, left } = pairUp(existing, texts, names);
        const used = pairs.flatMap(({ row }) => row ?? []);
        expect(new Set(used).size).toBe(used.length);
        expect(new Set([...used, ...left])).toEqual(new Set(existing));
        expect(pairs.map(({ target }) => target)).toEqual(texts);
        expect(pairs.every(({ row, target }) => !row || row.name === target.name || row.place === target.place)).toBe(
          true,
        );
      }),
    );
  });

  it('the same texts match their own rows', () => {
    const target = fc.uniqueArray(fc.record({ name: fc.string(), place: fc.nat() }), { selector: ({ name }) => name });
    fc.assert(
      fc.property(target, (texts) => {
        const { pairs, left } = pairUp(
          texts.map((text, id) => ({ ...text, id })),
          texts,
          names,
        );
        expect(pairs.map(({ row }) => row?.id)).toEqual(texts.map((_, id) => id));
        expect(left).toEqual([]);
      }),
    );
  });
});

it('a free number is the requested one, else the lowest, else none', () => {
  const next = freeNumbers([1, 3], 4);
  expect([next(3), next(3), next(9), next(1)]).toEqual([2, 4, 9, null]);
});
