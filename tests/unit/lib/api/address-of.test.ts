import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCall } from '../../../../src/gateway/call-table.ts';
import { ApiError, addressOf } from '../../../../src/lib/api/client.ts';
import type { Call } from '../../../../src/lib/contract/core.ts';
import { contract } from '../../../../src/lib/contract/index.schema.ts';

const { books, account, onlineClasses, pedagogico } = contract;
const everyCall = Object.values(contract).flatMap((calls) => Object.values(calls as Record<string, Call>));
const origin = 'https://portal.example';
const pathnameOf = (address: string) => new URL(address, origin).pathname;

it('API-95: every address is below /api/v1/', () => {
  expect(addressOf(account.getMe)).toBe('/api/v1/users/me/');
  expect(addressOf(books.unlinkUserBook, { params: { userId: 7, id: 9 } })).toBe('/api/v1/users/7/unlink-book/9/');
  expect(addressOf(onlineClasses.getFeed, { params: { secret: 'abc' } })).toBe('/api/v1/portal/calendar/abc.ics');
});

describe('a parameter is one path segment, whatever its characters', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b=c', 'a%3Fb%3Dc'],
    ['a#b', 'a%23b'],
    ['50%', '50%25'],
    ['%2e%2e', '%252e%252e'],
    ['../users', '..%2Fusers'],
    ['a b', 'a%20b'],
    ['ação', 'a%C3%A7%C3%A3o'],
    ['a\\b', 'a%5Cb'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['{id}', '%7Bid%7D'],
    ['...', '...'],
  ])('%j', (uuid, segment) => {
    expect(pathnameOf(addressOf(books.getBook, { params: { uuid } }))).toBe(`/api/v1/users/book/${segment}/`);
  });

  it.each(['', '.', '..', undefined, null])('%j is refused, because it would change the path', (uuid) => {
    expect(() => addressOf(books.getBook, { params: { uuid } })).toThrow(ApiError);
  });

  it('a missing parameter is refused', () => {
    expect(() => addressOf(books.getBook)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('for every call the gateway finds the same call and parameters from its address', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyCall), fc.string({ unit: 'grapheme', maxLength: 20 }), (call, text) => {
        const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
        // No fixed path segment begins with `~`, so the value cannot match another call.
        const params = Object.fromEntries(names.map((name, index) => [name, `~${index}${text}`]));
        const known = findCall(call.method, pathnameOf(addressOf(call, { params })));
        expect(known?.call).toBe(call);
        expect(known?.params).toEqual(params);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the query', () => {
  it('the query omits undefined, null and empty values, and keeps false and 0', () => {
    const query = { a: undefined, b: null, c: '', d: false, e: 0, f: 'x' };
    expect(addressOf(pedagogico.listClasses, { query })).toBe('/api/v1/at-home/turmas/?d=false&e=0&f=x');
  });

  it.each([{}, { a: '' }, { a: undefined }])('the query %j gives no question mark', (query) => {
    expect(addressOf(account.listUsers, { query })).toBe('/api/v1/users/');
  });

  it('any text in the query is read back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (email) => {
        const url = new URL(addressOf(account.checkEmail, { query: { email } }), origin);
        expect([...url.searchParams]).toEqual([['email', email]]);
        expect(url.pathname).toBe('/api/v1/users/check-email/');
      }),
    );
  });
});
