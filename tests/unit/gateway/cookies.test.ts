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

  it('`__proto__` and `constructor` are ordinary cookie names', () => {
    expect(readCookies('__proto__=x; constructor=y').get('__proto__')).toBe('x');
    expect(readCookies('').get('constructor')).toBeUndefined();
  });

  it('any header is read without an error', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        for (const [name, value] of readCookies(header)) expect(name + value).not.toContain(';');
      }),
    );
  });
});

describe('setCookie', () => {
  const parts = (line: string) => line.split('; ');

  it('AUTH-22: a session cookie is HttpOnly and SameSite, and Secure over TLS', () => {
    expect(parts(setCookie('a', '1', { secure: true }))).toEqual([
      'a=1',
      'Path=/',
      'SameSite=Lax',
      'HttpOnly',
      'Secure',
    ]);
    expect(parts(setCookie('a', '1', { secure: false }))).not.toContain('Secure');
  });

  it('a cookie is readable by scripts only when marked so', () => {
    expect(setCookie('tema', 'escuro', { secure: true, readable: true })).not.toContain('HttpOnly');
    expect(setCookie('tema', 'escuro', { secure: true, readable: false })).toContain('HttpOnly');
  });

  it('maxAge sets the lifetime, 0 deletes the cookie, and without it the cookie is a session cookie', () => {
    expect(parts(setCookie('a', '1', { secure: true, maxAge: 60 }))).toContain('Max-Age=60');
    expect(parts(setCookie('a', '', { secure: true, maxAge: 0 }))).toContain('Max-Age=0');
    expect(setCookie('a', '1', { secure: true })).not.toContain('Max-Age');
  });

  it('the __Host- prefix comes with Path=/, Secure and no domain, as browsers require', () => {
    const line = setCookie(cookieName(sessionCookie, true), 'x', { secure: true });
    expect(line).toMatch(/^__Host-portal_session=x; Path=\/;/);
    expect(line).toContain('Secure');
    expect(line).not.toMatch(/domain/i);
  });

  it.each(['x; Domain=example', 'x;y', 'x\r\nSet-Cookie: y=1', 'x\0', 'x\t', 'a b', ' x', '"x"', 'a,b', 'a\\b', 'é'])(
    '%j is refused as a value, since it could end early or add an attribute',
    (value) => {
      expect(() => setCookie('a', value, { secure: true })).toThrow(TypeError);
    },
  );

  it('a set cookie is read back unchanged', () => {
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
