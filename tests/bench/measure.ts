import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import startPostgres from '../support/postgres.ts';

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** The answering process. */
  pid: number;
}
export interface Rate {
  /** Answers a second. */
  rate: number;
  /** CPU microseconds for each answer over all threads, to which other work on the machine adds little. */
  processor: number;
  /** Whole milliseconds. */
  p50: number;
  p99: number;
}

const CONNECTIONS = 16;

/** Puts load on a target for some seconds. @throws for any answer but 2xx, since it would measure refusals. */
export async function load({ url, headers, pid }: Target, seconds: number): Promise<Rate> {
  const before = processorUs(pid);
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
  const processor = (processorUs(pid) - before) / result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} lost`);
  return { rate: result.requests.average, processor, p50: result.latency.p50, p99: result.latency.p99 };
}

/** CPU time of all threads of a process so far, in microseconds. */
export function processorUs(pid: number): number {
  const spent = readdirSync(`/proc/${pid}/task`).map((task) => {
    const [ns] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1_000;
  });
  return spent.reduce((sum, us) => sum + us, 0);
}

/** The secret of a measured portal. */
export const SECRET = 'a secret of the bench, long enough';

/** The median of some figures. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Puts load on targets in turn, in rounds, so that a disturbance affects all of them. @returns their median rounds. */
export async function inRounds(targets: readonly Target[], seconds: number, rounds: number): Promise<Rate[]> {
  const all: Rate[][] = targets.map(() => []);
  for (const target of targets) await load(target, seconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) all[index]?.push(await load(target, seconds));
  }
  return all.map((rates) => ({
    rate: median(rates.map(({ rate }) => rate)),
    processor: median(rates.map(({ processor }) => processor)),
    p50: median(rates.map(({ p50 }) => p50)),
    p99: median(rates.map(({ p99 }) => p99)),
  }));
}

/** The longest time that some work blocked the event loop, in milliseconds of wall clock and of CPU time. */
export interface Hold {
  clock: number;
  processor: number;
}

/** Runs work and measures the delays of the event loop meanwhile. */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; hold: Hold }> {
  const hold: Hold = { clock: 0, processor: 0 };
  let isOver = false;
  let [clock, processor] = [performance.now(), processorMs()];
  const turn = () => {
    hold.clock = Math.max(hold.clock, performance.now() - clock);
    hold.processor = Math.max(hold.processor, processorMs() - processor);
    [clock, processor] = [performance.now(), processorMs()];
    if (!isOver) setImmediate(turn);
  };
  turn();
  try {
    return { result: await work(), hold };
  } finally {
    isOver = true;
    await yieldToEvents();
  }
}

/** CPU time of this thread, to which other work on the machine does not add. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Yardstick {
  body: Uint8Array;
  type: string;
  /** A SQLite file that it opens before it listens. */
  database?: string;
}

/** Starts a yardstick that answers with these bytes, uses it, and stops it. */
export async function withYardstick<T>(
  { body, type, database }: Yardstick,
  use: (bare: { url: string; pid: number }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const child = spawn(process.execPath, ['tests/bench/yardstick.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BODY: file,
      TYPE: type,
      ...(database && { DATABASE: database }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
      child.once('exit', () => reject(new Error('the yardstick did not start')));
    });
    return await use({ url, pid: child.pid ?? 0 });
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cookies of a returning browser, as set by a page. */
export async function cookiesAfter(url: string, session: string): Promise<string> {
  const answer = await fetch(url, { headers: { cookie: session } });
  await answer.arrayBuffer();
  return [session, ...answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])].join('; ');
}

/** Starts a private PostgreSQL with an empty database, uses it, and deletes it. @returns undefined if none is installed */
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
