import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { cookiesAfter, load, median, processorUs, SECRET, withPostgres } from './measure.ts';
import { perSecond, processor, type Row } from './report.ts';

const PATHS = ['/dashboard', '/financial', '/pedagogico/list'];
/** The share of a core for each process, so that database and load have enough CPU on a small machine too. */
const SHARE = 0.25;
const TICK_MS = 10;

interface Span {
  rate: number;
  /** CPU microseconds for each answer. */
  portal: number;
  database: number;
  visitor: number;
}

/** Pages on PostgreSQL from one process and from two (P11), at full speed and each with its share of a core. */
export async function processes(seconds: number, rounds: number): Promise<Row[]> {
  const rows = await withPostgres(async (url) => {
    const database = await serverOf(url);
    const portals: PortalProcess[] = [];
    try {
      for (const count of ['1', '2']) portals.push(await startPortal({ DATABASE_URL: url, SECRET, PROCESSES: count }));
      const found: Row[] = [];
      for (const path of PATHS) found.push(...(await compare(portals, database, path, { seconds, rounds })));
      return found;
    } finally {
      await Promise.all(portals.map((portal) => portal.stop()));
    }
  });
  return rows ?? [];
}

async function compare(
  portals: readonly PortalProcess[],
  database: number,
  path: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const token = await tokenOf(portals[0]?.address ?? '', 'aluna@demo.example');
  const rows: Row[] = [];
  for (const share of [1, SHARE]) {
    const spans: Span[][] = portals.map(() => []);
    // The first round warms up. Then in turn, so that a disturbance affects both.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, { address, pid }] of portals.entries()) {
        const headers = {
          cookie: await cookiesAfter(address + path, `portal_session=${token}`),
          'accept-encoding': 'gzip',
        };
        const span = await measure({ url: address + path, headers, pid }, database, share, seconds);
        if (round > 0) spans[index]?.push(span);
      }
    }
    const [one = [], two = []] = spans;
    const middle = (some: readonly Span[], field: keyof Span) => median(some.map((span) => span[field]));
    const told = (some: readonly Span[]) =>
      `${perSecond(middle(some, 'rate'))}, ${processor(middle(some, 'portal'))} + ${processor(middle(some, 'database'))} of PostgreSQL + ${processor(middle(some, 'visitor'))} of the visitor`;
    const pairs = two.map(({ rate }, index) => rate / (one[index]?.rate ?? Number.NaN));
    rows.push({
      what: share === 1 ? `${path}, shared cores` : `${path}, ${share} of a core each`,
      figure: `two: ${told(two)}`,
      yardstick: `one: ${told(one)}`,
      ratio: `${median(pairs).toFixed(2)} ×`,
      aim: share === 1 ? '–' : '≥ 1.6 ×',
    });
  }
  return rows;
}

async function measure(
  target: { url: string; headers: Record<string, string>; pid: number },
  database: number,
  share: number,
  seconds: number,
): Promise<Span> {
  const own = childrenOf(target.pid);
  // A single process has no child processes.
  const serving = own.length > 0 ? own : [target.pid];
  const stop = new AbortController();
  const held = share < 1 ? serving.map((pid) => holdTo(pid, share, stop.signal)) : [];
  const spent = () => serving.reduce((sum, pid) => sum + processorUs(pid), 0);
  const spentByDatabase = () => childrenOf(database).reduce((sum, pid) => sum + processorUs(pid), 0);
  const before = { portal: spent(), database: spentByDatabase(), visitor: process.cpuUsage() };
  try {
    const started = performance.now();
    const { rate } = await load(target, seconds);
    const answers = (rate * (performance.now() - started)) / 1_000;
    const { user, system } = process.cpuUsage(before.visitor);
    return {
      rate,
      portal: (spent() - before.portal) / answers,
      database: (spentByDatabase() - before.database) / answers,
      visitor: (user + system) / answers,
    };
  } finally {
    stop.abort();
    await Promise.all(held);
  }
}

/** Pauses a process whenever it has used more than its share of a core. */
async function holdTo(pid: number, share: number, signal: AbortSignal): Promise<void> {
  const [from, used] = [performance.now(), processorUs(pid)];
  let isHeld = false;
  while (!signal.aborted) {
    const isAhead = processorUs(pid) - used > (performance.now() - from) * 1_000 * share;
    if (isAhead !== isHeld) process.kill(pid, isAhead ? 'SIGSTOP' : 'SIGCONT');
    isHeld = isAhead;
    await wait(TICK_MS);
  }
  process.kill(pid, 'SIGCONT');
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** @returns the PostgreSQL process that starts one for each connection. */
async function serverOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8');
    return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  } finally {
    await client.end();
  }
}
