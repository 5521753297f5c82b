import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnRequest, type Origin } from '../../../src/gateway/same-origin.ts';

const origin = 'https://portal.example';
const ask = (headers: Record<string, string>, more: Partial<Omit<Origin, 'headers'>> = {}) =>
  isOwnRequest({
    method: 'POST',
    headers: new Headers(headers),
    origin,
    hasCookie: true,
    writes: false,
    isFile: false,
    ...more,
  });
const site = (value: string, mode = 'cors') => ({ 'sec-fetch-site': value, 'sec-fetch-mode': mode });
const elsewhere = ['cross-site', 'same-site', 'none', '', 'SAME-ORIGIN', 'same-origin, same-origin', 'x'];
const writing = ['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'patch', 'TRACE', 'X'];

describe('a request that writes', () => {
  it.each(writing)('a %s from our own script passes', (method) => {
    expect(ask(site('same-origin'), { method })).toBe(true);
    expect(ask({ origin }, { method })).toBe(true);
    expect(ask({ tmz: '-3' }, { method })).toBe(true);
  });

  it.each(elsewhere)('Sec-Fetch-Site %j is refused, with or without a cookie, whatever the other headers', (value) => {
    for (const method of writing) {
      for (const hasCookie of [true, false]) {
        expect(ask({ ...site(value), origin, tmz: '-3' }, { method, hasCookie, isFile: true })).toBe(false);
      }
    }
  });

  it('a navigation from our own pages may not write: an injected form would look the same', () => {
    expect(ask(site('same-origin', 'navigate'))).toBe(false);
    expect(ask(site('same-origin', 'navigate'), { method: 'GET', writes: true })).toBe(false);
  });

  it.each([
    'null',
    'https://evil.example',
    'http://portal.example',
    'https://portal.example:8443',
    'https://portal.example.evil.example',
    'https://portal.example/',
    'https://PORTAL.example',
    '',
  ])('an old browser with the origin %j is refused', (sender) => {
    expect(ask({ origin: sender })).toBe(false);
    expect(ask({ origin: sender, tmz: '-3' })).toBe(false);
    expect(ask({ origin: sender }, { hasCookie: false })).toBe(false);
  });

  it('a request with a cookie and neither header passes only with a header that no form can send', () => {
    expect(ask({})).toBe(false);
    expect(ask({ tmz: '' })).toBe(true);
  });

  it('a request with neither header nor cookie passes: it is a program that acts for nobody', () => {
    expect(ask({}, { hasCookie: false })).toBe(true);
  });
});

describe('API-09, API-25, API-37: a GET that writes is checked like a POST', () => {
  const refused: Record<string, string>[] = [...elsewhere.map((value) => site(value)), {}, { origin: 'null' }];
  it.each(refused)('%j is refused', (headers) => {
    expect(ask(headers, { method: 'GET', writes: true })).toBe(false);
  });

  it('our own script passes', () => {
    expect(ask(site('same-origin'), { method: 'GET', writes: true })).toBe(true);
  });
});

describe('S22 a file whose download is logged', () => {
  const take = (headers: Record<string, string>) => ask(headers, { method: 'GET', writes: true, isFile: true });

  it('a link on our own pages opens the file, also in an old browser', () => {
    expect(take(site('same-origin', 'navigate'))).toBe(true);
    expect(take({ referer: `${origin}/manager-panel/contatos` })).toBe(true);
  });

  it('a link from another site, from a mail or without a referrer is refused', () => {
    for (const value of elsewhere) {
      expect(take({ ...site(value, 'navigate'), referer: `${origin}/` })).toBe(false);
    }
    for (const referer of ['', 'https://evil.example/', `${origin}.evil.example/`, origin]) {
      expect(take({ referer })).toBe(false);
    }
    expect(take({})).toBe(false);
  });

  it('a Referer of our own allows nothing but such files', () => {
    const referer = `${origin}/x`;
    expect(ask({ referer }, { method: 'GET', writes: true })).toBe(false);
    expect(ask({ referer }, { isFile: true })).toBe(false);
  });
});

describe('a read', () => {
  const read = (headers: Record<string, string>, more: Partial<Origin> = {}) =>
    ask(headers, { method: 'GET', ...more });

  it('a read of our own script, or typed into the address bar, passes', () => {
    expect(read(site('same-origin'))).toBe(true);
    expect(read(site('none', 'navigate'))).toBe(true);
    expect(read({ origin })).toBe(true);
    expect(read({})).toBe(true);
  });

  it('a read from another site with a cookie is refused', () => {
    expect(read(site('cross-site'))).toBe(false);
    expect(read(site('same-site'))).toBe(false);
    expect(read({ origin: 'https://evil.example' })).toBe(false);
  });

  it('a read from another site passes without a cookie, or for a file that a mail may link to', () => {
    expect(read(site('cross-site'), { hasCookie: false })).toBe(true);
    expect(read(site('cross-site', 'navigate'), { isFile: true })).toBe(true);
  });
});

describe('for any request at all', () => {
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const headers = fc
    .record({
      'sec-fetch-site': optional(fc.constantFrom('same-origin', ...elsewhere)),
      'sec-fetch-mode': optional(fc.constantFrom('cors', 'navigate', 'no-cors')),
      origin: optional(fc.constantFrom(origin, 'null', 'https://evil.example')),
      tmz: optional(fc.constant('-3')),
    })
    .map(
      (record) =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record<string, string>,
    );
  const flags = fc.record({ writes: fc.boolean(), isFile: fc.boolean(), hasCookie: fc.boolean() });

  it('a request that is refused without a cookie is refused with one too', () => {
    fc.assert(
      fc.property(headers, flags, fc.constantFrom('GET', ...writing), (sent, more, method) => {
        if (ask(sent, { ...more, method, hasCookie: true })) {
          expect(ask(sent, { ...more, method, hasCookie: false })).toBe(true);
        }
      }),
    );
  });

  it('a request that may write may also read', () => {
    fc.assert(
      fc.property(headers, flags, (sent, more) => {
        if (ask(sent, more)) expect(ask(sent, { ...more, method: 'GET', writes: false })).toBe(true);
      }),
    );
  });

  it('an accepted write with a cookie has a header that only our own pages can send', () => {
    fc.assert(
      fc.property(headers, flags, (sent, more) => {
        if (!ask(sent, { ...more, hasCookie: true })) return;
        const proofs = [sent['sec-fetch-site'] === 'same-origin', sent.origin === origin, sent.tmz !== undefined];
        expect(proofs).toContain(true);
      }),
    );
  });
});
