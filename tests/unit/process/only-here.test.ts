import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { onlyHere } from '../../../src/process/only-here.ts';

interface ReceivedRequest {
  address?: string;
  host?: string;
  method?: string;
  headers?: Record<string, string>;
}

function ask({
  address = '127.0.0.1',
  host = '127.0.0.1:4321',
  method = 'GET',
  headers = {},
}: ReceivedRequest): number {
  const origin = `http://${host}`;
  const response = { writeHead: vi.fn(), end: vi.fn() };
  const served = onlyHere(() => true)(
    new URL(`${origin}/dev/outbox`),
    { method, headers, socket: { remoteAddress: address }, resume: vi.fn() } as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    { requestId: 'test', address, origin, secure: false, who: {} },
  );
  expect(served).toBe(true);
  return (response.writeHead.mock.calls[0]?.[0] as number | undefined) ?? 200;
}

it.each<[string, ReceivedRequest, number]>([
  ['this machine', {}, 200],
  ['its name', { host: 'localhost:4321' }, 200],
  ['the host of the second brand', { host: 'phenom.localhost:4321' }, 200],
  ['IPv6', { address: '::1', host: '[::1]:4321' }, 200],
  ['another machine', { address: '10.0.0.7' }, 404],
  ['a name of the internet', { host: 'aluno.escola.example' }, 404],
  ['a name that begins alike', { host: 'localhost.evil.example' }, 404],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '8.8.8.8' } }, 404],
  ['a proxy that says so by the standard', { headers: { forwarded: 'for=8.8.8.8' } }, 404],
  [
    'an own form',
    { method: 'POST', headers: { origin: 'http://127.0.0.1:4321', 'sec-fetch-site': 'same-origin' } },
    200,
  ],
  ['a tool that posts', { method: 'POST' }, 200],
  ['a form of another site', { method: 'POST', headers: { origin: 'https://evil.example' } }, 404],
  ['a form of another port', { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } }, 404],
])('S11 /dev/ for %s', (_who, requested, status) => {
  expect(ask(requested)).toBe(status);
});

it('the guard of /dev/ does not handle other addresses', () => {
  const url = new URL('http://127.0.0.1/login/main');
  expect(onlyHere(() => true)(url, {} as IncomingMessage, {} as ServerResponse, {} as never)).toBe(false);
});
