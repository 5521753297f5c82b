import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPortal, type RunningPortal } from '../support/portal.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host of the franchise that answers as the test says, and remembers what it was asked. */
class Host {
  readonly asked: { line: string; headers: IncomingMessage['headers'] }[] = [];
  answer: Answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  readonly server: Server = createServer((request, response) => {
    this.asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    this.answer(request, response);
  });
  async open(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const json = (status: number, body: unknown): Answer => {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

describe('connected mode', () => {
  const host = new Host();
  const drive = new Host();
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({
      PORTAL_API_URL: await host.open(),
      DRIVE_API_URL: await drive.open(),
      UPSTREAM_TIMEOUT_MS: '300',
    });
  });
  afterAll(async () => {
    await portal.close();
    host.close();
    drive.close();
  });
  beforeEach(() => {
    for (const each of [host, drive]) {
      each.asked.length = 0;
      each.answer = json(200, []);
    }
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${portal.address}/api/v1/${path}`, {
      ...init,
      headers: { authorization: 'Bearer of-the-franchise', ...(init.headers as Record<string, string>) },
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { detail?: string } };
  };

  it('BRAND-07, CONST-16 sends a call to its host, with the bearer, the clock and no cookie', async () => {
    await ask('at-home/turmas/?somente_digital=true', { headers: { tmz: '-3', cookie: 'portal_session=x; a=b' } });
    expect(host.asked.map(({ line }) => line)).toEqual(['GET /api/v1/at-home/turmas/?somente_digital=true']);
    expect(host.asked[0]?.headers).toMatchObject({ authorization: 'Bearer of-the-franchise', tmz: '-3' });
    expect(host.asked[0]?.headers.cookie).toBeUndefined();
    expect(drive.asked).toEqual([]);
  });

  it('S12 a host that refuses, breaks or talks HTML becomes one clear sentence', async () => {
    host.answer = json(404, { detail: 'Turma não encontrada.' });
    expect(await ask('at-home/turma/7/')).toMatchObject({ status: 404, body: { detail: 'Turma não encontrada.' } });
    for (const answer of [
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(200).end('<html>oops'),
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
      (request: IncomingMessage) => request.socket.destroy(),
    ]) {
      host.answer = answer;
      const { status, body } = await ask('at-home/turmas/');
      expect(status).toBeGreaterThanOrEqual(500);
      expect(body.detail).toMatch(/^[A-ZÀ-Ú].*\.$/);
      expect(body.detail).not.toMatch(/<|html/i);
    }
  });

  it('S12 a silent host is asked again for a read, once, and never for a write', async () => {
    host.answer = () => undefined;
    expect((await ask('at-home/turmas/')).status).toBeGreaterThanOrEqual(502);
    expect(host.asked).toHaveLength(2);
    host.asked.length = 0;
    expect((await ask('users/book/', { method: 'POST', body: '{"code":"KNN-1"}' })).status).toBeGreaterThanOrEqual(502);
    expect(host.asked).toHaveLength(1);
  });

  it('a host that comes back is found again by the repeated read', async () => {
    host.answer = (request, response) => {
      if (host.asked.length === 1) request.socket.destroy();
      else json(200, [])(request, response);
    };
    expect((await ask('at-home/turmas/')).status).toBe(200);
  });

  it('passes no cookie of the host on, and keeps no answer', async () => {
    host.answer = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'theirs=1', 'cache-control': 'public' })
        .end('[]');
    const { headers } = await ask('at-home/turmas/');
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('cache-control')).toContain('no-store');
  });
});
