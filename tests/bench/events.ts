import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Audience } from '../../src/lib/contract/broadcasts.schema.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { readConfig } from '../../src/server/config.ts';
import type { School } from '../../src/server/core/http/ctx.ts';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { jobs } from '../../src/server/operate/worker.ts';
import { openSchool } from '../../src/server/school.ts';
import { type Hold, median, SECRET, watched, withPostgres } from './measure.ts';
import { ms, perSecond, type Row } from './report.ts';

const DAY_MS = 86_400_000;
/** The maximum time that a job may block the event loop. */
const HOLD_AIM = '≤ 20 ms';
/** The jobs that check for work every five seconds. */
const LOOKS = ['notifyOfClasses', 'remindOfBills', 'notifyOfBillsPaid', 'mailDeliveries', 'wakeSender'];

/** The longest time that each job blocked the event loop, over all its runs. */
type Holds = Map<string, Hold>;

/**
 * Jobs: a run without work, as every five seconds; one event for everybody; and how long each job blocks
 * the event loop, during which no request is served.
 */
export async function events(students: number, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-events-'));
  try {
    const rows = await onEngine('sqlite', { DATA_DIR: folder }, students, rounds);
    const others = await withPostgres((url) =>
      onEngine('postgres', { DATABASE_URL: url, DATA_DIR: folder }, students, rounds),
    );
    return [...rows, ...(others ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onEngine(name: string, env: Record<string, string>, students: number, rounds: number): Promise<Row[]> {
  const config = readConfig({
    NODE_ENV: 'production',
    SECRET,
    DEMO: 'on',
    ...env,
  });
  const running = await openSchool(config, pino({ level: 'error' }), { backgroundWork: false });
  try {
    const { school } = running;
    const holds: Holds = new Map();
    await growSchool(school, students);
    await untilQuiet(school, new Map());
    const looks = await idle(school, rounds, holds);
    const told: Row[] = [];
    for (const event of happenings) told.push(await tell(name, school, event, holds));
    return [...looks.map((row) => ({ ...row, what: `${row.what}, ${name}` })), ...told, ...holdRows(name, holds)];
  } finally {
    await running.close();
  }
}

async function tick(school: School, holds: Holds): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const job of jobs) {
    const started = performance.now();
    const { hold } = await watched(() => job(school));
    times.set(job.name, performance.now() - started);
    const known = holds.get(job.name);
    if (!known || hold.processor > known.processor) holds.set(job.name, hold);
  }
  return times;
}

/** Runs until one writes nothing. @returns the duration of each run, by job */
async function untilQuiet(school: School, holds: Holds): Promise<Map<string, number>[]> {
  const rounds: Map<string, number>[] = [];
  for (let [last, now] = [-1, 0]; now !== last; ) {
    rounds.push(await tick(school, holds));
    [last, now] = [now, await writtenBy(school)];
  }
  return rounds;
}

async function idle(school: School, rounds: number, holds: Holds): Promise<Row[]> {
  const times: Map<string, number>[] = [];
  for (let index = -3; index < rounds; index += 1) {
    const took = await tick(school, index < 0 ? new Map() : holds);
    if (index >= 0) times.push(took);
  }
  return LOOKS.map((job) => ({
    what: `${job}, nothing to tell`,
    figure: ms(median(times.map((took) => took.get(job) ?? Number.NaN))),
    yardstick: '–',
    ratio: '–',
    aim: '≤ 50 ms',
  }));
}

interface Happening {
  what: string;
  job: string;
  aim: string;
  happen(school: School): Promise<unknown>;
  /** The event is this many days from today. */
  days: number;
}

/** One event for everybody, the job that creates its notices, and the further jobs for them. */
const happenings: readonly Happening[] = [
  { what: 'notices of grades', job: 'notifyOfClasses', aim: '≥ 2,500 /s', happen: releaseGrades, days: 0 },
  { what: 'notices of bills', job: 'remindOfBills', aim: '≥ 2,500 /s', happen: billEverybody, days: 1 },
  { what: 'notices of bills to guardians', job: 'remindOfBills', aim: '–', happen: billMinors, days: 2 },
  { what: 'warnings of points that expire', job: 'warnOfExpiry', aim: '–', happen: letPointsEnd, days: 2 },
  { what: 'birthdays', job: 'giveBirthdayPoints', aim: '–', happen: bearEverybody, days: 2 },
  { what: 'accounts with expired points', job: 'expirePoints', aim: '–', happen: async () => {}, days: 9 },
  { what: 'people of a broadcast', job: 'expandBroadcasts', aim: '–', happen: broadcast, days: 9 },
];

async function tell(engine: string, school: School, event: Happening, holds: Holds): Promise<Row> {
  // The same school throughout, since some jobs remember their last run.
  const then: School = Object.assign(school, { now: () => new Date(Date.now() + event.days * DAY_MS) });
  await event.happen(then);
  const before = await writtenBy(then);
  const rounds = await untilQuiet(then, holds);
  const count = (await writtenBy(then)) - before;
  const times = rounds.map((took) => took.get(event.job) ?? 0);
  const spent = times.reduce((sum, time) => sum + time, 0);
  return {
    what: `${count.toLocaleString('en')} ${event.what}, ${engine}`,
    figure: perSecond((count / spent) * 1000),
    yardstick: `${times.length} turns, the longest ${ms(Math.max(...times))}`,
    ratio: '–',
    aim: event.aim,
  };
}

/** Results of events: a notice for the person, or for a guardian; points. */
async function writtenBy({ db }: School): Promise<number> {
  let all = 0;
  for (const written of [db.selectFrom('notices'), db.selectFrom('deliveries').where('key', 'is not', null)]) {
    const { count } = await (written as ReturnType<typeof db.selectFrom<'notices'>>)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    all += Number(count);
  }
  const { count } = await db
    .selectFrom('point_entries')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('contra', '=', 'expiracao')
    .executeTakeFirstOrThrow();
  return all + Number(count);
}

const holdRows = (engine: string, holds: Holds): Row[] =>
  [...holds].map(([job, { clock, processor }]) => ({
    what: `${job}, longest hold of the loop, ${engine}`,
    figure: ms(processor),
    yardstick: `${ms(clock)} by the clock`,
    ratio: '–',
    aim: HOLD_AIM,
  }));

async function releaseGrades({ db, now }: School): Promise<void> {
  await db.updateTable('periodos').set({ liberado_em: now().toISOString() }).execute();
  await db.updateTable('notas').set({ avisada_em: null }).execute();
  await db.deleteFrom('notices').where('chave', 'like', 'nota_lancada:%').execute();
}

async function billEverybody({ db, now, config }: School): Promise<void> {
  const vencimento = dayIn(config.SCHOOL_TIME_ZONE, new Date(now().getTime() + 3 * DAY_MS));
  const first = db
    .selectFrom('parcelas')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('status', '=', 'aberta')
    .groupBy('user_id');
  await db.updateTable('parcelas').set({ vencimento }).where('id', 'in', first).execute();
}

/** Two in five are children, half of them with a guardian who can only be reached by mail. */
async function billMinors(school: School): Promise<void> {
  const { db } = school;
  const guardian = JSON.stringify({ full_name: 'Rosa Lima', cpf: '52998224725', email: 'rosa@carga.example' });
  await db.updateTable('users').set({ birth_date: '2014-05-04', guardian }).where('id', '>', 106_000).execute();
  await db.deleteFrom('notices').where('chave', 'like', 'parcela_lembrete:%').execute();
  await billEverybody(school);
}

/** A week before their last day, so that both warnings come. */
async function letPointsEnd({ db, now, config }: School): Promise<void> {
  const expira_em = dayIn(config.SCHOOL_TIME_ZONE, new Date(now().getTime() + 6 * DAY_MS));
  await db.updateTable('point_lots').set({ expira_em }).where('restante', '>', 0).execute();
}

async function bearEverybody({ db, now, config }: School): Promise<void> {
  const birth_date = `1990${dayIn(config.SCHOOL_TIME_ZONE, now()).slice(4)}`;
  await db.updateTable('users').set({ birth_date }).where('id', '>', 100_000).execute();
}

const everybody: Audience = {
  all: true,
  company_ids: [],
  turma_ids: [],
  livro_ids: [],
  user_ids: [],
  exclude_user_ids: [],
};

async function broadcast({ db, now }: School): Promise<void> {
  const at = now().toISOString();
  const { id: created_by } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  await db
    .insertInto('sendings')
    .values({
      escola_id: null,
      title: 'Olá, {nome}',
      body: 'A escola abre no sábado.',
      link: '/dashboard',
      category: 'aviso',
      audience: JSON.stringify(everybody),
      status: 'enviando',
      respect_quiet_hours: false,
      ttl_s: 86_400,
      urgency: 'normal',
      created_by,
      created_at: at,
      updated_at: at,
      sent_at: at,
      version: 1,
      people: 0,
      without_push: 0,
      opted_out: 0,
    })
    .execute();
}
