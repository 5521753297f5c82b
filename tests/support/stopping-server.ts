import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '../../src/process/log.ts';
import { stopGracefully } from '../../src/process/shutdown.ts';

/**
 * A process that stops like the portal. It reports requests to its parent, answers `/held` on command, and everything
 * else at once.
 */
const held: ServerResponse[] = [];
const tell = (what: string) => process.send?.({ what });

const server = createServer((request, response) => {
  if (request.url === '/held') {
    held.push(response);
    tell('held');
    return;
  }
  response.end(`at once ${request.url}`);
});
const state = {
  set stopping(value: boolean) {
    if (value) queueMicrotask(() => tell('stopping'));
    isStopping = value;
  },
  get stopping() {
    return isStopping;
  },
};
let isStopping = false;
const close = async () => {
  if (process.env.CLOSES === 'never') await new Promise(() => setInterval(() => undefined, 1_000));
  tell('closed');
};
const log = createLog('info');
for (let line = 0; line < Number(process.env.LINES ?? 0); line++) log.info('x'.repeat(10_000));
const { LIMIT_MS = 10_000, DRAIN_MS = 0 } = process.env;
stopGracefully(server, state, close, log, { drainMs: Number(DRAIN_MS), timeoutMs: Number(LIMIT_MS) });
process.on('message', () => held.shift()?.end('held until now'));
server.listen(0, '127.0.0.1', () =>
  process.send?.({ what: 'listening', port: (server.address() as AddressInfo).port }),
);
