import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpExchangeRates } from '../../../../../src/server/core/ports/exchange-rates.ts';

let server: Server;
let url: string;
let requested: number;
let answer: { status: number; body: string };

beforeEach(async () => {
  requested = 0;
  answer = { status: 200, body: '{"USD":"5.4321","GBP":"7.2140"}' };
  server = createServer((_request, response) => {
    requested += 1;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/brl`;
});
afterEach(() => new Promise((done) => server.close(done)));

it('rates are requested once a minute, and once for simultaneous readers', async () => {
  let now = new Date('2026-03-02T12:00:00Z');
  const rates = httpExchangeRates(url, () => now);
  expect(await Promise.all([rates.read('USD'), rates.read('GBP')])).toEqual([
    { rate: '5.4321', at: now },
    { rate: '7.2140', at: now },
  ]);
  const first = now;
  now = new Date('2026-03-02T12:00:59Z');
  expect((await rates.read('USD')).at).toEqual(first);
  expect(requested).toBe(1);
  now = new Date('2026-03-02T12:01:00Z');
  answer.body = '{"USD":"5.5"}';
  expect(await rates.read('USD')).toEqual({ rate: '5.5', at: now });
  expect(requested).toBe(2);
});

it.each([
  [500, '{}'],
  [200, 'maintenance'],
  [200, '{"USD":5.4321}'],
  [200, '{"USD":"-1"}'],
  [200, '{"EUR":"6.2"}'],
  [302, '{"USD":"5.4321"}'],
])('the answer %i %s is refused as a rate, and requested again', async (status, body) => {
  const rates = httpExchangeRates(url);
  answer = { status, body };
  await expect(rates.read('USD')).rejects.toThrow();
  answer = { status: 200, body: '{"USD":"5.4321"}' };
  expect((await rates.read('USD')).rate).toBe('5.4321');
});
