import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../src/server/core/db/connection.ts';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import type { TestSchool } from './school.ts';

/** Tables filled by hand or shipped with the portal, which stay small as a school grows. */
const SMALL = new Set(
  `schools companies livros unidades audios palavras testes questoes aula_materiais unidade_arquivos products cupons
  product_precos rewards point_rules usa_turmas usa_turma_livros usa_turma_documentos travel_campaigns sending_templates
  sendings sending_totals notice_kinds_off notice_marks schema_steps quiet_hours school_quiet turma_horarios
  vouched_companies payment_accounts user_actions point_batches cupom_produtos
  livro_versoes livro_arquivos livro_envios livro_lotes`.split(/\s+/),
);
/** From this many rows on the planner chooses the same plan as in a large school. */
const MANY = 1_000;
/** An index with more rows than this for one value finds a state, not a single object. */
const MAX_FOUND = 400;

type Explain = (query: CompiledQuery) => Promise<string[]>;

/**
 * Prepares the explaining of queries on a grown school with statistics.
 *
 * @returns a function that names the growing tables of which a query reads more than an index finds. On SQLite every
 *   growing table counts as large (see `believeLarger`). PostgreSQL reads a table of few rows whole, whatever there is, so it is asked only
 *   about tables that have many rows here.
 */
export async function explainer(portal: TestSchool): Promise<Explain> {
  const { db, database } = portal.school;
  const tables = await tableNames(db);
  const counts = await Promise.all(
    tables.map(async (name) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
      return [name, Number(rows[0]?.n)] as const;
    }),
  );
  const filled = new Set(counts.filter(([, count]) => count >= MANY).map(([name]) => name));
  const growing = new Set(tables.filter((name) => !SMALL.has(name)));
  return database.engine === 'sqlite'
    ? ofSqlite(portal, growing, filled)
    : ofPostgres(portal, new Set([...growing].filter((name) => filled.has(name))));
}

async function ofSqlite({ school: { db } }: TestSchool, growing: Set<string>, filled: Set<string>): Promise<Explain> {
  for (const name of growing) if (!filled.has(name)) await sayLarge(db, name);
  await sql`analyze sqlite_schema`.execute(db);
  const known = await sql<{ idx: string; stat: string }>`select idx, stat from sqlite_stat1`.execute(db);
  const found = new Map(known.rows.map(({ idx, stat }) => [idx, stat.split(' ').map(Number)]));
  const indexes = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and sql like '% where %'`.execute(db);
  const partial = new Set(indexes.rows.map(({ name }) => name));
  // A unique index may have many empty keys, but each key finds one row.
  const keys = await sql<{ name: string; columns: number }>`
    select l.name as name, (select count(*) from pragma_index_info(l.name)) as columns
    from sqlite_master m, pragma_index_list(m.name) l where m.type = 'table' and l."unique" = 1`.execute(db);
  const unique = new Map(keys.rows.map(({ name, columns }) => [name, columns]));
  const isScan = (line: string): boolean => {
    const index = /INDEX (\w+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('SCAN')) return !partial.has(index);
    if (/ANY\(/.test(line)) return true;
    if (/[<>]\?/.test(line)) return false;
    const equal = line.match(/=\?/g)?.length ?? 0;
    if (equal === unique.get(index)) return false;
    return !partial.has(index) && (found.get(index)?.[equal] ?? 0) > MAX_FOUND;
  };
  return async (query) => {
    // SQLite plans to read the children of a new row, but does so only while a deferred reference is broken.
    if (/^insert into "\w+" \([^)]*\) values/.test(query.sql)) return [];
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    const names = aliasesIn(query.sql);
    return rows.flatMap(({ detail }) => {
      const name = /^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? '';
      const table = names.get(name) ?? name;
      return growing.has(table) && isScan(detail) ? [table] : [];
    });
  };
}

/** Writes the statistics of a table of a hundred thousand rows, of which an index finds ten. */
async function sayLarge(db: Db, table: string): Promise<void> {
  const indexes = await sql<{ idx: string; unique: number; partial: number; columns: number }>`
    select name as idx, "unique", partial, (select count(*) from pragma_index_info(l.name)) as columns
    from pragma_index_list(${table}) l`.execute(db);
  await sql`delete from sqlite_stat1 where tbl = ${table}`.execute(db);
  for (const { idx, unique, partial, columns } of indexes.rows) {
    const finds = Array.from({ length: columns }, (_, at) => Math.max(10 - at, 2));
    if (unique) finds[columns - 1] = 1;
    const stat = [partial ? MANY : MANY * 100, ...finds].join(' ');
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${idx}, ${stat})`.execute(db);
  }
}

