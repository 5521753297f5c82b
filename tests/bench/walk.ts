import pg from 'pg';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { median, SECRET } from './measure.ts';
import { ms, type Row } from './report.ts';

/** A demo account, since a generated student has to complete a registration first. */
const STUDENT = [
  '/dashboard',
  '/pedagogico/list',
  '/aula-online/list',
  '/financial',
  '/knn-club',
  '/pedagogico/notas/101',
];
const CALLS = ['/api/v1/users/me/', '/api/v1/at-home/financeiro/', '/api/v1/at-home/turmas/', '/api/v1/rewards/'];
const STAFF = [
  '/manager-panel',
  '/manager-panel?q=carga',
  '/manager-panel/profile',
  '/manager-panel/profile?q=silva',
  '/manager-panel/turmas',
  '/manager-panel/financeiro',
  '/manager-panel/financeiro?estado=vencidas',
  '/manager-panel/financeiro/fechamento',
  '/manager-panel/contatos',
  '/manager-panel/pedidos',
  '/manager-panel/club',
  '/manager-panel/club/membros',
  '/manager-panel/equipe',
  '/manager-panel/auditoria',
];
const MAX_SLOW = 12;

/**
 * Visits pages and calls of a large school on PostgreSQL, as a student and as an admin.
 *
 * @param url the database, filled by `npm run seed:load`
 * @returns the time of each, and the slowest statements if `pg_stat_statements` is loaded.
 */
export async function walk(url: string, visits: number): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const isCounted = await client
    .query('create extension if not exists pg_stat_statements')
    .then(() => client.query('select pg_stat_statements_reset()'))
    .then(() => true)
    .catch(() => false);
  const portal = await startPortal({ DATABASE_URL: url, SECRET, DEMO: 'on' });
  const rows: Row[] = [];
  try {
    for (const [login, paths] of [
      ['aluna@demo.example', STUDENT],
      ['aluno000042@carga.example', CALLS],
      ['admin@demo.example', STAFF],
    ] as const) {
      const cookie = `portal_session=${await tokenOf(portal.address, login)}`;
      for (const path of paths) rows.push(await visit(portal.address, path, cookie, visits));
    }
    return isCounted ? [...rows, ...(await slowest(client))] : rows;
  } finally {
    await portal.stop();
    await client.end();
  }
}

async function visit(address: string, path: string, cookie: string, visits: number): Promise<Row> {
  const times: number[] = [];
  let [status, bytes] = [0, 0];
  for (let each = -2; each < visits; each += 1) {
    const started = performance.now();
    const answer = await fetch(address + path, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    });
    bytes = (await answer.arrayBuffer()).byteLength;
    ({ status } = answer);
    if (each >= 0) times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    what: path,
    figure: `${ms(median(times))}, worst ${ms(sorted.at(-1) ?? 0)}`,
    yardstick: `${status}, ${(bytes / 1000).toFixed(1)} kB`,
    ratio: '',
    aim: '',
  };
}

async function slowest(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<{ query: string; calls: number; mean: number; worst: number; rows: number }>(
    `select query, calls::int, mean_exec_time as mean, max_exec_time as worst, rows::int
     from pg_stat_statements join pg_database on pg_database.oid = dbid and datname = current_database()
     where query not like '%pg_stat%' order by total_exec_time desc limit ${MAX_SLOW}`,
  );
  return rows.map(({ query, calls, mean, worst, rows: found }) => ({
    what: query.replace(/\s+/g, ' ').slice(0, 160),
    figure: `${ms(mean)}, worst ${ms(worst)}`,
    yardstick: `${calls} ×, ${found} rows`,
    ratio: '',
    aim: '',
  }));
}
