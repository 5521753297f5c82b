import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingFor, FRESH_ENCODINGS, STORED_ENCODINGS } from '../../../src/process/encoding.ts';

describe('the encoding for a client', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['zstd;q=0, *', 'gzip'],
    ['*', 'gzip'],
    ['br', null],
    [undefined, null],
  ])('a page for one visitor, %j → %s', (header, encoding) => {
    expect(encodingFor(header, FRESH_ENCODINGS)).toBe(encoding);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip, deflate', 'gzip'],
    ['*', 'gzip'],
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
  ])('a stored file, %j → %s', (header, encoding) => {
    expect(encodingFor(header, STORED_ENCODINGS)).toBe(encoding);
  });

  it('the encoding is always one that the client accepts', () => {
    const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1');
    const name = fc.constantFrom('br', 'gzip', 'zstd', 'deflate', 'identity', '*');
    const items = fc.uniqueArray(fc.tuple(name, weight), { selector: ([which]) => which });
    const offered = fc.constantFrom<readonly string[]>(STORED_ENCODINGS, FRESH_ENCODINGS);
    fc.assert(
      fc.property(items, offered, (list, ours) => {
        const encoding = encodingFor(list.map(([which, q]) => which + q).join(', '), ours);
        const named = list.map(([which]) => which);
        const wanted = list
          .filter(([, q]) => q !== ';q=0')
          .map(([which]) => (which === '*' && !named.includes('gzip') ? 'gzip' : which));
        if (encoding === null) expect(wanted.filter((which) => ours.includes(which))).toEqual([]);
        else expect(wanted).toContain(encoding);
      }),
    );
  });
});
