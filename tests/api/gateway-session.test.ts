import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/gateway.ts';
import { operationClients } from '../../src/gateway/operation-client.ts';
import { createPageSession } from '../../src/gateway/page-session.ts';
import { allOperations } from '../../src/server/app.ts';
import { openTestPortal, type RawAnswer, type RunningPortal, sendRaw } from '../support/portal.ts';

const HOST = 'aluno.example';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const person = (name: string) => `username=${name}%40demo.example&password=portal-demo`;
const linesOf = (answer: RawAnswer) => [answer.headers['set-cookie'] ?? []].flat();
const named = (answer: RawAnswer, name: string) => linesOf(answer).find((line) => line.startsWith(`${name}=`)) ?? '';
const pairOf = (line: string) => line.split(';')[0] ?? '';
const detailOf = (answer: RawAnswer) => (JSON.parse(answer.text) as { detail: string }).detail;
const isJwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

describe.each([
  { proto: 'http', prefix: '' },
  { proto: 'https', prefix: '__Host-' },
])('over $proto', ({ proto, prefix }) => {
  let portal: RunningPortal;
  const origin = `${proto}://${HOST}`;
  const session = `${prefix}portal_session`;
  const ourPages: Record<string, string>[] = [
    { origin },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  ];
  beforeAll(async () => {
    portal = await openTestPortal({ TRUST_PROXY: 'on' });
  });
  afterAll(() => portal.close());
  const send = (path: string, { method = 'GET', headers = {}, body }: Parameters<typeof sendRaw>[2] = {}) =>
    sendRaw(portal, `/api/v1/${path}`, {
      method,
      headers: { host: HOST, 'x-forwarded-proto': proto, ...headers },
      body,
    });
  const enter = (headers: Record<string, string>, name = 'aluna') =>
    send('login/access-token/', { method: 'POST', headers: { ...form, ...headers }, body: person(name) });
  const cookieOf = async (name = 'aluna') => pairOf(named(await enter({ origin }, name), session));
  const pageWith = (cookie: string, api = portal.running.api) => {
    const { tokens } = portal.running.school;
    const parts = { gateway: createGateway(api, tokens), operations: operationClients(allOperations()), seal: tokens };
    const visitor = { requestId: 'test', address: 'test', origin, secure: proto === 'https', who: {} };
    return createPageSession(parts, visitor, cookie);
  };
  const change = (headers: Record<string, string>) =>
    send('users/pwa/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"pwa_installed":true}',
    });

  it.each(ourPages)(
    'AUTH-22 a browser that logs in (%j) gets a cookie out of reach of scripts, and no token',
    async (headers) => {
      const entered = await enter(headers);
      expect(entered.status).toBe(200);
      expect(JSON.parse(entered.text)).toMatchObject({ access_token: null, expires_at: expect.any(String) });
      expect(entered.text).not.toMatch(isJwt);
      const attributes = named(entered, session)
        .split('; ')
        .slice(1)
        .map((attribute) => attribute.replace(/^Max-Age=[1-9]\d*$/, 'Max-Age'));
      const secure = proto === 'https' ? ['Secure'] : [];
      expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age', 'Path=/', 'SameSite=Lax', ...secure]);
      for (const line of linesOf(entered)) {
        expect(line).toMatch(proto === 'https' ? /^__Host-portal_\w+=.*; Secure/ : /^portal_\w+=/);
        expect(line).toContain('HttpOnly');
        expect(line).not.toMatch(/domain=/i);
      }
      for (const name of ['x-portal-token', 'x-portal-choice', 'x-portal-device']) {
        expect(entered.headers[name]).toBeUndefined();
      }
    },
  );

  it('AUTH-26 the cookie becomes the bearer of every call', async () => {
    const me = await send('users/me/', { headers: { cookie: await cookieOf(), 'sec-fetch-site': 'same-origin' } });
    expect([me.status, JSON.parse(me.text).full_name]).toEqual([200, 'Ana Souza']);
    expect(me.text).not.toMatch(isJwt);
    expect(me.headers['cache-control']).toContain('no-store');
  });

  it('a cookie with the name of the other scheme is ignored', async () => {
    const value = (await cookieOf()).split('=')[1];
    const other = prefix === '' ? '__Host-portal_session' : 'portal_session';
    expect((await send('users/me/', { headers: { cookie: `${other}=${value}` } })).status).toBe(401);
  });

  it.each([
    ['no header at all', {}],
    ['another site', { origin: 'https://evil.example' }],
    ['a site of the same owner', { 'sec-fetch-site': 'same-site' }],
    ['a site that begins alike', { origin: `${origin}.evil.example` }],
    ['the other scheme', { origin: proto === 'http' ? `https://${HOST}` : `http://${HOST}` }],
    ['a sandbox', { origin: 'null', tmz: '-3' }],
    ['another site that also claims us', { 'sec-fetch-site': 'cross-site', origin }],
  ])('S8 a change with the cookie and %s is refused, and changes nothing', async (_what, headers) => {
    const cookie = await cookieOf();
    const before = await send('users/me/', { headers: { cookie } });
    const refused = await change({ cookie, ...(headers as Record<string, string>) });
    expect([refused.status, detailOf(refused)]).toEqual([403, 'Este pedido não veio do portal.']);
    expect(JSON.parse((await send('users/me/', { headers: { cookie } })).text)).toEqual(JSON.parse(before.text));
    expect(linesOf(refused)).toEqual([]);
  });

  it.each(ourPages)('a change of our own page (%j) passes', async (headers) => {
    expect((await change({ cookie: await cookieOf(), ...headers })).status).toBe(200);
  });

  it.each(['GET', 'HEAD'])('S8 API-09 %s of an address that writes needs its own origin', async (method) => {
    const path = 'users/send-email-verification/?email=aluna%40demo.example';
    const cookie = await cookieOf();
    expect((await send(path, { method, headers: { cookie } })).status).toBe(403);
    expect((await send(path, { method, headers: { cookie, origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('other clients get their token and no cookie, and their bearer needs no origin', async () => {
    const entered = await enter({});
    const { access_token } = JSON.parse(entered.text) as { access_token: string };
    expect(access_token).toMatch(isJwt);
    expect(linesOf(entered)).toEqual([]);
    const authorization = `Bearer ${access_token}`;
    expect((await send('users/me/', { headers: { authorization } })).status).toBe(200);
    expect((await change({ authorization })).status).toBe(200);
    expect((await change({ authorization, origin: 'https://app.example' })).status).toBe(200);
  });

  it('with a wrong bearer the cookie is ignored', async () => {
    const cookie = await cookieOf();
    for (const authorization of ['Bearer x', 'Basic x', '']) {
      const { status } = await change({ cookie, authorization, origin: 'https://evil.example' });
      expect([401, 403]).toContain(status);
    }
  });

  it('AUTH-23 BOOK-09 logout clears the cookies and ends the token', async () => {
    const cookie = await cookieOf();
    const page = pageWith(cookie);
    await page.api.auth.logout();
    for (const base of ['portal_session', 'portal_book', 'portal_email_token', 'portal_choice', 'portal_second_step']) {
      expect(page.cookiesToSet).toContainEqual(expect.stringMatching(`^${prefix}${base}=; .*Max-Age=0`));
    }
    expect((await send('users/me/', { headers: { cookie } })).status).toBe(401);
  });

  it('AUTH-23 after a failed logout everywhere the session stays', async () => {
    const page = pageWith(await cookieOf(), async () => ({ status: 501, value: { detail: 'não' } }));
    await expect(page.api.auth.logoutEverywhere()).rejects.toMatchObject({ status: 501 });
    expect(page.cookiesToSet).toEqual([]);
  });

  it('a request of another site to an operation changes nothing', async () => {
    const cookie = await cookieOf();
    const refused = await send('do/devices.testPush/', {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example' },
    });
    expect([refused.status, linesOf(refused)]).toEqual([403, []]);
    expect((await send('users/me/', { headers: { cookie } })).status).toBe(200);
  });

  it('a refused login sets no session, and a session that ended says 401 in Portuguese', async () => {
    const refused = await send('login/access-token/', {
      method: 'POST',
      headers: { ...form, origin },
      body: 'username=aluna%40demo.example&password=errada',
    });
    expect(refused.status).toBe(400);
    expect(named(refused, session)).toBe('');
    const ended = await send('users/me/', { headers: { cookie: `${session}=ended` } });
    expect([ended.status, detailOf(ended)]).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
  });
});

it.each(['"a"', 'a b', '\u00e9', '%', ''])(
  'a session cookie of %j counts as an ended session, not an error',
  async (value) => {
    const portal = await openTestPortal();
    const { status } = await sendRaw(portal, '/api/v1/users/me/', { headers: { cookie: `portal_session=${value}` } });
    await portal.close();
    expect(status).toBe(401);
  },
);
