import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { load, median } from './measure.ts';
import { mb, ms, type Row } from './report.ts';

/** Resident memory of a process in bytes, as Linux counts it. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Start with an existing database, and memory before and after load (P12). */
export async function startAndMemory(seconds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-start-'));
  try {
    await (await startPortal({ DATA_DIR: folder })).stop();
    const starts: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const portal = await startPortal({ DATA_DIR: folder });
      starts.push(portal.startedInMs);
      await portal.stop();
    }
    const portal = await startPortal({ DATA_DIR: folder });
    const before = residentBytes(portal.pid);
    const cookie = `portal_session=${await tokenOf(portal.address, 'aluna@demo.example')}`;
    const dashboard = { url: `${portal.address}/dashboard`, headers: { cookie } };
    await load(dashboard, seconds);
    const between = residentBytes(portal.pid);
    await load(dashboard, seconds);
    const after = residentBytes(portal.pid);
    await portal.stop();
    return [
      { what: 'start, database there', figure: ms(median(starts)), yardstick: '–', ratio: '–', aim: '≤ 1 s' },
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
