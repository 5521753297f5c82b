import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import ece from 'http_ece';
import { expect, it } from 'vitest';
import type { SenderSettings } from '../../src/server/messages/devices/sender.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { addDevices, deliveriesOf, deviceAt, queueMessage, sharedCurve } from '../support/device-rows.ts';
import type { FromService, HostileKind, Seen } from '../support/hostile-push-service.ts';
import { engines, openTestSchool } from '../support/school.ts';

const KILLS = 10;
/** 5,000 devices in all. */
const devices: Record<HostileKind, number> = {
  fine: 4_200,
  gone: 220,
  unknown: 220,
  busy: 40,
  broken: 80,
  reset: 120,
  hang: 40,
  drip: 40,
  slow: 40,
};
const isDead = (kind: string) => kind === 'gone' || kind === 'unknown';
const LIVE = Object.entries(devices).reduce((sum, [kind, count]) => sum + (isDead(kind) ? 0 : count), 0);

const broadcast: Partial<SenderSettings> = {
  concurrency: 32,
  perHost: 16,
  window: 64,
  batch: 32,
  leaseMs: 2_500,
  timeoutMs: 800,
  flushRows: 32,
  flushMs: 20,
  pauseMs: 50,
  maxAttempts: 30,
  firstWaitMs: 50,
  longestWaitMs: 1_200,
};

type Service = ChildProcess & { takenAtLeast(count: number): Promise<void>; log(): Promise<Map<string, Seen>> };

async function startService(): Promise<{ service: Service; origins: Record<HostileKind, string> }> {
  const child = fork('tests/support/hostile-push-service.ts', { stdio: 'inherit' });
  const next = async <Kind extends FromService['kind']>(kind: Kind, isIt: (said: never) => boolean = () => true) => {
    for (;;) {
      const [said] = (await once(child, 'message')) as [FromService];
      if (said.kind === kind && isIt(said as never)) return said as Extract<FromService, { kind: Kind }>;
    }
  };
  const service = Object.assign(child, {
    takenAtLeast: async (count: number) => void (await next('taken', (said: { count: number }) => said.count >= count)),
    async log() {
      const answer = next('log');
      child.send('log');
      return new Map((await answer).devices);
    },
  });
  return { service, origins: (await next('ready')).origins };
}

const startSender = (env: Record<string, string>) =>
  fork('tests/support/broadcast-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });

it.each(engines)(
  'must show: %s, push services at their worst and the sender killed 10 times: each live device took it once (PUSH-14)',
  async (engine) => {
    const { env, remove } = await sharedDatabase(engine);
    const { service, origins } = await startService();
    const settings = {
      NODE_ENV: 'test',
      SECRET,
      DEMO: 'on',
      PUSH_HOSTS: Object.values(origins).join(','),
      SENDING: JSON.stringify(broadcast),
      ...env,
    };
    const first = await openTestSchool(engine, { env: settings });
    const all = Object.entries(devices).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, index) => ({ kind, path: `/${index}`, at: origins[kind as HostileKind] })),
    );
    // Mixed, so that each moment holds all kinds.
    const mixed = all.toSorted(() => Math.random() - 0.5);
    const ids = await addDevices(
      first.school,
      1,
      mixed.map(({ at, path }) => deviceAt(at + path)),
    );
    const { db } = first.school;
    const auths = new Map(
      (await db.selectFrom('push_subscriptions').select(['endpoint', 'auth']).execute()).map((row) => [
        row.endpoint,
        row.auth,
      ]),
    );
    const message = await queueMessage(first.school, 1, ids);
    await first.close();

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const sender = startSender(settings);
      await service.takenAtLeast(Math.floor((LIVE * 0.9 * kill) / KILLS));
      const gone = once(sender, 'exit');
      sender.kill('SIGKILL');
      expect(await gone).toEqual([null, 'SIGKILL']);
    }
    const last = startSender(settings);
    await once(last, 'message');
    const ended = once(last, 'exit');
    last.send('stop');
    expect(await ended).toEqual([0, null]);

    const log = await service.log();
    service.kill();
    const portal = await openTestSchool(engine, { env: settings });
    const rows = await deliveriesOf(portal.school, message);
    const count = (state: string) => rows.filter((row) => row.status === state).length;
    // The log adds up: every device has its outcome.
    expect(rows).toHaveLength(all.length);
    expect([count('aceita'), count('expirada')]).toEqual([LIVE, all.length - LIVE]);

    // Each live device stays, with exactly one accepted delivery; dead ones are gone, and nobody else is.
    const left = await portal.school.db
      .selectFrom('push_subscriptions')
      .select(['id', 'endpoint', 'last_ok_at'])
      .orderBy('id')
      .execute();
    const live = ids.filter((_, index) => !isDead(mixed[index]?.kind ?? ''));
    expect(left.map(({ id }) => id)).toEqual(live);
    const accepted = rows
      .filter(({ status }) => status === 'aceita')
      .map(({ subscription_id }) => Number(subscription_id));
    expect(accepted.toSorted((a, b) => a - b)).toEqual(live);
    expect(left.filter(({ last_ok_at }) => last_ok_at === null)).toEqual([]);

    // Each live device got it; twice only if in flight when a sender was killed, and then as the same
    // message, which a device shows once.
    let again = 0;
    for (const { kind, path, at } of mixed) {
      const { taken = [] } = log.get(kind + path) ?? {};
      if (isDead(kind)) {
        expect(taken).toEqual([]);
        continue;
      }
      expect(taken.length, kind + path).toBeGreaterThanOrEqual(1);
      again += taken.length - 1;
      if (taken.length > 1) {
        const auth = String(auths.get(at + path));
        expect(new Set(taken.map((each) => whatShows(each, auth))).size).toBe(1);
      }
    }
    expect(again).toBeLessThanOrEqual(KILLS * Number(broadcast.window));
    await portal.close();
    await remove();
  },
);

/** Values by which a device shows repeated messages once: topic, tag, token. */
function whatShows({ topic, body }: Seen['taken'][number], auth: string): string {
  const text = ece.decrypt(Buffer.from(body, 'base64'), {
    version: 'aes128gcm',
    privateKey: sharedCurve,
    authSecret: auth,
  });
  const { tag, data } = JSON.parse(text.toString('utf8')).notification;
  return JSON.stringify([topic, tag, data]);
}
