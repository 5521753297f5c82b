import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type RawAnswer, type RunningPortal, sendRaw } from '../support/portal.ts';

const METRICS_TOKEN = 'a token for the metrics';
const behindProxy = {
  TRUST_PROXY: 'on',
  METRICS_TOKEN,
  PUBLIC_URL: 'https://aluno.example',
  DEMO: 'on',
  BRAND2_PUBLIC_URL: 'https://phenom.example:8443',
  ALLOWED_HOSTS: 'phenom.example',
  OUTBOX_VIEWER: 'on',
};
const own = { host: 'aluno.example' };
const folder = mkdtempSync(join(tmpdir(), 'portal-client-'));
writeFileSync(join(folder, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'service-worker.js'), 'self;');
afterAll(() => rmSync(folder, { recursive: true }));

interface Kind {
  what: string;
  path: string;
  status: number;
  method?: string;
  headers?: Record<string, string>;
}

const kinds: Kind[] = [
  { what: 'a page', path: '/dashboard', status: 200 },
  { what: 'an anonymous page', path: '/anonima', status: 200 },
  { what: 'the same from memory', path: '/anonima', status: 200 },
  { what: 'a form of another site', path: '/login/main', status: 403, method: 'POST', headers: { origin: 'x' } },
  { what: 'a method that no page has', path: '/dashboard', status: 405, method: 'DELETE' },
  { what: 'an answer', path: '/api/v1/at-home/empty-book-check/KNN-LIVRO-0002/', status: 200 },
  { what: 'a refusal', path: '/api/v1/users/me/', status: 401 },
  { what: 'a call of another site', path: '/api/v1/do/devices.testPush/', status: 403, method: 'POST' },
  { what: 'no call', path: '/api/v1/nothing/', status: 404 },
  {
    what: 'a method that no call has',
    path: '/api/v1/users/me/',
    status: 405,
    method: 'PATCH',
    headers: { authorization: 'Bearer x' },
  },
  { what: 'the description of the API', path: '/api/v1/openapi.json', status: 200 },
  { what: 'the reference', path: '/api/docs', status: 200 },
  { what: 'a script of the reference', path: '/api/docs/swagger-ui-bundle.js', status: 200 },
  { what: 'nothing beside the reference', path: '/api/docs/nothing', status: 404 },
  { what: 'a drawing', path: '/drawing.svg', status: 200 },
  { what: 'the worker', path: '/service-worker.js', status: 200 },
  { what: 'a file that is not to be written', path: '/drawing.svg', status: 405, method: 'POST' },
  { what: 'a missing file', path: '/_astro/nothing.js', status: 404 },
  { what: 'the manifest', path: '/manifest.webmanifest', status: 200 },
  { what: 'the icon', path: '/favicon.ico', status: 302 },
  { what: 'robots', path: '/robots.txt', status: 200 },
  { what: 'the sitemap', path: '/sitemap.xml', status: 200 },
  { what: 'the clock of a form', path: '/formulario/inicio.gif', status: 200 },
  { what: 'the outbox behind a proxy', path: '/dev/outbox', status: 404 },
  { what: 'health', path: '/healthz', status: 200 },
  { what: 'readiness', path: '/readyz', status: 200 },
  { what: 'metrics', path: '/metrics', status: 200, headers: { authorization: `Bearer ${METRICS_TOKEN}` } },
  { what: 'metrics without their token', path: '/metrics', status: 404 },
  { what: 'another host', path: '/dashboard', status: 421, headers: { host: 'evil.example' } },
  { what: 'a bent address', path: '//evil.example/', status: 302 },
];

/** The headers that every answer has. */
function expectGuarded({ headers }: RawAnswer): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    'permissions-policy': expect.stringContaining('camera=(self)'),
  });
  expect(Object.keys(headers)).not.toContain('x-powered-by');
}

/** A policy under which no foreign or inline script runs. */
function expectStrictPolicy({ headers }: RawAnswer): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).toMatch(/frame-ancestors '(none|self)'/);
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src ')) ?? '';
  expect(scripts).not.toMatch(/unsafe|https?:|\*/);
}

