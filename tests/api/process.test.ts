import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '../../scripts/portal-process.ts';
import { runningVersion, versionText } from '../../src/server/version.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const METRICS_TOKEN = 'a token for the metrics';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** Requests with data that must not be logged. */
const personal: [path: string, request: Parameters<typeof sendRaw>[2]][] = [
  ['/api/v1/users/check-email/?email=ana%40segredo.example', {}],
  ['/api/v1/users/book/KNN-LIVRO-0001/', { headers: { cookie: 'portal_session=eySegredo.de.ana' } }],
  ['/api/v1/users/me/', { headers: { authorization: 'Bearer eySegredo.de.ana' } }],
  [
    '/api/v1/login/access-token/',
    { method: 'POST', headers: form, body: 'username=ana%40segredo.example&password=segredo' },
  ],
  ['/login/recover-password?token=segredo', { headers: { referer: 'https://segredo.example/' } }],
  ['/ana@segredo.example', { headers: { 'user-agent': 'segredo' } }],
];
const secrets = /segredo|KNN-LIVRO|eyS|ana@|127\.0\.0\.1/;

describe('health', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());
  const ask = async (path: string) => {
    const { status, text, headers } = await sendRaw(portal, path);
    expect(headers['cache-control']).toBe('no-store');
    return `${status} ${text}`;
  };

  const alive = `200 ok ${versionText(runningVersion)}`;

  it('health endpoints report that the process runs, its version, and that it is ready', async () => {
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([alive, '200 ready']);
  });

  it('S13 a stopping process is live but not ready', async () => {
    portal.state.stopping = true;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([alive, '503 stopping']);
    portal.state.stopping = false;
  });

  it('S12 a process without its database is live but not ready', async () => {
    const lonely = await openTestPortal();
    await lonely.running.school.db.destroy();
    const [alive, ready] = await Promise.all([sendRaw(lonely, '/healthz'), sendRaw(lonely, '/readyz')]);
    await lonely.close();
    expect([alive.status, ready.status, ready.text]).toEqual([200, 503, 'database unreachable']);
  });
});

describe('metrics', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({ METRICS_TOKEN });
  });
  afterAll(() => portal.close());
  const read = (authorization?: string) =>
    sendRaw(portal, '/metrics', { headers: { ...(authorization !== undefined && { authorization }) } });

  it.each([undefined, '', 'Bearer', 'Bearer wrong', `Basic ${METRICS_TOKEN}`, `Bearer ${METRICS_TOKEN} `.repeat(2)])(
    'metrics are not served for %j',
    async (authorization) => {
      const { status, text } = await read(authorization);
      expect([status, text]).toEqual([404, 'Não encontrado.']);
    },
  );

  it('metrics are off without a token, whatever is sent', async () => {
    const plain = await openTestPortal();
    for (const authorization of ['Bearer ', 'Bearer undefined']) {
      expect((await sendRaw(plain, '/metrics', { headers: { authorization } })).status).toBe(404);
    }
    await plain.close();
  });

  it('metrics count requests by kind, method and status class, without personal data', async () => {
    for (const [path, request] of personal) await sendRaw(portal, path, request);
    const { status, headers, text } = await read(`Bearer ${METRICS_TOKEN}`);
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain; version=/)]);
    expect(text).toMatch(/^# TYPE portal_request_seconds histogram$/m);
    expect(text).toMatch(/^portal_jobs_leaders\{portal="[^"]+"\} 1$/m);
    const counts = [...text.matchAll(/^portal_request_seconds_count\{(.*),portal="[^"]+"\} (\d+)$/gm)];
    const counted = Object.fromEntries(counts.map(([, labels, count]) => [labels, Number(count)]));
    expect(counted).toMatchObject({
      'kind="api",method="GET",status="4xx"': 2,
      'kind="api",method="GET",status="2xx"': 1,
      'kind="api",method="POST",status="4xx"': 1,
      'kind="page",method="GET",status="2xx"': 2,
    });
    expect(text).not.toMatch(secrets);
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({}, { log: pino({ level: 'info' }, sink) });
  });
  afterAll(() => portal.close());

  it('S15 the log has a line for each request, with its id and without personal data', async () => {
    for (const [path, request] of personal) await sendRaw(portal, path, request);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ method }) => method !== undefined);
    expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'GET /api/v1/users/check-email/ 401',
      'GET /api/v1/users/book/:x/ 200',
      'GET /api/v1/users/me/ 401',
      'POST /api/v1/login/access-token/ 400',
      'GET /login/recover-password 200',
      'GET /:x 200',
    ]);
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(personal.length);
    for (const { ms } of requests) expect(ms).toBeGreaterThanOrEqual(0);
    expect(lines.join('')).not.toMatch(secrets);
  });

  /** The lines of requests. */
  const written = () =>
    lines
      .splice(0)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ method }) => method !== undefined);

  it('a line has the brand, and the ids of user and unit once known', async () => {
    lines.length = 0;
    const token = await tokenOf(portal.address, 'aluna@demo.example');
    await sendRaw(portal, '/api/v1/users/me/', {
      headers: { authorization: `Bearer ${token}`, host: 'phenom.localhost' },
    });
    const [login, me] = written().filter(({ status }) => status === 200);
    expect(login).toMatchObject({ brand: 'knn' });
    expect(login).not.toHaveProperty('user');
    expect(me).toMatchObject({ brand: 'phenom', user: 1, unit: expect.any(Number) });
  });

  it('successful probes are not logged, failing ones are', async () => {
    lines.length = 0;
    await sendRaw(portal, '/healthz');
    await sendRaw(portal, '/readyz');
    expect(written()).toEqual([]);
    portal.state.stopping = true;
    await sendRaw(portal, '/readyz');
    portal.state.stopping = false;
    expect(written()).toMatchObject([{ level: 40, path: '/readyz', status: 503 }]);
  });

  it('an answer has the id of its line, which only a trusted proxy can set', async () => {
    lines.length = 0;
    const { headers } = await sendRaw(portal, '/api/v1/users/me/', {
      headers: { 'x-request-id': 'chosen-by-a-visitor' },
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(written()).toMatchObject([{ requestId: headers['x-request-id'] }]);
  });

  it.each([
    ['4bf92f3577b34da6a3ce929d0e0e4736', true],
    ['short', false],
    ['two words of a log', false],
    ['x'.repeat(65), false],
    ['line\\nbreak-in-the-log', false],
    ['{"msg":"forged"}', false],
  ])('behind a trusted proxy the id %s is taken: %s', async (id, isTaken) => {
    const behind = await openTestPortal({ TRUST_PROXY: 'on' });
    const requested = async (path: string) =>
      (await sendRaw(behind, path, { headers: { 'x-request-id': id } })).headers;
    for (const path of ['/api/v1/users/me/', '/login/main', '/healthz']) {
      expect((await requested(path))['x-request-id'] === id).toBe(isTaken);
    }
    await behind.close();
  });

  it('a refusal is not logged as an error', async () => {
    lines.length = 0;
    await sendRaw(portal, '/api/v1/nothing/');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([30]);
  });
});
