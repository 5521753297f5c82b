import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type PortalProcess, startPortal } from '../../../scripts/portal-process.ts';
import { ms, print, type Row } from '../report.ts';
import { type Dependency, openDependencies } from './dependencies.ts';
import { type Done, load, openActions } from './load.ts';

const METRICS_TOKEN = 'a token of the soak';
/** Has the memory settings of `npm start`, without starting another process. */
const AS_OPERATORS_DO = [process.execPath, 'scripts/start-built.ts'] as const;
const STUDENTS = 200;
const SAMPLE_MS = 2_000;
const MINUTE_MS = 60_000;
/** Limits above those of any real person. */
const LIMITS = ['upload', 'push-test', 'pix', 'recovery-account', 'recovery-address', 'login-address']
  .map((rule) => `${rule}=1000000/3600`)
  .join(',');

interface Sample {
  at: number;
  mb: number;
  files: number;
}
interface Phase {
  name: string;
  from: number;
  until: number;
  /** The failing dependency, and the time from its return to full recovery. */
  failing?: Dependency;
  recoveredMs?: number;
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Duration, and actions a second. */
interface Load {
  minutes: number;
  rate: number;
}

/** Puts mixed load on a portal while each of its dependencies fails in turn, and prints results and recovery. */
export async function soak(databaseUrl: string | null, { minutes, rate }: Load): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-soak-'));
  const dependencies = await openDependencies(databaseUrl);
  const common = { SECRET: 'a secret of the soak, long enough', LIMITS, METRICS_TOKEN, LOG_LEVEL: 'fatal' };
  const own = { ...common, ...dependencies.env.own, DATA_DIR: join(folder, 'own') };
  const portals: PortalProcess[] = [];
  const start = async (env: Record<string, string>) => {
    const started = await startPortal(env, AS_OPERATORS_DO);
    portals.push(started);
    return started;
  };
  const done: Done[] = [];
  const samples: Sample[] = [];
  const stop = new AbortController();
  let sampling: NodeJS.Timeout | undefined;
  try {
    // This process is a proxy between the portal and its database, so nothing may block it.
    await promisify(execFile)(process.execPath, ['scripts/seed-load.ts', '--students', String(STUDENTS)], {
      env: { ...process.env, ...own, ...(databaseUrl && { DATABASE_URL: databaseUrl }), NODE_ENV: 'production' },
    });
    const portal = await start(own);
    const connected = await start({ ...common, ...dependencies.env.connected, DATA_DIR: join(folder, 'connected') });
    sampling = setInterval(() => {
      samples.push({ at: performance.now(), mb: residentMb(portal.pid), files: openFiles(portal.pid) });
    }, SAMPLE_MS);
    const addresses = { own: portal.address, connected: connected.address };
    const loading = load(await openActions(addresses, dependencies.device), rate, done, stop.signal);
    const phases = await walkPhases(dependencies.all, portal, done, minutes * MINUTE_MS);
    stop.abort();
    await loading;
    print(
      `${minutes} minutes, ${rate} actions a second`,
      phases.map((phase) => rowOf(phase, done)),
    );
    print('process', memoryRows(phases, samples));
  } finally {
    clearInterval(sampling);
    stop.abort();
    await Promise.all(portals.map((each) => each.stop()));
    await dependencies.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** No failure at first, then each dependency fails for a third of its share of the time, and no failure at the end. */
async function walkPhases(
  all: readonly Dependency[],
  portal: PortalProcess,
  done: readonly Done[],
  totalMs: number,
): Promise<Phase[]> {
  const share = totalMs / (all.length + 2);
  const phases: Phase[] = [];
  const pass = async (name: string, lastMs: number, failing?: Dependency) => {
    const from = performance.now();
    await wait(lastMs);
    const phase: Phase = { name, from, until: performance.now(), failing };
    phases.push(phase);
    process.stderr.write(`${name}: over\n`);
    return phase;
  };
  await pass('calm before', share);
  for (const dependency of all) {
    await dependency.fail();
    const phase = await pass(`${dependency.name} ${dependency.how}`, share / 3, dependency);
    await dependency.heal();
    const healed = performance.now();
    phase.recoveredMs = await recovery(dependency, portal, done, healed, share / 2);
    await wait(Math.max(0, (share * 2) / 3 - (performance.now() - healed)));
  }
  await pass('calm after', share);
  return phases;
}

/** Waits until an action with the dependency succeeds again, and for mails until none is queued. @returns NaN if never */
async function recovery(
  { name }: Dependency,
  portal: PortalProcess,
  done: readonly Done[],
  healed: number,
  atMost: number,
): Promise<number> {
  while (performance.now() - healed < atMost) {
    if (name === 'mail') {
      if ((await mailsWaiting(portal)) === 0) return performance.now() - healed;
    } else {
      const first = done.find(({ at, needs, isWell }) => at > healed && needs === name && isWell);
      if (first) return first.at + first.ms - healed;
    }
    await wait(250);
  }
  return Number.NaN;
}

async function mailsWaiting({ address }: PortalProcess): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const found = [...text.matchAll(/^portal_mails\{state="(?:waiting|failing)",.*\} (\d+)$/gm)];
  return found.length === 0 ? Number.NaN : found.reduce((sum, [, count]) => sum + Number(count), 0);
}

const share = (some: readonly Done[]) => {
  const failed = some.filter(({ isWell }) => !isWell).length;
  return some.length === 0 ? '–' : `${((100 * failed) / some.length).toFixed(1)} % of ${some.length}`;
};

function rowOf({ name, from, until, failing, recoveredMs }: Phase, done: readonly Done[]): Row {
  const during = done.filter(({ at }) => at >= from && at < until);
  const isTouched = ({ needs }: Done) =>
    failing !== undefined && (needs === failing.name || (failing.name === 'database' && needs !== 'hosts'));
  const others = during.filter((one) => !isTouched(one));
  const times = others.map((one) => one.ms).toSorted((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return {
    what: name,
    figure: failing ? `errors where it is needed: ${share(during.filter(isTouched))}` : '',
    yardstick: `elsewhere: ${share(others)}, p50 ${ms(at(0.5))}, p99 ${ms(at(0.99))}`,
    ratio: recoveredMs === undefined ? '' : `well again after ${(recoveredMs / 1000).toFixed(1)} s`,
    aim: '',
  };
}

/** The median and the maximum of each phase. */
function memoryRows(phases: readonly Phase[], samples: readonly Sample[]): Row[] {
  return phases.map(({ name, from, until }) => {
    const some = samples.filter(({ at }) => at >= from && at < until);
    const figures = (of: (sample: Sample) => number) => {
      const sorted = some.map(of).toSorted((a, b) => a - b);
      return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)}, at most ${Math.round(sorted.at(-1) ?? 0)}`;
    };
    const row = { figure: `${figures(({ mb }) => mb)} MB`, yardstick: `${figures(({ files }) => files)} open files` };
    return { what: name, ...row, ratio: '', aim: '' };
  });
}
