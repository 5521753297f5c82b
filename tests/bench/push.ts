import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { pushRow } from '../../src/server/messages/devices/queue-deliveries.ts';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { openSchool, type RunningSchool } from '../../src/server/school.ts';
import { addDevices, deviceAt } from '../support/device-rows.ts';
import { median, SECRET, withPostgres } from './measure.ts';
import type { Measured } from './push-process.ts';
import { ms, percent, perSecond, type Row } from './report.ts';

const PEOPLE = 2_000;
const CHUNK = 1_000;
const PATH = `/push/${'x'.repeat(150)}`;

interface Fan {
  /** From the start to the last stored outcome, in milliseconds. */
  took: number;
  processes: Measured[];
}

/** One message to every device of a large school, beside the bare cost of encrypting and signing as many (P8), by one process and by two (P11). */
export async function push(devices: number, sample: number, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-push-'));
  const sink = fork('tests/bench/push-sink.ts', { stdio: 'inherit' });
  const [origin] = (await once(sink, 'message')) as [string];
  try {
    const settings = { PUSH_HOSTS: origin, SAMPLE: String(sample) };
    const rows = await onEngine('sqlite', { DATA_DIR: folder, ...settings }, { origin, sink, devices, rounds, max: 1 });
    const others = await withPostgres((url) =>
      onEngine('postgres', { DATABASE_URL: url, ...settings }, { origin, sink, devices, rounds, max: 2 }),
    );
    return [...rows, ...(others ?? [])];
  } finally {
    sink.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Size {
  origin: string;
  sink: ChildProcess;
  devices: number;
  rounds: number;
  /** Processes at once. */
  max: number;
}

async function onEngine(name: string, env: Record<string, string>, size: Size): Promise<Row[]> {
  const settings = {
    NODE_ENV: 'production',
    SECRET,
    PUBLIC_URL: 'https://aluno.example',
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    ...env,
  };
  const open = () => openSchool(readConfig(settings), pino({ level: 'silent' }), { backgroundWork: false });
  const running = await open();
  const people = await fill(running, size);
  const fans: Fan[][] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    // In turn, so that a disturbance affects both.
    for (let count = 1; count <= size.max; count += 1) {
      await queue(running, people);
      const fan = await fanOut(settings, count, size);
      await expectAccepted(running, size.devices);
      fans[count] = [...(fans[count] ?? []), fan];
    }
  }
  await running.close();
  const rateOf = (count: number) => median((fans[count] ?? []).map(({ took }) => (size.devices * 1_000) / took));
  const [single = [], pair] = [fans[1], fans[2]];
  const measured = single.flatMap(({ processes }) => processes);
  const each = median(measured.flatMap(({ signedEach }) => signedEach));
  const bare = median(measured.flatMap(({ signedOnce }) => signedOnce));
  const one = rateOf(1);
  const row = (what: string, figure: string, yardstick: string, ratio: string, aim: string): Row => ({
    what: `${what}, ${name}`,
    figure,
    yardstick,
    ratio,
    aim,
  });
  const count = size.devices.toLocaleString('en');
  const delays = measured.map(({ delayP99 }) => delayP99);
  return [
    row(`${count} devices`, perSecond(one), `encrypt, sign each ${perSecond(each)}`, percent(one, each), '≥ 70 %'),
    row('the same', perSecond(one), `encrypt, sign once ${perSecond(bare)}`, percent(one, bare), '≥ 70 %'),
    row(
      'event loop meanwhile, p99',
      ms(Math.max(...delays)),
      `longest ${ms(Math.max(...measured.map(({ delayMax }) => delayMax)))}`,
      '–',
      '< 50 ms',
    ),
    row(
      'processor for one message',
      ms(median(measured.map(({ cpu }) => cpu / size.devices))),
      `encrypting ${ms(1_000 / bare)}`,
      '–',
      '–',
    ),
    ...(pair
      ? [row('two processes', perSecond(rateOf(2)), 'one process', `${(rateOf(2) / one).toFixed(2)} ×`, '1.7 ×')]
      : []),
  ];
}

/** People with ten devices each. @returns the owner of each device */
async function fill({ school }: RunningSchool, { devices, origin }: Size): Promise<{ id: number; userId: number }[]> {
  await growSchool(school, PEOPLE);
  const users = await school.db
    .selectFrom('users')
    .select('id')
    .where('email_key', 'like', '%@carga.example')
    .orderBy('id')
    .execute();
  const all: { id: number; userId: number }[] = [];
  for (const [index, { id: userId }] of users.entries()) {
    const count = Math.floor(devices / users.length) + (index < devices % users.length ? 1 : 0);
    const made = Array.from({ length: count }, (_, number) => deviceAt(`${origin}${PATH}/${userId}/${number}`));
    const ids = await addDevices(school, userId, made);
    all.push(...ids.map((id) => ({ id, userId })));
  }
  // In the order of a real school, where neighbouring rows belong to different people.
  const order = new Map(all.map((each, index) => [each, index % 10]));
  all.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  await sql`analyze`.execute(school.db);
  return all;
}

async function queue({ school }: RunningSchool, people: readonly { id: number; userId: number }[]): Promise<void> {
  const at = school.now();
  const instant = at.toISOString();
  const content = {
    title: 'Aula de reposição no sábado',
    body: 'A aula que faltou acontece no sábado, às 9h, na unidade Centro. Confirme a presença na agenda.',
    path: '/aula-online/list',
    tag: 'envio-1',
    icon_url: null,
    image_url: null,
    urgency: 'normal' as const,
    respect_quiet_hours: false,
  };
  const times = { due_at: instant, expires_at: new Date(at.getTime() + 3_600_000).toISOString() };
  for (let from = 0; from < people.length; from += CHUNK) {
    const rows = people
      .slice(from, from + CHUNK)
      .map(({ id, userId }) =>
        pushRow(
          { user_id: userId, kind: 'envio', content, ...times },
          { id, device_type: 'mobile', platform: 'android' },
          at,
        ),
      );
    await school.db.insertInto('deliveries').values(rows).execute();
  }
}

async function fanOut(env: Record<string, string>, count: number, { sink, devices }: Size): Promise<Fan> {
  const before = await countOf(sink);
  const children = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork('tests/bench/push-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });
      await once(child, 'message');
      return child;
    }),
  );
  const said = () => Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as unknown));
  const done = said();
  const started = performance.now();
  for (const child of children) child.send('go');
  await done;
  const took = performance.now() - started;
  const measured = said();
  for (const child of children) child.send('again');
  const processes = (await measured) as Measured[];
  const arrived = (await countOf(sink)) - before;
  if (arrived !== devices) throw new Error(`${arrived} messages arrived, not ${devices}`);
  return { took, processes };
}

async function countOf(sink: ChildProcess): Promise<number> {
  const answer = once(sink, 'message');
  sink.send('count');
  return Number((await answer)[0]);
}

/** @throws when a delivery is left or failed, since this would measure something else. */
async function expectAccepted({ school }: RunningSchool, devices: number): Promise<void> {
  const { accepted } = await school.db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('accepted'))
    .where('status', '=', 'aceita')
    .executeTakeFirstOrThrow();
  await school.db.deleteFrom('deliveries').execute();
  if (Number(accepted) !== devices) throw new Error(`${accepted} deliveries were accepted, not ${devices}`);
}