describe('security headers', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal(behindProxy, { clientFolder: folder });
  });
  afterAll(() => portal.close());

  it.each(kinds)('security headers come with $what ($method $path → $status), HSTS over TLS alone', async (kind) => {
    for (const proto of ['https', 'http']) {
      const headers = { ...own, cookie: 'portal_session=x; __Host-portal_session=x', ...kind.headers };
      if (['an anonymous page', 'the same from memory'].includes(kind.what)) headers.cookie = '';
      const answer = await sendRaw(portal, kind.path, {
        method: kind.method,
        headers: { ...headers, 'x-forwarded-proto': proto },
      });
      expect(answer.status).toBe(kind.status);
      expectGuarded(answer);
      const hsts = answer.headers['strict-transport-security'];
      if (proto === 'http') expect(hsts).toBeUndefined();
      else expect(Number(/^max-age=(\d+)/.exec(hsts ?? '')?.[1])).toBeGreaterThan(31_536_000);
    }
  });

  it.each([
    [{}, 'max-age=63072000'],
    [{ HSTS: 'subdomains', HSTS_DAYS: '30' }, 'max-age=2592000; includeSubDomains'],
    [{ HSTS: 'preload' }, 'max-age=63072000; includeSubDomains; preload'],
    [{ HSTS: 'off' }, undefined],
    // Browsers clear their stored data.
    [{ HSTS_DAYS: '0' }, 'max-age=0'],
  ])('HSTS with %j says %s on pages, calls and files', async (env, said) => {
    const one = await openTestPortal({ ...behindProxy, ...env }, { clientFolder: folder });
    for (const path of ['/dashboard', '/api/v1/users/me', '/robots.txt', '/healthz']) {
      const answer = await sendRaw(one, path, { headers: { ...own, 'x-forwarded-proto': 'https' } });
      expect(answer.headers['strict-transport-security'], path).toBe(said);
    }
    await one.close();
  });

  it.each(kinds.filter(({ what, path }) => path !== '/dashboard' && path !== '/anonima' && what !== 'the icon'))(
    'S7 $what ($method $path) carries a policy under which no foreign or inline script runs',
    async ({ path, method, headers }) => {
      const answer = await sendRaw(portal, path, { method, headers: { ...own, ...headers } });
      expectStrictPolicy(answer);
    },
  );

  it('S7 the outbox page has security headers, and is served to this machine without a proxy', async () => {
    const here = await openTestPortal({ DEMO: 'on', OUTBOX_VIEWER: 'on' });
    const answer = await sendRaw(here, '/dev/outbox');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<h1>Mensagens</h1>');
    expectGuarded(answer);
    expectStrictPolicy(answer);
    await here.close();
  });

  it('a policy that a page sets is not changed', async () => {
    const bringing = await openTestPortal(
      {},
      {
        pageHandler: (_request, response) => {
          response.setHeader('Content-Security-Policy', "default-src 'self'; script-src 'sha256-x'");
          response.end('x');
        },
      },
    );
    const { headers } = await sendRaw(bringing, '/dashboard');
    expect(headers['content-security-policy']).toBe("default-src 'self'; script-src 'sha256-x'");
    await bringing.close();
  });
});

describe('without TRUST_PROXY', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({}, { clientFolder: folder });
  });
  afterAll(() => portal.close());
  const claimed = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'phenom.example', 'x-forwarded-for': '10.0.0.1' };

  it.each(['/dashboard', '/api/v1/users/me/', '/drawing.svg', '/healthz'])(
    'S11 %s does not believe what the visitor says of himself',
    async (path) => {
      const { headers } = await sendRaw(portal, path, { headers: claimed });
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('S11 forwarded headers change neither brand nor cookies', async () => {
    const manifest = await sendRaw(portal, '/manifest.webmanifest', { headers: claimed });
    expect(JSON.parse(manifest.text).name).toBe('KNN Idiomas');
    const entered = await sendRaw(portal, '/api/v1/login/access-token/', {
      method: 'POST',
      headers: { ...claimed, origin: portal.address, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=aluna%40demo.example&password=portal-demo',
    });
    expect(entered.status).toBe(200);
    expect([entered.headers['set-cookie']].flat().join()).not.toContain('__Host-');
  });
});

describe('S11 hosts', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal(behindProxy);
  });
  afterAll(() => portal.close());

  it.each(['aluno.example', 'ALUNO.example', 'phenom.example', 'phenom.example:8443'])('%s is served', async (host) => {
    expect((await sendRaw(portal, '/dashboard', { headers: { host } })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'aluno.example.evil.example',
    'aluno.example:8080',
    'evil@aluno.example',
    'aluno.example/dashboard#',
    'aluno.example/dashboard?',
    'aluno.example#.evil.example',
    '',
  ])('%j is not', async (host) => {
    for (const path of ['/dashboard', '/anonima', '/api/v1/users/me/', '/manifest.webmanifest', '//x']) {
      expect((await sendRaw(portal, path, { headers: { host } })).status).toBe(421);
      expect((await sendRaw(portal, path, { headers: { ...own, 'x-forwarded-host': host } })).status).toBe(421);
    }
  });

  it.each(['/healthz', '/readyz'])('%s answers requests by IP address', async (path) => {
    expect((await sendRaw(portal, path, { headers: { host: '10.0.0.7:4321' } })).status).toBe(200);
  });

  it.each(['//evil.example/', '///evil.example', '/\\evil.example', '\\\\evil.example', 'http://evil.example/'])(
    'the address %j leads to no other host',
    async (path) => {
      const { status, headers } = await sendRaw(portal, path, { headers: own });
      expect([302, 400]).toContain(status);
      if (status === 302) expect(headers.location).toBe('/');
    },
  );
});
