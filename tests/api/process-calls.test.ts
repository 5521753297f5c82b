import { connect } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

/** The calls of the API over a real connection: what a reader of raw bytes meets. */
describe('a call over HTTP', () => {
  let portal: RunningPortal;
  let bearer: string;
  const logged: string[] = [];
  const log = pino(
    { level: 'error' },
    new Writable({
      write(line: Buffer, _encoding, done) {
        logged.push(line.toString());
        done();
      },
    }),
  );
  beforeAll(async () => {
    portal = await openTestPortal({}, { log });
    const { tokens, now } = portal.running.school;
    bearer = `Bearer ${(await tokens.issue({ userId: 1, version: 1, scope: 'full' }, now())).token}`;
  });
  afterAll(async () => {
    await portal.close();
    expect(logged).toEqual([]);
  });
  const api = (path: string, init: Parameters<typeof sendRaw>[2] = {}) =>
    sendRaw(portal, `/api/v1/${path}`, { ...init, headers: { authorization: bearer, ...init.headers } });

  /** Sends raw bytes, and returns all received bytes until the connection ends or is silent. */
  function speak(...parts: string[]): Promise<{ text: string; isOpen: boolean }> {
    const { hostname, port } = new URL(portal.address);
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => parts.forEach((part) => void socket.write(part)));
      const end = (isOpen: boolean) => {
        resolve({ text, isOpen });
        socket.destroy();
      };
      socket.setTimeout(30_000, () => end(true));
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => end(false));
      socket.on('error', () => end(false));
    });
  }
  const head = (line: string, ...headers: string[]) =>
    [line, 'Host: aluno.example', `Authorization: ${bearer}`, ...headers, '', ''].join('\r\n');

  it.each([
    ['users/m%65/', 404],
    ['%75sers/me/', 404],
    ['users/id/%zz/', 404],
    ['users/id/%/', 404],
    ['users/id/%ff/', 404],
    ['users//me/', 404],
    ['users/me//', 404],
    ['Users/me/', 404],
    ['users/id/1%2f2/', 422],
    ['users/id/%00/', 422],
    ['nothing/', 404],
    ['', 404],
  ])('a path is taken as it is written: %s is %d', async (path, status) => {
    const answer = await api(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text).detail).toMatch(/^\p{Lu}/u);
  });

  it('a query field that comes twice is refused', async () => {
    expect((await api('pre-invoice/?limit=1')).status).toBe(200);
    expect((await api('pre-invoice/?limit=1&limit=2')).status).toBe(422);
    expect((await api('pre-invoice/?limit=1&%6cimit=2')).status).toBe(422);
  });

  it('a repeated header never counts as one of its values', async () => {
    const twice = await speak(head('GET /api/v1/users/me/ HTTP/1.1', 'Authorization: Bearer x', 'Connection: close'));
    expect(twice.text).toMatch(/^HTTP\/1\.1 401 /);
    const body = '{"pwa_installed":true}';
    const types = ['Content-Type: application/json', 'Content-Type: text/plain'];
    const typed = await speak(
      head('PUT /api/v1/users/pwa/ HTTP/1.1', ...types, `Content-Length: ${body.length}`, 'Connection: close') + body,
    );
    expect(typed.text).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('HEAD answers with the headers of GET and without a body', async () => {
    const [get, only] = [await api('users/me/'), await api('users/me/', { method: 'HEAD' })];
    // Each request has a time and an id of its own.
    const { date: _at, 'x-request-id': _id, ...shown } = get.headers;
    expect([only.status, only.text, only.headers]).toEqual([200, '', expect.objectContaining(shown)]);
  });

  it.each(['OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH'])('%s of a GET call answers with Allow: GET', async (method) => {
    const answer = await api('users/me/', { method });
    expect([answer.status, answer.headers.allow, JSON.parse(answer.text)]).toEqual([
      405,
      'GET',
      { detail: 'Método não permitido.' },
    ]);
  });

  it('a body that is too large is refused, and the connection closed if it continues', async () => {
    const long = 'x'.repeat(70_000);
    const announced = await speak(
      head('PUT /api/v1/users/pwa/ HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9000000'),
      long,
    );
    expect(announced.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(announced.isOpen).toBe(false);
    const chunked = await speak(
      head('PUT /api/v1/users/pwa/ HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      `${long.length.toString(16)}\r\n${long}\r\n`,
    );
    expect(chunked.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(chunked.isOpen).toBe(false);
  });

  it.each([
    ['two lengths', ['Content-Length: 4', 'Content-Length: 40']],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['an encoding that is none', ['Transfer-Encoding: xchunked']],
    ['a header that goes on in the next line', ['X-One: a\r\n b\r\nContent-Length : 4']],
  ])('bytes after %s are not a separate request', async (_what, headers) => {
    const hidden = head('GET /api/v1/users/me/ HTTP/1.1');
    const { text, isOpen } = await speak(`${head('PUT /api/v1/users/pwa/ HTTP/1.1', ...headers)}0\r\n\r\n${hidden}`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(isOpen).toBe(false);
  });

  it.each(['/login/main', '/api/v1/users/me/', '/healthz'])('TRACE of %s returns no header', async (path) => {
    const { text } = await speak(head(`TRACE ${path} HTTP/1.1`, 'X-Secret: canary', 'Connection: close'));
    expect(text).toMatch(/^HTTP\/1\.1 /);
    expect(text).not.toMatch(/canary|Bearer/);
  });

  it('an unread body does not break the next request of its connection', async () => {
    const { text } = await speak(
      `${head('POST /api/v1/nothing/ HTTP/1.1', 'Content-Type: text/plain', 'Content-Length: 4')}abcd`,
      head('GET /api/v1/users/me/ HTTP/1.1', 'Connection: close'),
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('a file is sent whole, HEAD has no body, and a client that disconnects is no error', async () => {
    const file = 'portal/privacy/export/file/';
    const [get, only] = [await api(file), await api(file, { method: 'HEAD' })];
    expect([get.status, only.status, only.text]).toEqual([200, 200, '']);
    expect(get.headers['content-disposition']).toContain('attachment');
    expect(get.bytes.subarray(0, 2).toString()).toBe('PK');
    const { hostname, port } = new URL(portal.address);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => socket.write(head(`GET /api/v1/${file} HTTP/1.1`)));
      socket.once('data', () => socket.destroy());
      socket.once('close', () => done());
    });
    expect((await api('users/me/')).status).toBe(200);
  });
});
