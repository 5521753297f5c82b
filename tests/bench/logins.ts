import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { HashQueue } from '../../src/server/identity/auth/hash-queue.ts';
import { median, processorUs } from './measure.ts';
import { ms, percent, perSecond, type Row } from './report.ts';

const AT_ONCE = 4;
/** The pause between measured calls, which would otherwise be a load of their own. */
const PAUSE_MS = 20;

/** Logins a second beside the bare hash with the same parameters (P7), and response times of other calls meanwhile. */
export async function logins(count: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-logins-'));
  let portal: PortalProcess | undefined;
  try {
    const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' };
    execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(count * 2)], { env });
    portal = await startPortal({ DATA_DIR: folder, TRUST_PROXY: 'on' }, [process.execPath, 'scripts/start.ts']);
    const token = await tokenOf(portal.address, 'visitante@demo.example');
    const queue = new HashQueue();
    const hash = await queue.hash('portal-demo');
    const bareSpan = () => spread(count, process.pid, () => queue.verify(hash, 'portal-demo'));
    const ownSpan = (from: number) => spread(count, pid, (number) => logIn(address, number + from));
    const { address, pid } = portal;
    // Warms up both sides, since a new process still compiles its code.
    await Promise.all([bareSpan(), ownSpan(count)]);
    const bare = [await bareSpan()];
    let isOver = false;
    const others = watchOthers(portal.address, token, () => isOver);
    const own = [await ownSpan(0)];
    bare.push(await bareSpan());
    own.push(await ownSpan(count));
    isOver = true;
    const waits = (await others).toSorted((a, b) => a - b);
    return [
      {
        what: 'login',
        figure: perSecond(median(own.map(({ rate }) => rate))),
        yardstick: `bare argon2id ${perSecond(median(bare.map(({ rate }) => rate)))}`,
        ratio: percent(median(own.map(({ rate }) => rate)), median(bare.map(({ rate }) => rate))),
        aim: '–',
      },
      {
        what: 'processor for one login',
        figure: ms(median(own.map(({ cpu }) => cpu))),
        yardstick: `bare argon2id ${ms(median(bare.map(({ cpu }) => cpu)))}`,
        ratio: percent(median(bare.map(({ cpu }) => cpu)), median(own.map(({ cpu }) => cpu))),
        aim: '≥ 85 %',
      },
      {
        what: 'another call meanwhile, p99',
        figure: ms(waits[Math.floor(waits.length * 0.99)] ?? Number.NaN),
        yardstick: '–',
        ratio: '–',
        aim: '≤ 30 ms',
      },
    ];
  } finally {
    await portal?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Span {
  /** Rate a second. */
  rate: number;
  /** CPU milliseconds each, without those of the load generator. */
  cpu: number;
}

/** Runs work `count` times, a few at once, and measures the CPU time of this process. */
async function spread(count: number, pid: number, work: (number: number) => Promise<unknown>): Promise<Span> {
  let next = 1;
  const [started, spent] = [performance.now(), processorUs(pid)];
  const lane = async () => {
    while (next <= count) {
      const number = next;
      next += 1;
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { rate: (count * 1000) / (performance.now() - started), cpu: (processorUs(pid) - spent) / 1_000 / count };
}

/** Each from an address of its own, so that rate limits do not apply. */
async function logIn(address: string, number: number): Promise<void> {
  const answer = await fetch(`${address}/api/v1/login/access-token/`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` },
    body: new URLSearchParams({
      username: `aluno${String(number).padStart(6, '0')}@carga.example`,
      password: 'portal-demo',
    }),
  });
  if (answer.status !== 200) throw new Error(`login ${number}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function watchOthers(address: string, token: string, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    await (
      await fetch(`${address}/api/v1/users/book/`, { headers: { authorization: `Bearer ${token}` } })
    ).arrayBuffer();
    waits.push(performance.now() - started);
    await setTimeout(PAUSE_MS);
  }
  return waits;
}
