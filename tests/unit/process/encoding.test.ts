import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingFor } from '../../../src/process/encoding.ts';

describe('what a client takes', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip, deflate', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip ;q = 0.5', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['*;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['brotli, x-gzip', null],
    ['br;q=x', null],
    ['', null],
    [undefined, null],
  ])('%j → %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });

  it('the process never sends an encoding that the client did not name', () => {
    const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1');
    const name = fc.constantFrom('br', 'gzip', 'deflate', 'identity');
    const items = fc.uniqueArray(fc.tuple(name, weight), { selector: ([which]) => which });
    fc.assert(
      fc.property(items, (list) => {
        const encoding = encodingFor(list.map(([which, q]) => which + q).join(', '));
        const wanted = list.filter(([, q]) => q !== ';q=0').map(([which]) => which);
        if (encoding === null) expect(wanted.filter((which) => which === 'br' || which === 'gzip')).toEqual([]);
        else expect(wanted).toContain(encoding);
      }),
    );
  });
});
