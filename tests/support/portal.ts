import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { openPortal } from '../../src/portal.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { readConfig } from '../../src/server/config.ts';

export interface RunningPortal {
  address: string;
  state: { stopping: boolean };
  close(): Promise<void>;
}

/** A page like any other, so that tests of the process need no build. */
const page: PageHandler = (request, response) => {
  if (request.url === '/anonima') response.setHeader('x-portal-anonymous', '1');
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><p>${request.url} ${request.headers.host}</p>`);
};

/** Opens the whole process but for Astro on a free port, with a demo school in memory. */
export async function openTestPortal(env: Record<string, string> = {}): Promise<RunningPortal> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    SECRET: 'a secret of the tests, long enough',
    ...env,
  });
  const portal = await openPortal({ config, log: pino({ level: 'silent' }), pageHandler: page, clientFolder: null });
  const server = createServer(portal.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: portal.state,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await portal.running.close();
    },
  };
}
