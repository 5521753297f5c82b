import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { processorUs, SECRET, withPostgres } from './measure.ts';
import { processor, type Row } from './report.ts';

const WARM_UPS = 10;
const AIM = '≤ 1.2 ×';

/** The requests of a manager, by the name of their row. */
const requested: Readonly<Record<string, string>> = {
  'list of people': 'users/all/?limit=20',
  'list, a page far behind': 'users/all/?limit=20&offset=200&depois_de=PLACE',
  'search by a name that many have': 'users/all/?limit=20&q=carga.ex',
  'search by the name of one': 'users/all/?limit=20&q=aluno004242',
  'search for nobody': 'users/all/?limit=20&q=wenceslau',
  'search by one letter': 'users/all/?limit=20&q=a',
};

interface Place {
  portal: PortalProcess;
  token: string;
  /** A person in the middle of the list. */
  place: string;
}

/** Response times for a manager in a school, and in one ten times as large. */
export async function people(sizes: readonly [number, number], visits: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-people-'));
  try {
    const rows = await onEngine('SQLite', sizes, visits, filesIn(folder));
    const others = await withPostgres((url) => onEngine('PostgreSQL', sizes, visits, databasesAt(url, folder)));
    return [...rows, ...(others ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Grows one school and keeps a copy at each size. @returns settings of a portal on the copy. */
type Grow = (size: number) => Promise<Record<string, string>>;

const filesIn =
  (folder: string): Grow =>
  async (size) => {
    const growing = join(folder, 'growing');
    fill(size, { DATA_DIR: growing });
    const copy = join(folder, String(size));
    cpSync(growing, copy, { recursive: true });
    return { DATA_DIR: copy };
  };

const databasesAt =
  (url: string, folder: string): Grow =>
  async (size) => {
    const data = join(folder, 'postgres');
    mkdirSync(data, { recursive: true });
    fill(size, { DATABASE_URL: url, SECRET, DATA_DIR: data });
    const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
    await client.connect();
    await client.query(`create database people_${size} template bench`).finally(() => client.end());
    return { DATABASE_URL: url.replace(/[^/]+$/, `people_${size}`), SECRET, DATA_DIR: data };
  };

const fill = (size: number, env: Record<string, string>) =>
  execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(size)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });

async function onEngine(name: string, sizes: readonly number[], visits: number, grow: Grow): Promise<Row[]> {
  const places: Place[] = [];
  try {
    for (const size of sizes) {
      const portal = await startPortal(await grow(size));
      const token = await tokenOf(portal.address, 'gestora@demo.example');
      const { body } = await ask({ portal, token }, 'users/all/?limit=1&offset=200');
      places.push({ portal, token, place: String((body as { items: { id: number }[] }).items[0]?.id) });
    }
    const rows: Row[] = [];
    for (const [what, path] of Object.entries(requested))
      rows.push(await rowOf(`${name}: ${what}`, path, places, visits));
    return rows;
  } finally {
    for (const { portal } of places) await portal.stop();
  }
}

async function ask({ portal, token }: Pick<Place, 'portal' | 'token'>, path: string) {
  const answer = await fetch(`${portal.address}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return { body: (await answer.json()) as unknown };
}

/** Sends requests to both schools in turn. CPU time is that of the portal; PostgreSQL's counts only in wall-clock time. */
async function rowOf(what: string, path: string, places: readonly Place[], visits: number): Promise<Row> {
  const waits: number[][] = places.map(() => []);
  const spent: number[] = places.map(() => 0);
  for (let visit = -WARM_UPS; visit < visits; visit += 1) {
    for (const [index, place] of places.entries()) {
      const [started, before] = [performance.now(), processorUs(place.portal.pid)];
      await ask(place, path.replace('PLACE', place.place));
      if (visit < 0) continue;
      waits[index]?.push(performance.now() - started);
      spent[index] = (spent[index] ?? 0) + processorUs(place.portal.pid) - before;
    }
  }
  const [small = Number.NaN, large = Number.NaN] = spent.map((us) => us / visits);
  // The fastest tenth, since other work on the machine slows down the rest.
  const [soon = Number.NaN, late = Number.NaN] = waits.map((each) => each.toSorted((a, b) => a - b)[(visits / 10) | 0]);
  return {
    what,
    figure: `${processor(small)} → ${processor(large)}`,
    yardstick: `by the clock ${soon.toFixed(1)} → ${late.toFixed(1)} ms, ${(late / soon).toFixed(2)} ×`,
    ratio: `${(large / small).toFixed(2)} ×`,
    aim: AIM,
  };
}