const aliasesIn = (text: string) =>
  new Map([...text.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table = '', alias = '']) => [alias, table]));

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

async function ofPostgres(portal: TestSchool, growing: Set<string>): Promise<Explain> {
  const { db } = portal.school;
  const indexes = await sql<{ name: string; table: string; is_partial: boolean }>`
    select i.relname as name, t.relname as table, x.indpred is not null as is_partial from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid`.execute(db);
  const byName = new Map(indexes.rows.map((row) => [row.name, row]));
  const scans = (node: Node): string[] => {
    const index = byName.get(node['Index Name'] ?? '');
    const table = node['Relation Name'] ?? index?.table ?? '';
    const isScan =
      node['Node Type'] === 'Seq Scan' ||
      (index !== undefined && !index.is_partial && node['Index Cond'] === undefined);
    const here = isScan && growing.has(table) && !/^Bitmap Heap/.test(node['Node Type']) ? [table] : [];
    return [...here, ...(node.Plans ?? []).flatMap(scans)];
  };
  // PostgreSQL's choice depends on sizes. The check is whether each step of the query has an index.
  const ways = ['seqscan', 'hashjoin', 'mergejoin'].map((way) => sql.ref(`enable_${way}`));
  return (query) =>
    db.transaction().execute(async (tx) => {
      for (const way of ways) await sql`set local ${way} = off`.execute(tx);
      // Random reads cost as on an SSD; otherwise a table of a thousand rows is scanned instead of read by a few hundred keys.
      await sql`set local random_page_cost = 1.1`.execute(tx);
      const requested = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(requested);
      return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scans(Plan)));
    });
}

/** Missing data of generated people: how many rows the values of an index find. */
const LACKING: Readonly<Record<string, (rows: number) => number[]>> = {
  users_cpf: () => [1],
  point_entries_chave: () => [10],
  users_seen: (rows) => [Math.ceil(rows / 4), 10],
  users_birthday: (rows) => [Math.ceil(rows / 366)],
};
/** For a reference: with fewer distinct values it points to a few people, such as the teachers. */
const MIN_KEYS = 20;

/**
 * Makes SQLite believe that a grown school is so many times larger, by its statistics alone. What leads to a person or a thing
 * finds as many rows as before; a state, a unit, a day or an hour finds so many times more.
 *
 * @param students how many the school has
 */
export async function believeLarger({ school: { db } }: TestSchool, times: number, students: number): Promise<void> {
  const indexes = await sql<{ tbl: string; idx: string; stat: string }>`
    select tbl, idx, stat from sqlite_stat1 where idx is not null`.execute(db);
  const grows = new Map<string, boolean>();
  for (const { tbl, idx, stat } of indexes.rows) {
    const [rows = 0, ...finds] = stat.split(' ').map(Number);
    if (SMALL.has(tbl) || rows < MIN_KEYS) continue;
    const columns = await sql<{ name: string | null }>`
      select name from pragma_index_info(${idx}) order by seqno`.execute(db);
    let doGrow = false;
    const larger: number[] = [];
    for (const [at, { name }] of columns.rows.entries()) {
      const key = `${tbl}.${name}`;
      if (name !== null && !grows.has(key)) grows.set(key, await growsWith(db, tbl, name, students));
      doGrow ||= grows.get(key) ?? false;
      larger.push(doGrow ? (finds[at] ?? 1) : (finds[at] ?? 1) * times);
    }
    const text = [rows * times, ...(LACKING[idx]?.(rows * times) ?? larger)].join(' ');
    await sql`update sqlite_stat1 set stat = ${text} where tbl = ${tbl} and idx = ${idx}`.execute(db);
  }
  await sql`analyze sqlite_schema`.execute(db);
}

/** Whether the number of distinct values of a column grows with the number of students. */
async function growsWith(db: Db, table: string, column: string, students: number): Promise<boolean> {
  const { rows } = await sql<{ many: number; one: unknown }>`
    select count(distinct ${sql.ref(column)}) as many, max(${sql.ref(column)}) as one from ${sql.table(table)}`.execute(
    db,
  );
  const [{ many, one } = { many: 0, one: null }] = rows;
  const leads = await sql<{ to: string }>`
    select "table" as "to" from pragma_foreign_key_list(${table}) where "from" = ${column}`.execute(db);
  if (leads.rows.some(({ to }) => !SMALL.has(to)) && many >= MIN_KEYS) return true;
  const isDay = typeof one === 'string' && /^\d{4}-\d\d-\d\d$/.test(one);
  return many >= students / 2 && !isDay;
}
