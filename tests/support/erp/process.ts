import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Deed, Oddity, Received } from './steering.ts';

// A receiver of webhooks in a process of its own. Tests control it by messages, and set its faults.
let oddities: Oddity[] = [];
let received: Received[] = [];

function oddityOf(): Oddity['does'] | 'ok' {
  const due = oddities.find(({ times }) => times > 0);
  if (!due) return 'ok';
  due.times -= 1;
  return due.does;
}

const statuses = { ok: 204, fail: 500, gone: 410, busy: 429, refuse: 400, redirect: 302 } as const;

const server = createServer(async (request, response) => {
  const body = await text(request);
  const answer = oddityOf();
  const { url = '', headers } = request;
  received.push({ path: url, headers: headers as Received['headers'], body, answer });
  if (answer === 'lost') return request.socket.destroy();
  if (answer === 'silent') return void process.send?.({ silent: url });
  if (answer === 'slow') return;
  const more = answer === 'redirect' ? { location: '/elsewhere' } : answer === 'busy' ? { 'retry-after': '120' } : {};
  response.writeHead(statuses[answer], more).end();
});

function act(deed: Deed): unknown {
  if (deed.act === 'oddities') oddities = deed.list;
  if (deed.act === 'forget') received = [];
  return received;
}

process.on('message', ({ id, deed }: { id: number; deed: Deed }) => process.send?.({ id, result: act(deed) }));
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, scheme: 'http' }));
