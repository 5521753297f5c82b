import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../../../../src/lib/rules/practice/byte-range.ts';

describe('a byte range', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', [0, 99]],
    ['bytes=0-0', [0, 0]],
    ['bytes=10-19', [10, 19]],
    ['bytes=90-500', [90, 99]],
    ['bytes=-10', [90, 99]],
    ['bytes=-500', [0, 99]],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=20-10', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['items=0-1', null],
  ] as const)('%s of 100 bytes is %j', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });

  it('any byte range stays within the file', () => {
    const headers = fc.oneof(
      fc.string(),
      fc.tuple(fc.option(fc.nat()), fc.option(fc.nat())).map(([a, b]) => `bytes=${a ?? ''}-${b ?? ''}`),
    );
    fc.assert(
      fc.property(headers, fc.integer({ min: 1, max: 1e6 }), (header, size) => {
        const range = rangeOf(header, size);
        if (range === null || range === 'unsatisfiable') return true;
        return range[0] >= 0 && range[0] <= range[1] && range[1] < size;
      }),
    );
  });
});
