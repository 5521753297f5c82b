import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { clientFolderOf, openPortal, type Portal } from '../../../src/portal.ts';
import type { PageHandler } from '../../../src/process/pages.ts';
import { readConfig } from '../../../src/server/config.ts';
import { moveDate } from '../../support/move-date.ts';
import type { Answered, ReceivedRequest } from './portals.ts';

// Opens portals of the build in one process, one for each test that asks: they share the modules, and nothing else.

interface Hosted {
  portal: Portal;
  server: Server;
  log: string[];
}

const root = resolve('.');
const { handler } = (await import(pathToFileURL(`${root}/dist/server/entry.mjs`).href)) as { handler: PageHandler };
const hosted = new Map<string, Hosted>();

async function open(settings: Record<string, string>): Promise<string> {
  const config = readConfig({ ...process.env, ...settings });
  const log: string[] = [];
  const keep = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(line.toString());
      done();
    },
  });
  const portal = await openPortal({
    config,
    log: pino({ level: 'warn' }, keep),
    pageHandler: handler,
    clientFolder: clientFolderOf(root),
  });
  // As in production: a shorter timeout closes connections that a browser is about to use.
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 120_000 }, portal.handle);
  await new Promise<void>((done) => server.listen(config.PORT, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  hosted.set(address, { portal, server, log });
  return address;
}

/** @returns what the portal logged */
async function close(address: string): Promise<string> {
  const found = hosted.get(address);
  if (!found) return '';
  hosted.delete(address);
  const { portal, server, log } = found;
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
  await portal.running.close();
  return log.join('');
}

/** Runs due jobs, and sends what they queued for devices. */
async function doDueWork(): Promise<void> {
  for (const { portal } of hosted.values()) {
    await portal.running.worker.runOnce();
    await portal.running.sender.runOnce();
    // One job renders mails, and an earlier job of the next run sends them.
    await portal.running.worker.runOnce();
  }
}

/** Moves the clock while nothing is in flight: a claim would expire before its outcome is stored. */
async function advance(ms: number): Promise<string> {
  await doDueWork();
  moveDate(ms);
  await doDueWork();
  return '';
}

const answer = (told: Answered) => process.send?.(told);

process.on('message', ({ id, open: settings, close: address, advance: ms }: ReceivedRequest) => {
  const work = settings ? open(settings) : ms === undefined ? close(address ?? '') : advance(ms);
  work.then(
    (value) => answer({ id, value }),
    (error: unknown) => answer({ id, error: error instanceof Error ? String(error.stack) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
