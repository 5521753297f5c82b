import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { routeTable } from '../../src/lib/rules/routes/route-table.ts';
import { median } from './measure.ts';
import { ms, type Row } from './report.ts';

/** Visits that are not measured: they compile the page and fill the database cache. */
const WARM_UPS = 5;
const AIM = '≤ 1.1 ×';

const paths = routeTable
  .filter(({ redirectTo, kind }) => redirectTo === undefined && kind !== 'login')
  .map(({ pattern }) =>
    pattern
      // Grades and orders need an enrollment of Ana.
      .replace('notas/{id}', 'notas/101')
      .replace('{id}/{codigoProduto}', '101/WAY-2')
      .replace('{id}', '1')
      .replace('{atividade}', '1')
      .replace('{codigo}', 'K7QM-2XWD-9HRT')
      .replace('{pagina}', 'knn-orlando')
      .replace('{convite}', 'AMZB-4K7Q')
      .replace('{token}', 'abc.def'),
  );

interface Visitor {
  portal: PortalProcess;
  cookie: string;
}

/** The time of every page of Ana as the school grows (P10); the last row names the page that slows down most. */
export async function growth(sizes: readonly number[], visits: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-growth-'));
  const visitors: Visitor[] = [];
  try {
    for (const data of schoolsOf(sizes, folder)) {
      const portal = await startPortal({ DATA_DIR: data });
      visitors.push({ portal, cookie: `portal_session=${await tokenOf(portal.address, 'aluna@demo.example')}` });
    }
    const rows: (Row & { growth: number })[] = [];
    for (const path of paths) {
      const times = await timesOf(path, visitors, visits);
      if (!times) continue;
      const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
      rows.push({
        what: path,
        figure: times.map(ms).join(' → '),
        yardstick: sizes.map((size) => size.toLocaleString('en')).join(' → '),
        ratio: `${growth.toFixed(2)} ×`,
        aim: AIM,
        growth,
      });
    }
    const most = rows.toSorted((a, b) => b.growth - a.growth)[0];
    return most ? [...rows, { ...most, what: `most: ${most.what}` }] : [];
  } finally {
    for (const { portal } of visitors) await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Grows one school and keeps a copy at each size. @returns the folders of the copies. */
function schoolsOf(sizes: readonly number[], folder: string): string[] {
  const growing = join(folder, 'growing');
  const env = { ...process.env, DATA_DIR: growing, NODE_ENV: 'production' };
  return sizes.map((size) => {
    execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(size)], { env });
    const copy = join(folder, String(size));
    cpSync(growing, copy, { recursive: true });
    return copy;
  });
}

/**
 * Visits a page in every school in turn, so that a disturbance affects all of them.
 *
 * @returns median milliseconds by school; null when the page redirects Ana.
 * @throws when the page fails, since an error would count as fast.
 */
async function timesOf(path: string, visitors: readonly Visitor[], visits: number): Promise<number[] | null> {
  const times: number[][] = visitors.map(() => []);
  for (let visit = -WARM_UPS; visit < visits; visit += 1) {
    for (const [index, { portal, cookie }] of visitors.entries()) {
      const started = performance.now();
      const answer = await fetch(portal.address + path, { headers: { cookie }, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status === 302) return null;
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      if (visit >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}
