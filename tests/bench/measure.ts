import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import startPostgres from '../support/postgres.ts';

export interface Target {
  url: string;
  headers?: Record<string, string>;
}
export interface Rate {
  /** Answers a second. */
  rate: number;
  /** Whole milliseconds. */
  p50: number;
  p99: number;
}

const CONNECTIONS = 16;

/** Loads a target for some seconds. @throws when anything but 2xx came back: that would measure refusals. */
export async function load({ url, headers }: Target, seconds: number): Promise<Rate> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} lost`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** The middle of some figures. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Loads targets in turn, round after round, so that a noisy minute meets all of them. @returns their middle rounds. */
export async function inTurn(targets: readonly Target[], seconds: number, rounds: number): Promise<Rate[]> {
  const all: Rate[][] = targets.map(() => []);
  for (const target of targets) await load(target, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) all[index]?.push(await load(target, seconds));
  }
  return all.map((rates) => ({
    rate: median(rates.map(({ rate }) => rate)),
    p50: median(rates.map(({ p50 }) => p50)),
    p99: median(rates.map(({ p99 }) => p99)),
  }));
}

interface Yardstick {
  kind: 'http' | 'hono';
  body: Uint8Array;
  type: string;
  /** A SQLite file that it opens before it listens. */
  database?: string;
}

/** Starts a yardstick that answers with these bytes, uses it, and stops it. */
export async function withYardstick<T>(
  { kind, body, type, database }: Yardstick,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const child = spawn(process.execPath, ['tests/bench/yardstick.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KIND: kind,
      BODY: file,
      TYPE: type,
      ...(database && { DATABASE: database }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
      child.once('exit', () => reject(new Error('the yardstick did not start')));
    });
    return await use(address);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a PostgreSQL of its own with an empty database, uses it, and throws it away. @returns undefined without one */
export async function withPostgres<T>(use: (url: string) => Promise<T>): Promise<T | undefined> {
  const server = { url: null as string | null };
  const stop = await startPostgres({
    provide: (_name: string, url: string | null) => {
      server.url = url;
    },
  } as unknown as TestProject);
  try {
    if (!server.url) return undefined;
    const client = new pg.Client({ connectionString: `${server.url}/postgres` });
    await client.connect();
    await client.query('create database bench').finally(() => client.end());
    return await use(`${server.url}/bench`);
  } finally {
    stop?.();
  }
}
