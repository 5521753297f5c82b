import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { SECRET } from '../support/bare-env.ts';
import { addBroadcast, audience, send } from '../support/broadcasts.ts';
import { sharedDatabase } from '../support/databases.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const STUDENTS = 1_500;
const MAX_MS = 250;

const anyMoment = () => new Promise<void>((done) => setTimeout(done, Math.random() * MAX_MS));

/** Starts a process that expands broadcasts and kills it after a moment. */
function writeAndDie(env: Record<string, string>, moment: () => Promise<void>): Promise<void> {
  const child = fork('tests/support/writing-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });
  child.once('message', () => moment().finally(() => child.kill('SIGKILL')));
  return new Promise((done, fail) => {
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? done() : fail(new Error(`The process ended by itself, with ${code}`)),
    );
  });
}

/** Most have a device, some two; some have switched these messages off. */
async function equip({ school }: TestSchool): Promise<void> {
  const users = await school.db.selectFrom('users').select('id').execute();
  const at = school.now().toISOString();
  const devices = users.flatMap(({ id }) =>
    Array.from({ length: id % 7 === 0 ? 0 : id % 5 === 0 ? 2 : 1 }, () => ({
      user_id: id,
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`,
      p256dh: 'x',
      auth: randomBytes(16).toString('base64url'),
      is_pwa: false,
      device_type: 'mobile' as const,
      platform: 'android' as const,
      session_id: 'test',
      created_at: at,
      updated_at: at,
      last_ok_at: null,
      last_error: null,
    })),
  );
  for (let from = 0; from < devices.length; from += 500) {
    await school.db
      .insertInto('push_subscriptions')
      .values(devices.slice(from, from + 500))
      .execute();
  }
  const silent = users.filter(({ id }) => id % 11 === 0);
  await school.db
    .insertInto('notification_preferences')
    .values(silent.map(({ id }) => ({ user_id: id, category: 'aviso', enabled: false })))
    .execute();
}

it.each(engines)(
  '%s: killed while an audience is written down, everybody is there once and the counters are exact',
  async (engine) => {
    const { env, remove } = await sharedDatabase(engine);
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', ...env };
    const portal = await openTestSchool(engine, { env });
    await growSchool(portal.school, STUDENTS);
    await equip(portal);
    const { id } = await addBroadcast(portal, { body: 'Oi, {primeiro_nome}!', audience: audience({ all: true }) }, 8);
    const { counts } = (await send(portal, { id }, { as: 8 })).body;
    expect(counts.people).toBeGreaterThan(STUDENTS);
    const { db } = portal.school;
    const row = () => db.selectFrom('sendings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    let deaths = 0;
    let [cut, before] = [0, 0];
    const isFurther = async () => {
      const { people, expanded_at } = await row();
      return people > before || expanded_at !== null;
    };
    /** On any machine some work is done, and hardly all. */
    const atTheFirstPart = () => expect.poll(isFurther, { interval: 1, timeout: 60_000 }).toBe(true);
    for (; deaths < 40 && (await row()).expanded_at === null; deaths += 1) {
      // Two at a time, so that one is killed during the work of the other.
      const moment = deaths % 2 === 0 ? atTheFirstPart : anyMoment;
      await Promise.all([writeAndDie(settings, moment), writeAndDie(settings, moment)]);
      const { people } = await row();
      if (people > before && people < counts.people) cut += 1;
      before = people;
    }
    expect(cut).toBeGreaterThan(0);
    const end = await row();
    expect(end.expanded_at).not.toBeNull();
    const { people, without_push, opted_out } = end;
    expect({ people, without_push, opted_out }).toEqual({
      people: counts.people,
      without_push: counts.without_push,
      opted_out: counts.opted_out,
    });
    const deliveries = await db.selectFrom('deliveries').selectAll().where('sending_id', '=', id).execute();
    expect(deliveries).toHaveLength(counts.devices);
    expect(new Set(deliveries.map(({ subscription_id }) => subscription_id)).size).toBe(counts.devices);
    const silent = deliveries.filter(({ status }) => status === 'silenciada');
    expect(new Set(silent.map(({ user_id }) => user_id)).size).toBe(opted_out);
    const notices = await db.selectFrom('notices').select('user_id').where('chave', '=', `envio:${id}`).execute();
    expect(new Set(notices.map(({ user_id }) => user_id)).size).toBe(notices.length);
    expect(notices).toHaveLength(people);
    await portal.close();
    await remove();
  },
);
