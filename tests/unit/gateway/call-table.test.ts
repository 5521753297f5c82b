import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCall } from '../../../src/gateway/call-table.ts';
import { API_PREFIX, type Call } from '../../../src/lib/contract/core.ts';
import { contract } from '../../../src/lib/contract/index.schema.ts';

const calls = Object.entries(contract).flatMap(([area, areaCalls]) =>
  Object.entries(areaCalls as Record<string, Call>).map(([name, call]) => [`${area}.${name}`, call] as const),
);
const find = (method: string, path: string) => {
  const known = findCall(method, API_PREFIX + path);
  return known && [known.name, known.params];
};

it.each(calls)('%s is found by its address, with and without a trailing slash', (name, call) => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
  const params = Object.fromEntries(names.map((param, index) => [param, String(41 + index)]));
  const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => params[param] as string);
  expect(find(call.method, path)).toEqual([name, params]);
  expect(find(call.method, path.replace(/\/$/, ''))).toEqual([name, params]);
});

it.each([
  ['GET', 'users/book/', 'books.listOwnBooks', {}],
  ['GET', 'users/7/book/', 'books.listUserBooks', { id: '7' }],
  ['GET', 'users/id/7/', 'account.getUser', { id: '7' }],
  ['DELETE', 'users/unlink-book/7/', 'books.unlinkOwnBook', { id: '7' }],
  ['DELETE', 'users/7/unlink-book/9/', 'books.unlinkUserBook', { userId: '7', id: '9' }],
  ['GET', 'travel-campaigns/qr-codes/', 'travel.listQrCodes', {}],
  ['GET', 'travel-campaigns/7/', 'travel.getCampaign', { id: '7' }],
  ['GET', 'knn-usa/request/me/', 'abroad.getOwnRequest', {}],
  ['GET', 'portal/calendar/abc.ics', 'onlineClasses.getFeed', { secret: 'abc' }],
  ['GET', 'portal/calendar/a.b.ics', 'onlineClasses.getFeed', { secret: 'a.b' }],
])('API-73: a fixed segment takes precedence over a parameter: %s %s is %s', (method, path, name, params) => {
  expect(find(method, path)).toEqual([name, params]);
});

describe('a parameter is decoded once', () => {
  it.each([
    ['a%2Fb', 'a/b'],
    ['%252e%252e', '%2e%2e'],
    ['..%2F..%2Fusers', '../../users'],
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['a+b', 'a+b'],
    ['%00', '\0'],
    ['__proto__', '__proto__'],
  ])('%s', (segment, value) => {
    expect(find('GET', `users/book/${segment}/`)).toEqual(['books.getBook', { uuid: value }]);
  });
});

describe('addresses outside the contract are refused', () => {
  it.each([
    ['POST', 'users/me/'],
    ['get', 'users/me/'],
    ['HEAD', 'users/me/'],
    ['OPTIONS', 'users/me/'],
    ['TRACE', 'users/me/'],
    ['', 'users/me/'],
    ['DELETE', 'users/'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', 'users'.repeat(9)],
    ['GET', 'users//me/'],
    ['GET', '/users/me/'],
    ['GET', 'users/me//'],
    ['GET', 'users/me/extra/'],
    ['GET', 'Users/Me/'],
    ['GET', 'users/m%65/'],
    ['GET', 'users/id//'],
    ['GET', 'users/id/%2e%2e/'],
    ['GET', 'users/id/../'],
    ['GET', 'users/id/./'],
    ['GET', 'users/id/%2E/'],
    ['GET', 'users/id/%/'],
    ['GET', 'users/id/%zz/'],
    ['GET', 'users/id/%ff/'],
    ['GET', 'users/id/%c0%ae%c0%ae/'],
    ['GET', 'portal/calendar/.ics'],
    ['GET', 'portal/calendar/..ics'],
    ['GET', 'portal/calendar/%2e%2e.ics'],
    // Operations have no address of their own.
    ['GET', 'portal/calendar/feed-url/'],
    ['GET', 'portal/calendar/abc'],
    ['GET', 'portal/calendar/abc.ICS'],
    ['GET', '{id}'],
    ['GET', '__proto__/x/'],
  ])('%s %j', (method, path) => {
    expect(find(method, path)).toBeNull();
  });

  it.each([
    '/api/v2/users/me/',
    '/api/users/me/',
    '/API/V1/users/me/',
    '/users/me/',
    '//api/v1/users/me/',
    '/x/api/v1/users/me/',
  ])('%s is not below the prefix', (pathname) => {
    expect(findCall('GET', pathname)).toBeNull();
  });

  it('any path gives null or a call whose fixed segments match', () => {
    const word = fc.oneof(
      fc.constantFrom(...new Set(calls.flatMap(([, { path }]) => path.split('/')))),
      fc.string({ maxLength: 6 }),
      fc.constantFrom('.', '..', '%2e%2e', '%', '1'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
        fc.array(word, { maxLength: 7 }),
        (method, parts) => {
          const known = findCall(method, API_PREFIX + parts.join('/'));
          if (!known) return;
          expect(known.call.method).toBe(method);
          const requested = parts.join('/').replace(/\/$/, '').split('/');
          const wanted = known.call.path.split('/').filter(Boolean);
          expect(requested).toHaveLength(wanted.length);
          for (const [index, part] of wanted.entries()) if (!part.includes('{')) expect(requested[index]).toBe(part);
          for (const value of Object.values(known.params)) expect(['', '.', '..']).not.toContain(value);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
