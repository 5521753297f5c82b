import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { load, median, withYardstick } from './measure.ts';
import { mb, ms, type Row } from './report.ts';

const STARTS = 5;

/** Resident memory of a process in bytes, as Linux counts it. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Start with an existing database, and memory before and after load (P12). */
export async function startAndMemory(seconds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-start-'));
  try {
    await (await startPortal({ DATA_DIR: folder }, COMMAND)).stop();
    const starts: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      starts.push(await startOf(folder));
      bare.push(await bareStartOf(folder));
    }
    const [own, least] = [median(starts), median(bare)];
    const { before, between, after } = await memoryUnderLoad(folder, seconds);
    return [
      {
        what: 'start to /readyz, database there',
        figure: ms(own),
        yardstick: `node:http and SQLite ${ms(least)}`,
        ratio: `+ ${ms(own - least)}`,
        aim: '≤ 1 s more',
      },
      {
        what: `memory after ${2 * seconds} s of /dashboard`,
        figure: `${mb(before)} → ${mb(between)} → ${mb(after)}`,
        yardstick: 'fresh, half-way, end',
        ratio: `${(after / between).toFixed(2)} ×`,
        aim: '≤ 250 MB, flat',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command of `npm start`. */
const COMMAND = [process.execPath, 'scripts/start.ts'] as const;

/** Milliseconds from spawning the built portal until `/readyz` succeeds. */
async function startOf(folder: string): Promise<number> {
  const started = performance.now();
  const portal = await startPortal({ DATA_DIR: folder }, COMMAND);
  const answer = await fetch(`${portal.address}/readyz`);
  const took = performance.now() - started;
  await portal.stop();
  if (answer.status !== 200) throw new Error(`/readyz: ${answer.status}`);
  return took;
}

/** The minimum for such a start: Node itself, the same database file opened and queried, one answer. */
async function bareStartOf(folder: string): Promise<number> {
  const started = performance.now();
  const yardstick = {
    body: Buffer.from('ready'),
    type: 'text/plain',
    database: join(folder, 'portal.sqlite'),
  } as const;
  return withYardstick(yardstick, async ({ url }) => {
    await (await fetch(url)).arrayBuffer();
    return performance.now() - started;
  });
}

async function memoryUnderLoad(folder: string, seconds: number) {
  const portal = await startPortal({ DATA_DIR: folder }, COMMAND);
  try {
    const before = residentBytes(portal.pid);
    const cookie = `portal_session=${await tokenOf(portal.address, 'aluna@demo.example')}`;
    const dashboard = { url: `${portal.address}/dashboard`, headers: { cookie }, pid: portal.pid };
    await load(dashboard, seconds);
    const between = residentBytes(portal.pid);
    await load(dashboard, seconds);
    return { before, between, after: residentBytes(portal.pid) };
  } finally {
    await portal.stop();
  }
}
