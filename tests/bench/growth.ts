import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeTable } from '#lib/route-table.ts';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { median } from './measure.ts';
import { ms, type Row } from './report.ts';

const paths = routeTable
  .filter(
    ({ redirectTo, kind }) => redirectTo === undefined && !['login', 'creation', 'update', 'manager'].includes(kind),
  )
  .map(({ pattern }) => pattern.replace('{id}', '1').replace('{codigoProduto}', 'KIT-A1'));

/** The time of every page of Ana as the school grows (P10), pages in turn so that noise meets all alike. */
export async function growth(sizes: readonly number[], visits: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-growth-'));
  const times = new Map<string, number[]>(paths.map((path) => [path, []]));
  try {
    for (const students of sizes) {
      const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' };
      execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(students)], { env });
      const portal = await startPortal({ DATA_DIR: folder });
      const cookie = `portal_session=${await tokenOf(portal.address, 'aluna@demo.example')}`;
      const seen = new Map<string, number[]>(paths.map((path) => [path, []]));
      for (let visit = -3; visit < visits; visit += 1) {
        for (const path of paths) {
          const started = performance.now();
          const answer = await fetch(portal.address + path, { headers: { cookie }, redirect: 'manual' });
          await answer.arrayBuffer();
          if (visit >= 0) seen.get(path)?.push(performance.now() - started);
        }
      }
      for (const [path, each] of seen) times.get(path)?.push(median(each));
      await portal.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [...times]
    .map(([path, each]) => ({ path, each, ratio: (each.at(-1) ?? 0) / (each[0] ?? 1) }))
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ path, each, ratio }) => ({
      what: path,
      figure: each.map(ms).join(' → '),
      yardstick: sizes.map((size) => size.toLocaleString('en')).join(' → '),
      ratio: `${ratio.toFixed(2)} ×`,
      aim: '≤ 1.1 ×',
    }));
}
