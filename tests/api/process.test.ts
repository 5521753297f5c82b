import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../../src/server/app.ts';
import { openTestPortal, type RunningPortal } from '../support/portal.ts';

/** Sends anything, also what fetch would tidy up. */
function send(
  portal: RunningPortal,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(portal.address);
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.once('error', reject);
    request.end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ana = 'username=aluna%40demo.example&password=portal-demo';

describe('the process', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({
      TRUST_PROXY: 'on',
      METRICS_TOKEN: 'a token for the metrics',
      PUBLIC_URL: 'https://aluno.example',
      DEMO: 'on',
      ALLOWED_HOSTS: '127.0.0.1,phenom.example',
    });
  });
  afterAll(() => portal.close());
  const own = { host: 'aluno.example' };

  it('answers for its health, and is not ready while it stops', async () => {
    expect((await send(portal, '/healthz', { headers: own })).status).toBe(200);
    expect((await send(portal, '/readyz', { headers: own })).text).toBe('ready');
    portal.state.stopping = true;
    expect((await send(portal, '/readyz', { headers: own })).status).toBe(503);
    expect((await send(portal, '/healthz', { headers: own })).status).toBe(200);
    portal.state.stopping = false;
  });

  it('shows metrics to the token alone, without a name or an address', async () => {
    const read = (authorization?: string) =>
      send(portal, '/metrics', { headers: { ...own, ...(authorization && { authorization }) } });
    expect((await read()).status).toBe(404);
    expect((await read('Bearer wrong')).status).toBe(404);
    await send(portal, '/api/v1/users/check-email/?email=ana%40example.com', { headers: own });
    const { status, text } = await read('Bearer a token for the metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/_count\{[^}]*\} \d+/);
    expect(text).not.toMatch(/example\.com|check-email|127\.0\.0/);
  });

  it.each([
    ['a page', '/dashboard', 200],
    ['an answer', '/api/v1/at-home/empty-book-check/KNN-LIVRO-0002/', 200],
    ['a refusal', '/api/v1/users/me/', 401],
    ['a call still to come', '/api/v1/pre-invoice/', 501],
    ['no call', '/api/v1/nothing/', 404],
    ['the manifest', '/manifest.webmanifest', 200],
    ['a missing file', '/_astro/nothing.js', 404],
    ['a bent address', '//evil.example/', 302],
  ])('sends the security headers with %s, HSTS over TLS alone', async (_what, path, status) => {
    for (const proto of ['https', 'http']) {
      const { headers, status: got } = await send(portal, path, { headers: { ...own, 'x-forwarded-proto': proto } });
      expect(got).toBe(status);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toContain('camera=(self)');
      expect(headers['strict-transport-security'] !== undefined).toBe(proto === 'https');
    }
  });

  it('S11 serves its own hosts and no other', async () => {
    const { status, headers } = await send(portal, '/dashboard', { headers: { host: 'evil.example' } });
    expect(status).toBe(421);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/_astro/../../package.json', '/_astro/%2e%2e/%2e%2e/package.json', '/brand/..%2f..%2fpackage.json'])(
    'S11 %s leads to no file',
    async (path) => {
      expect((await send(portal, path, { headers: own })).text).not.toContain('"dependencies"');
    },
  );

  it('AUTH-22 turns a login into a cookie for a browser, and back into a bearer', async () => {
    const tls = { ...own, 'x-forwarded-proto': 'https' };
    const entered = await send(portal, '/api/v1/login/access-token/', {
      method: 'POST',
      headers: { ...tls, ...form, origin: 'https://aluno.example' },
      body: ana,
    });
    expect(entered.status).toBe(200);
    expect(JSON.parse(entered.text).access_token).toBeNull();
    const cookies = [entered.headers['set-cookie'] ?? []].flat();
    const session = cookies.find((line) => line.startsWith('__Host-portal_session=ey')) ?? '';
    expect(session).toMatch(/; Path=\/; SameSite=Lax; HttpOnly; .*Secure|Secure.*HttpOnly/);
    const cookie = session.split(';')[0] ?? '';
    const me = await send(portal, '/api/v1/users/me/', {
      headers: { ...tls, cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(JSON.parse(me.text).full_name).toBe('Ana Souza');
    // Over plain HTTP the cookie has another name, so this one means nothing.
    expect((await send(portal, '/api/v1/users/me/', { headers: { ...own, cookie } })).status).toBe(401);
  });

  it('gives other clients their token, and asks them for no origin', async () => {
    const entered = await send(portal, '/api/v1/login/access-token/', {
      method: 'POST',
      headers: { ...own, ...form },
      body: ana,
    });
    const { access_token } = JSON.parse(entered.text) as { access_token: string };
    const headers = { ...own, authorization: `Bearer ${access_token}` };
    expect((await send(portal, '/api/v1/users/me/', { headers })).status).toBe(200);
    const cookie = `portal_session=${access_token}`;
    const change = (more: Record<string, string>) =>
      send(portal, '/api/v1/users/pwa/', {
        method: 'PATCH',
        headers: { ...own, cookie, 'content-type': 'application/json', ...more },
        body: '{"pwa_installed":true}',
      });
    for (const foreign of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, text } = await change(foreign as Record<string, string>);
      expect(status).toBe(403);
      expect(JSON.parse(text).detail).toBe('Este pedido não veio do portal.');
    }
  });

  it('keeps an anonymous page for its brand alone, and from nobody with a session', async () => {
    const open = (host: string, cookie?: string) =>
      send(portal, '/anonima', { headers: { host, ...(cookie && { cookie }) } });
    expect((await open('aluno.example')).text).toContain('aluno.example');
    expect((await open('phenom.example')).text).toContain('phenom.example');
    expect((await open('aluno.example')).text).toContain('aluno.example');
    const mine = await open('aluno.example', 'portal_session=abc');
    expect(mine.headers['cache-control']).toMatch(/private|no-cache|no-store/);
    expect(mine.headers.vary).toContain('Cookie');
  });

  it('API-91 describes every call in one document, and the reference loads nothing from elsewhere', async () => {
    const document = JSON.parse((await send(portal, '/api/v1/openapi.json', { headers: own })).text) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(allCalls().length);
    const { status, text } = await send(portal, '/api/docs', { headers: own });
    expect(status).toBe(200);
    expect(text.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)).toBeNull();
  });
});
