import { request as httpRequest, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FranchiseHost,
  type HostAnswer,
  jsonAnswer,
  knowingBill,
  loginWith,
  openFranchiseHost,
} from '../support/franchise-host.ts';
import { openTestPortal, type RawAnswer, type RawRequest, type RunningPortal, sendRaw } from '../support/portal.ts';

const SILENT = 'O serviço da escola não respondeu. Tente de novo em instantes.';
const BROKEN = 'O serviço da escola respondeu com um erro. Tente de novo em instantes.';
const UNREADABLE = 'A escola respondeu de um jeito que o portal não entende. Avise a secretaria.';
const LATE = 'O serviço da escola demorou demais para responder. Tente de novo em instantes.';
const UNSURE = 'A escola não confirmou o pedido. Ele pode ter sido feito: confira antes de repetir.';
const REFUSED = 'A escola recusou este pedido.';
const bearer = { authorization: 'Bearer of-the-franchise' };
const html = (status: number, headers: Record<string, string> = {}): HostAnswer => {
  return (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<h1>Oops</h1><p>nginx at 10.0.0.7</p>');
};
const broken: HostAnswer = (request) => request.socket.destroy();
const silent: HostAnswer = () => undefined;
const stalled: HostAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('[1,');
};

describe('S12 a host of the franchise that fails', () => {
  let host: FranchiseHost;
  let patient: RunningPortal;
  /** Short timeout for tests of timeouts; elsewhere a busy machine must not look like a late host. */
  let hasty: RunningPortal;
  let portal: RunningPortal;
  beforeAll(async () => {
    host = await openFranchiseHost();
    const connected = { PORTAL_API_URL: host.address, DRIVE_API_URL: host.address };
    // Calls are never skipped here: the pause after failures has its own tests.
    patient = await openTestPortal({ ...connected, UPSTREAM_PAUSE_MS: '100' });
    hasty = await openTestPortal({ ...connected, UPSTREAM_TIMEOUT_MS: '1500', UPSTREAM_PAUSE_MS: '100' });
  });
  afterAll(async () => {
    await patient.close();
    await hasty.close();
    await host.close();
  });
  beforeEach(() => {
    host.seen.length = 0;
    host.answer = jsonAnswer(200, []);
    portal = patient;
  });
  const send = (path: string, { headers, ...rest }: RawRequest = {}) =>
    sendRaw(portal, `/api/v1/${path}`, { headers: { ...bearer, ...headers }, ...rest });
  const read = () => send('at-home/turmas/');
  const write = () =>
    send('pre-invoice/cancel/7/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  const said = ({ status, text }: RawAnswer) => [status, JSON.parse(text)];

  it.each([
    ['is silent', silent, 504, LATE, UNSURE],
    ['stops in the middle', stalled, 504, LATE, UNSURE],
    ['cuts the line', broken, 502, SILENT, UNSURE],
    [
      'answers half',
      ((_, response) =>
        response.writeHead(200, { 'content-length': '9' }).end('[1', () => response.destroy())) as HostAnswer,
      502,
      SILENT,
      UNSURE,
    ],
    ['talks HTML', html(200), 502, UNREADABLE, UNSURE],
    ['sends us elsewhere', html(302, { location: '/elsewhere' }), 502, BROKEN],
    ['breaks with a page', html(500), 500, BROKEN],
    ['is away behind a proxy', html(503, { 'retry-after': '9' }), 503, SILENT],
    ['refuses with a page', html(403), 403, REFUSED],
    ['refuses in a shape of its own', jsonAnswer(422, { detail: [{ msg: 'field required' }] }), 422, REFUSED],
    ['refuses with nothing', ((_, response) => response.writeHead(400).end()) as HostAnswer, 400, REFUSED],
    ['refuses with null', jsonAnswer(400, null), 400, REFUSED],
    [
      'answers bytes that are no text',
      ((_, response) => response.end(Buffer.from([0x22, 0xff, 0x22]))) as HostAnswer,
      502,
      UNREADABLE,
      UNSURE,
    ],
    ['answers without end', jsonAnswer(200, 'x'.repeat(11 * 1024 * 1024)), 502, SILENT, UNSURE],
  ])('a host that %s becomes one clear sentence', async (_what, answer, status, detail, ofWrite = detail) => {
    host.answer = answer;
    if (status === 504) portal = hasty;
    const answers = [await read(), await write()];
    expect(answers.map(said)).toEqual([detail, ofWrite].map((words) => [status, { detail: words }]));
    // A write that may have been executed is not retried.
    if (ofWrite === UNSURE) expect(answers[1]?.headers['retry-after']).toBeUndefined();
    for (const response of answers) {
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.headers.location).toBeUndefined();
    }
  });

  it('a host that refuses connections gives an error too, and the process stays healthy', async () => {
    const gone = await openFranchiseHost();
    await gone.close();
    const lonely = await openTestPortal({ PORTAL_API_URL: gone.address, DRIVE_API_URL: gone.address });
    const answer = await sendRaw(lonely, '/api/v1/at-home/turmas/', { headers: bearer });
    expect(said(answer)).toEqual([502, { detail: SILENT }]);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await sendRaw(lonely, '/readyz')).status).toBe(200);
    await lonely.close();
  });

  it.each([
    ['broken', broken],
    ['busy', html(503)],
    ['badly connected', html(502)],
    ['late behind a proxy', html(504)],
  ])('a %s host is retried once for a read, and never for a write', async (_what, answer) => {
    host.answer = answer;
    await read();
    expect(host.seen.map(({ line }) => line)).toEqual(Array(2).fill('GET /api/v1/at-home/turmas/'));
    host.seen.length = 0;
    await write();
    for (const method of ['PUT', 'DELETE']) {
      await send(method === 'PUT' ? 'users/pwa/' : 'users/unlink-book/7/', {
        method,
        body: method === 'PUT' ? '{}' : undefined,
      });
    }
    expect(host.seen.map(({ line }) => line.split(' ')[0])).toEqual(['POST', 'PUT', 'DELETE']);
  });

  it('a request that times out is not retried: nobody waits longer than the timeout', async () => {
    host.answer = silent;
    portal = hasty;
    expect((await read()).status).toBe(504);
    expect(host.seen).toHaveLength(1);
  });

  it('a host without an answer three times is skipped for a while, and used again afterwards', async () => {
    const rested = await openTestPortal({
      PORTAL_API_URL: host.address,
      DRIVE_API_URL: host.address,
      UPSTREAM_PAUSE_MS: '600000',
    });
    host.answer = broken;
    const ask = (path: string, method = 'GET') =>
      sendRaw(rested, `/api/v1/${path}`, { method, headers: bearer, ...(method === 'POST' && { body: '{}' }) });
    // Two attempts of a read count once.
    for (const _ of [1, 2, 3]) await ask('at-home/turmas/');
    expect(host.seen).toHaveLength(6);
    host.seen.length = 0;
    expect(said(await ask('at-home/turmas/'))).toEqual([502, { detail: SILENT }]);
    expect(host.seen).toEqual([]);
    host.answer = jsonAnswer(200, []);
    expect((await ask('users/book/')).status).toBe(200);
    await rested.close();
  });

  it.each([
    ['users/send-email-verification/', UNSURE],
    // The code of an open charge may be requested again.
    ['financeiro-parcelas/7/cobranca/execute/pix/portal/', SILENT],
    ['at-home/scanear-qr-code/1/2/', UNSURE],
  ])('API-09, API-25, API-37: %s is a GET that writes, and is not retried', async (path, detail) => {
    host.answer = knowingBill(7, broken);
    expect(said(await send(path))).toEqual([502, { detail }]);
    expect(host.seen.filter(({ line }) => line.includes(path))).toHaveLength(1);
  });

  it.each([400, 401, 404, 422, 429, 500])('an answer of %i is passed on without a retry', async (status) => {
    host.answer = jsonAnswer(status, { detail: 'Não.' });
    expect(said(await read())).toEqual([status, { detail: 'Não.' }]);
    expect(host.seen).toHaveLength(1);
  });

  it.each([broken, html(503)])('a host that comes back is found by the second try', async (first) => {
    host.answer = (request, response) => (host.seen.length === 1 ? first : jsonAnswer(200, []))(request, response);
    expect(said(await read())).toEqual([200, []]);
  });

  it.each([200, 204])('a write answered %i without a message counts as done', async (status) => {
    host.answer = (request, response) => request.resume().once('end', () => response.writeHead(status).end());
    const unlinked = await send('users/unlink-book/7/', { method: 'DELETE' });
    expect(said(unlinked)).toEqual([200, { detail: 'Feito.' }]);
    expect(said(await write())).toEqual([502, { detail: UNSURE }]);
    expect(said(await read())).toEqual(status === 204 ? [200, []] : [502, { detail: UNREADABLE }]);
  });

  it('the two attempts of a read share one timeout', async () => {
    const LIMIT_MS = 8_000;
    const both = await openTestPortal({
      PORTAL_API_URL: host.address,
      DRIVE_API_URL: host.address,
      UPSTREAM_TIMEOUT_MS: String(LIMIT_MS),
    });
    // Aborts late, then never answers.
    host.answer = (request) => {
      if (host.seen.length === 1) setTimeout(() => request.socket.destroy(), LIMIT_MS * 0.75);
    };
    const began = performance.now();
    expect((await sendRaw(both, '/api/v1/at-home/turmas/', { headers: bearer })).status).toBe(502);
    expect(host.seen).toHaveLength(2);
    expect(performance.now() - began).toBeLessThan(LIMIT_MS * 1.6);
    await both.close();
  });

  it('a client that aborts its upload does not count against the host', async () => {
    const rested = await openTestPortal({
      PORTAL_API_URL: host.address,
      DRIVE_API_URL: host.address,
      UPSTREAM_PAUSE_MS: '600000',
    });
    const path = '/api/v1/turma-aluno-atividades/7/enviar-arquivo-atividade/';
    const headers = { ...bearer, 'content-type': 'multipart/form-data; boundary=x' };
    for (const length of [undefined, '999', undefined, '999', undefined]) {
      const gone = new Promise<void>((done) => {
        host.answer = (request) => {
          request.resume().once('close', done);
          upload.destroy();
        };
      });
      const upload = httpRequest(rested.address + path, {
        method: 'POST',
        headers: { ...headers, ...(length && { 'content-length': length }) },
      });
      upload.on('error', () => undefined).write('first,');
      await gone;
    }
    host.answer = jsonAnswer(409, { detail: 'Lida.' });
    expect(said(await sendRaw(rested, path, { method: 'POST', headers, body: 'x' }))).toEqual([
      409,
      { detail: 'Lida.' },
    ]);
    await rested.close();
  });

  it('S12 a login with invalid text is passed on unchanged, and does not count against the host', async () => {
    const rested = await openTestPortal({
      PORTAL_API_URL: host.address,
      DRIVE_API_URL: host.address,
      UPSTREAM_PAUSE_MS: '600000',
    });
    const bodies: Buffer[] = [];
    host.answer = async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      bodies.push(body);
      const [status, value] = body.includes(0xff) ? [422, { detail: 'Não.' }] : [200, loginWith('of-the-host')];
      response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const logIn = (body: Buffer) =>
      sendRaw(rested, '/api/v1/login/access-token/', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    const odd = Buffer.concat([Buffer.from('username=a&password='), Buffer.from([0xff])]);
    for (const _ of [1, 2, 3, 4]) expect(said(await logIn(odd))).toEqual([422, { detail: 'Não.' }]);
    expect(bodies).toEqual([odd, odd, odd, odd]);
    expect((await logIn(Buffer.from('username=a&password=%C3%A7'))).status).toBe(200);
    await rested.close();
  });

  it('the answer of the first attempt is used if the second has none', async () => {
    host.answer = (request, response) =>
      (host.seen.length === 1 ? jsonAnswer(503, { detail: 'Em manutenção até as 6h.' }) : broken)(request, response);
    expect(said(await read())).toEqual([503, { detail: 'Em manutenção até as 6h.' }]);
  });

  it('ERR-11 a session that ended at the host gives 401 in the portal', async () => {
    host.answer = html(401);
    expect(said(await send('users/me/', { headers: { cookie: 'portal_session=x' } }))).toEqual([
      401,
      { detail: REFUSED },
    ]);
  });

  it('S10 a bearer is not sent along a redirect', async () => {
    const elsewhere = await openFranchiseHost();
    host.answer = html(307, { location: `${elsewhere.address}/api/v1/users/me/` });
    expect((await read()).status).toBe(502);
    expect((await write()).status).toBe(502);
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
  });

  describe('large and slow bodies', () => {
    beforeEach(() => {
      portal = hasty;
    });
    /** Two reads that time out at a silent host: everything started before is over its time too. */
    const outlastTheTimeLimit = async () => {
      const { answer } = host;
      host.answer = silent;
      await read();
      host.answer = answer;
    };

    it('a file is streamed as it is sent, without a total timeout', async () => {
      let toHost: ServerResponse | undefined;
      host.answer = (_request, response) => {
        toHost = response.writeHead(200, {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="a.pdf"',
        });
        response.write('first,');
      };
      const answer = await fetch(`${portal.address}/api/v1/turma-aluno-atividades/7/download-atividade/1/`, {
        headers: bearer,
      });
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
      expect(await next()).toBe('first,');
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.pdf"');
      await outlastTheTimeLimit();
      toHost?.end('last');
      expect(await next()).toBe('last');
      expect((await reader.read()).done).toBe(true);
    });

    it('a file that never begins times out', async () => {
      host.answer = silent;
      expect(said(await send('turma-aluno-atividades/7/download-atividade/1/'))).toEqual([504, { detail: LATE }]);
    });

    it('an upload is streamed to the host without a total timeout', async () => {
      const received: string[] = [];
      let hear = () => {};
      const heard = new Promise<void>((done) => {
        hear = done;
      });
      host.answer = (request, response) => {
        if (request.method === 'GET') return;
        request.on('data', (chunk: Buffer) => {
          received.push(chunk.toString());
          hear();
        });
        request.once('end', () =>
          response.writeHead(409, { 'content-type': 'application/json' }).end('{"detail":"Lida."}'),
        );
      };
      const upload = httpRequest(`${portal.address}/api/v1/turma-aluno-atividades/7/enviar-arquivo-atividade/`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'multipart/form-data; boundary=x' },
      });
      const answered = new Promise<number>((resolve, reject) => {
        upload.once('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        upload.once('error', reject);
      });
      upload.write('first,');
      await heard;
      await outlastTheTimeLimit();
      upload.end('last');
      expect(await answered).toBe(409);
      expect(received.join('')).toBe('first,last');
      expect(host.seen[0]?.headers['content-type']).toBe('multipart/form-data; boundary=x');
    });

    it('an upload that declares too large a size is not started', async () => {
      const upload = httpRequest(`${portal.address}/api/v1/turma-aluno-atividades/7/enviar-arquivo-atividade/`, {
        method: 'POST',
        headers: { ...bearer, 'content-length': String(101 * 1024 * 1024) },
      });
      const status = await new Promise((resolve, reject) => {
        upload.once('response', (response) => resolve(response.statusCode));
        upload.once('error', reject);
        upload.flushHeaders();
      });
      upload.on('error', () => undefined).destroy();
      expect(status).toBe(413);
      expect(host.seen).toEqual([]);
    });

    it('an upload that grows too large is aborted', async () => {
      host.answer = (request) => request.resume();
      const megabyte = new Uint8Array(1024 * 1024);
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent++ < 101) controller.enqueue(megabyte);
          else controller.close();
        },
      });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: bearer, body, duplex: 'half' };
      const answer = await fetch(`${patient.address}/api/v1/turma-aluno-atividades/7/enviar-arquivo-atividade/`, init);
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { detail: 'Os dados enviados passam do tamanho permitido.' },
      ]);
    });
  });
});
