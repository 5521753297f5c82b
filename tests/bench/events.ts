import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { readConfig } from '../../src/server/config.ts';
import { tellOfBillsDue, tellOfBillsPaid } from '../../src/server/finance/tell-of-bills.ts';
import type { School } from '../../src/server/http/ctx.ts';
import { mailGuardians } from '../../src/server/inbox/mail-guardians.ts';
import { pushNotices } from '../../src/server/inbox/push-notices.ts';
import { tellOfClasses } from '../../src/server/inbox/tell-of-classes.ts';
import { openSchool } from '../../src/server/school.ts';
import { growSchool } from '../../src/server/seed/load.ts';
import { median, withPostgres } from './measure.ts';
import { ms, perSecond, type Row } from './report.ts';

const DAY_MS = 86_400_000;
const jobs = { tellOfClasses, tellOfBillsDue, tellOfBillsPaid, mailGuardians, pushNotices };
type Job = keyof typeof jobs;

/** Jobs that look for events: a turn that finds nothing, which runs every five seconds, and one event for everybody. */
export async function events(students: number, turns: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-events-'));
  try {
    const rows = await onEngine('sqlite', { DATA_DIR: folder }, students, turns);
    const others = await withPostgres((url) =>
      onEngine('postgres', { DATABASE_URL: url, DATA_DIR: folder }, students, turns),
    );
    return [...rows, ...(others ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onEngine(name: string, env: Record<string, string>, students: number, turns: number): Promise<Row[]> {
  const config = readConfig({
    NODE_ENV: 'production',
    SECRET: 'a secret of the bench, long enough',
    DEMO: 'on',
    ...env,
  });
  const running = await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false });
  try {
    const { school } = running;
    await untilQuiet(school);
    const small = await idle(school, turns);
    await growSchool(school, students);
    await untilQuiet(school);
    const large = await idle(school, turns);
    const count = students.toLocaleString('en');
    return [
      ...(Object.keys(jobs) as Job[]).map((job) => ({
        what: `${job}, nothing to tell, ${count} students, ${name}`,
        figure: ms(large[job]),
        yardstick: `${ms(small[job])} in the demo school`,
        ratio: `${(large[job] / small[job]).toFixed(1)} ×`,
        aim: '≤ 50 ms',
      })),
      await told(`grades of ${count} students, ${name}`, school, releaseGrades, tellOfClasses),
      await told(`bills of ${count} students, ${name}`, tomorrow(school), billEverybody, tellOfBillsDue),
    ];
  } finally {
    await running.close();
  }
}

/** First looks, and whatever the school begins with: until a turn tells nothing and nothing waits for its push. */
async function untilQuiet(school: School): Promise<void> {
  for (let [last, now] = [-1, 0]; now !== last; ) {
    for (const job of Object.values(jobs)) await job(school);
    const waiting = await school.db
      .selectFrom('notices')
      .select('id')
      .where('pushed_at', 'is', null)
      .limit(1)
      .execute();
    [last, now] = [now, waiting.length > 0 ? now + 1 : await countOf(school, 'notices')];
  }
}

async function idle(school: School, turns: number): Promise<Record<Job, number>> {
  const times = Object.fromEntries(Object.keys(jobs).map((job) => [job, [] as number[]])) as Record<Job, number[]>;
  for (let turn = -3; turn < turns; turn += 1) {
    for (const [job, run] of Object.entries(jobs) as [Job, (school: School) => Promise<void>][]) {
      const started = performance.now();
      await run(school);
      if (turn >= 0) times[job].push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([job, all]) => [job, median(all)])) as Record<Job, number>;
}

const tomorrow = (school: School): School => ({ ...school, now: () => new Date(Date.now() + DAY_MS) });

const countOf = async ({ db }: School, table: 'notices' | 'guardian_notices') => {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** One event for everybody, until a turn tells nothing more. */
async function told(
  what: string,
  school: School,
  happen: (school: School) => Promise<void>,
  job: (school: School) => Promise<void>,
): Promise<Row> {
  await happen(school);
  const all = async () => (await countOf(school, 'notices')) + (await countOf(school, 'guardian_notices'));
  const before = await all();
  const times: number[] = [];
  for (let [last, now] = [-1, before]; now !== last; ) {
    const started = performance.now();
    await job(school);
    times.push(performance.now() - started);
    [last, now] = [now, await all()];
  }
  const count = (await all()) - before;
  const spent = times.reduce((sum, time) => sum + time, 0);
  return {
    what,
    figure: `${count.toLocaleString('en')} told, ${perSecond((count / spent) * 1000)}`,
    yardstick: `${times.length} turns, the longest ${ms(Math.max(...times))}`,
    ratio: '–',
    aim: 'a turn ≤ 5 s',
  };
}

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
