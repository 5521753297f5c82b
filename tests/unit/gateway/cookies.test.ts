import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCookies, setCookie } from '../../../src/gateway/cookies.ts';
import { cookieName, sessionCookie } from '../../../src/lib/session.ts';

describe('readCookies', () => {
  it.each([
    ['a=1', { a: '1' }],
    ['a=1; b=2', { a: '1', b: '2' }],
    ['a=1;b=2', { a: '1', b: '2' }],
    ['  a = 1 ;  b=2  ', { a: '1', b: '2' }],
    ['a=b=c==', { a: 'b=c==' }],
    ['a=', { a: '' }],
    ['a', {}],
    ['=1', {}],
    [';;; ;', {}],
    ['a=1; a=2', { a: '1' }],
    ['a=; a=2', { a: '' }],
    ['A=1; a=2', { A: '1', a: '2' }],
    ['a="1"', { a: '"1"' }],
    ['a=%3B', { a: '%3B' }],
    ['', {}],
    [null, {}],
    [undefined, {}],
  ])('%j', (header, expected) => {
    expect(Object.fromEntries(readCookies(header))).toEqual(expected);
  });

  it('a name of the language itself is a name like any other', () => {
    expect(readCookies('__proto__=x; constructor=y').get('__proto__')).toBe('x');
    expect(readCookies('').get('constructor')).toBeUndefined();
  });

  it('the reader of cookies survives any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        for (const [name, value] of readCookies(header)) expect(name + value).not.toContain(';');
      }),
    );
  });
});

describe('setCookie', () => {
  const parts = (line: string) => line.split('; ');

  it('AUTH-22: a session cookie is out of reach of page scripts and of other sites, and over TLS of plain HTTP', () => {
    expect(parts(setCookie('a', '1', { secure: true }))).toEqual([
      'a=1',
      'Path=/',
      'SameSite=Lax',
      'HttpOnly',
      'Secure',
    ]);
    expect(parts(setCookie('a', '1', { secure: false }))).not.toContain('Secure');
  });

  it('only what is no secret is readable, and only when said so', () => {
    expect(setCookie('tema', 'escuro', { secure: true, readable: true })).not.toContain('HttpOnly');
    expect(setCookie('tema', 'escuro', { secure: true, readable: false })).toContain('HttpOnly');
  });

  it('a cookie lasts as long as said; 0 deletes; otherwise until the browser closes', () => {
    expect(parts(setCookie('a', '1', { secure: true, maxAge: 60 }))).toContain('Max-Age=60');
    expect(parts(setCookie('a', '', { secure: true, maxAge: 0 }))).toContain('Max-Age=0');
    expect(setCookie('a', '1', { secure: true })).not.toContain('Max-Age');
  });

  it('__Host- over TLS: whole site, secure, and no domain, or browsers drop it', () => {
    const line = setCookie(cookieName(sessionCookie, true), 'x', { secure: true });
    expect(line).toMatch(/^__Host-portal_session=x; Path=\/;/);
    expect(line).toContain('Secure');
    expect(line).not.toMatch(/domain/i);
  });

  it.each(['x; Domain=example', 'x;y', 'x\r\nSet-Cookie: y=1', 'x\0', 'x\t', 'a b', ' x', '"x"', 'a,b', 'a\\b', 'é'])(
    '%j cannot be a value: it would end early or become an attribute',
    (value) => {
      expect(() => setCookie('a', value, { secure: true })).toThrow(TypeError);
    },
  );

  it('a cookie that was set comes back the same', () => {
    const octets = fc.stringMatching(/^[A-Za-z0-9!#$%&'()*+./:<=>?@[\]^_`{|}~-]*$/);
    fc.assert(
      fc.property(octets, octets, (first, second) => {
        const header = [setCookie('a', first, { secure: true }), setCookie('b', second, { secure: true })]
          .map((line) => parts(line)[0])
          .join('; ');
        expect([...readCookies(header)]).toEqual([
          ['a', first],
          ['b', second],
        ]);
      }),
    );
  });
});
