import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReceivedRequest, type Side, setQuirks, takeRequests } from './foreign-host.ts';
import type { Quirks } from './foreign-quirks.ts';

export interface Franchise {
  /** Addresses of its hosts. */
  portal: string;
  drive: string;
  /** The settings that connect a portal to it. */
  env: { PORTAL_API_URL: string; DRIVE_API_URL: string };
  /** Sets the quirks of both hosts; without quirks they behave like ours. */
  behave(quirks?: Quirks): Promise<void>;
  /** The requests to both hosts since the last call. */
  seen(): Promise<ReceivedRequest[]>;
  /** Pays a Pix, as the payer's bank does. */
  payPix(txid: string): Promise<void>;
  close(): Promise<void>;
}

/** A franchise with its own demo school: two hosts, each in its own process. */
export async function openFranchise(quirks?: Quirks): Promise<Franchise> {
  const data = mkdtempSync(join(tmpdir(), 'franchise-'));
  // One after the other, since the first one creates the school.
  const first = await startHost('portal', data);
  const second = await startHost('drive', data);
  const [portal, drive] = [first.address, second.address];
  const franchise: Franchise = {
    portal,
    drive,
    env: { PORTAL_API_URL: portal, DRIVE_API_URL: drive },
    async behave(next = { quirks: [] }) {
      await Promise.all([setQuirks(portal, next), setQuirks(drive, next)]);
    },
    seen: async () => (await Promise.all([takeRequests(portal), takeRequests(drive)])).flat(),
    async payPix(txid) {
      await fetch(`${portal}/dev/banco/${txid}`, { method: 'POST', redirect: 'manual' });
    },
    async close() {
      await Promise.all([first.stop(), second.stop()]);
      rmSync(data, { recursive: true, force: true });
    },
  };
  if (quirks) await franchise.behave(quirks);
  return franchise;
}

/** @throws if the process ends before it listens */
async function startHost(side: Side, dataDir: string) {
  const child = spawn(process.execPath, ['tests/support/foreign-process.ts', side, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /^Foreign: (http:\S+)$/m.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The ${side} host ended with ${code}`)));
  });
  return {
    address,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
