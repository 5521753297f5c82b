import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribe, updateSubscription } from '../../src/lib/contract/devices.ts';
import { forgetOldDevices } from '../../src/server/messages/devices/device.ts';
import { queuePushes } from '../../src/server/messages/devices/queue-deliveries.ts';
import { payloadOf } from '../../src/server/messages/devices/send-push.ts';
import { writeNotices } from '../../src/server/messages/inbox/notify.ts';
import { addAccount } from '../support/accounts.ts';
import { addDevices, deliveriesOf, queueMessage } from '../support/device-rows.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = new Date('2026-03-10T15:00:00.000Z');

describe.each(engines)('the sender on %s (PUSH-13, PUSH-14)', (engine) => {
  let service: PushService;
  let other: PushService;
  let portal: TestSchool;
  beforeAll(async () => {
    [service, other] = [await startPushService(), await startPushService()];
    portal = await openTestSchool(engine, {
      env: { PUSH_HOSTS: `fcm.googleapis.com,${service.origin},${other.origin}` },
      broadcast: { concurrency: 48, window: 96, batch: 32 },
    });
    portal.clock.now = NOON;
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([service.close(), other.close()]);
  });

  const person = async () => (await addAccount(portal)).id;
  const setUp = async (count = 1, from = service) => {
    const userId = await person();
    const devices = Array.from({ length: count }, () => from.device());
    const ids = await addDevices(portal.school, userId, devices);
    return { userId, devices, ids, paths: devices.map(({ endpoint }) => new URL(endpoint).pathname) };
  };
  const deliver = () => portal.sender.runOnce();
  const rowsOf = (messageIds: readonly number[]) => deliveriesOf(portal.school, messageIds);
  const arrivedAt = (paths: readonly string[], at = service) => at.arrived.filter(({ path }) => paths.includes(path));
  const deviceRow = (id: number) =>
    portal.school.db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

  it('each device gets a message once, and each outcome is logged', async () => {
    const { userId, ids, paths } = await setUp(3);
    const message = await queueMessage(portal.school, userId, ids);
    await deliver();
    await deliver();
    expect(
      arrivedAt(paths)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(paths.toSorted());
    expect(await rowsOf(message)).toMatchObject(
      ids.map((subscription_id) => ({
        subscription_id,
        status: 'aceita',
        attempts: 1,
        last_status: 201,
        reason: null,
        claimed_until: null,
      })),
    );
    for (const id of ids)
      expect(await deviceRow(id)).toMatchObject({ last_ok_at: NOON.toISOString(), last_error: null });
  });

  it('all browsers get the same payload', async () => {
    const { userId, ids, paths } = await setUp();
    const { db } = portal.school;
    await db
      .insertInto('notices')
      .values(
        [null, null, NOON.toISOString()].map((read_at, index) => ({
          user_id: userId,
          title: 'Aviso',
          body: 'Texto',
          path: '/dashboard',
          category: 'aula',
          created_at: NOON.toISOString(),
          read_at,
          chave: `teste-${index}`,
        })),
      )
      .execute();
    const message = await queueMessage(portal.school, userId, ids, {
      urgency: 'high',
      expiresInMs: 90_000,
      tag: 'aula:7',
      image_url: 'https://fotos.example/aula.jpg',
    });
    await deliver();
    const [row] = await rowsOf(message);
    const [got] = arrivedAt(paths);
    expect(got?.payload).toEqual({
      web_push: 8030,
      notification: {
        title: 'Aula cancelada',
        body: 'A aula de hoje não acontece.',
        navigate: 'https://aluno.example/pedagogico/list',
        lang: 'pt-BR',
        tag: 'aula:7',
        icon: 'https://aluno.example/brand/knn/icon-192.png',
        image: 'https://fotos.example/aula.jpg',
        silent: false,
        data: { delivery_token: row?.token, path: '/pedagogico/list' },
      },
      app_badge: 2,
      mutable: true,
    });
    expect(got?.headers).toMatchObject({ ttl: '90', urgency: 'high', topic: 'aula7', 'content-encoding': 'aes128gcm' });
    expect(got?.headers.authorization).toMatch(/^vapid t=\S+, k=\S+$/);
  });

  it('one signature serves a push service for half a day', async () => {
    const { userId, ids, paths } = await setUp(2);
    await queueMessage(portal.school, userId, ids);
    await deliver();
    const signed = arrivedAt(paths).map(({ headers }) => headers.authorization);
    expect(new Set(signed).size).toBe(1);
  });

  it('a device with a new owner never gets messages of the former one (PUSH-16)', async () => {
    const [first, second] = [await person(), await person()];
    const device = service.device();
    const body = { ...device, user_id: first, is_pwa: false, device_type: 'mobile' as const };
    const { body: stored } = await portal.call(subscribe, { body }, { as: first });
    const message = await queueMessage(portal.school, first, [stored.id]);
    const moved = { user_id: second, auth: device.auth, is_pwa: false, device_type: 'mobile' as const };
    expect((await portal.call(updateSubscription, { body: moved }, { as: second })).status).toBe(200);
    await deliver();
    expect(arrivedAt([new URL(device.endpoint).pathname])).toEqual([]);
    expect(await rowsOf(message)).toMatchObject([{ status: 'falhou', reason: 'moved', attempts: 0 }]);
    expect(await deviceRow(stored.id)).toMatchObject({ user_id: second, last_error: null });
  });

  it('404 and 410 delete the device and keep the log; its other messages end', async () => {
    const { userId, ids, paths } = await setUp(3);
    service.answers.set(String(paths[0]), { status: 410 });
    service.answers.set(String(paths[1]), { status: 404 });
    const message = await queueMessage(portal.school, userId, ids);
    const next = await queueMessage(portal.school, userId, ids, { dueInMs: MINUTE_MS });
    await deliver();
    expect(await rowsOf(message)).toMatchObject([
      { status: 'expirada', reason: 'gone', last_status: 410, subscription_id: null },
      { status: 'expirada', reason: 'gone', last_status: 404, subscription_id: null },
      { status: 'aceita', subscription_id: ids[2] },
    ]);
    expect(await Promise.all(ids.map(deviceRow))).toMatchObject([undefined, undefined, { id: ids[2] }]);
    portal.clock.advance(MINUTE_MS);
    await deliver();
    expect((await rowsOf(next)).map(({ status, reason, attempts }) => [status, reason, attempts])).toEqual([
      ['expirada', 'gone', 0],
      ['expirada', 'gone', 0],
      ['aceita', null, 1],
    ]);
  });

  it('403 is a fault of the portal: the device stays, and one error is logged for all', async () => {
    const { userId, ids, paths } = await setUp(4, other);
    for (const path of paths) other.answers.set(path, { status: 403 });
    const message = await queueMessage(portal.school, userId, ids);
    await deliver();
    for (const row of await rowsOf(message)) {
      expect(row).toMatchObject({ status: 'falhou', reason: 'http_403', last_status: 403, attempts: 1 });
    }
    for (const id of ids) {
      const { last_error } = (await deviceRow(id)) ?? {};
      expect(JSON.parse(last_error ?? 'null')).toMatchObject({ status: 403, reason: 'http_403' });
    }
    expect(portal.errors.splice(0)).toEqual([expect.stringContaining('"status":403')]);
  });

  it('429 pauses its push service as long as requested, and no other', async () => {
    const [busy, fine] = [await setUp(200, other), await setUp(2)];
    for (const path of busy.paths) other.answers.set(path, { status: 429, retryAfter: '120' });
    const message = await queueMessage(portal.school, busy.userId, busy.ids);
    const free = await queueMessage(portal.school, fine.userId, fine.ids);
    await deliver();
    const rows = await rowsOf(message);
    const tried = rows.filter(({ attempts }) => attempts > 0);
    // Those in flight when the first one was answered.
    expect(tried.length).toBeLessThanOrEqual(48);
    for (const { status, due_at, reason } of rows) {
      const wait = Date.parse(due_at ?? '') - portal.school.now().getTime();
      expect([status, wait >= 120_000, wait <= 145_000]).toEqual(['na_fila', true, true]);
      expect([null, 'http_429']).toContain(reason);
    }
    expect((await rowsOf(free)).map(({ status }) => status)).toEqual(['aceita', 'aceita']);
    for (const path of busy.paths) other.answers.delete(path);
    portal.clock.advance(145_000);
    await deliver();
    expect(new Set((await rowsOf(message)).map(({ status }) => status))).toEqual(new Set(['aceita']));
    expect(arrivedAt(busy.paths, other)).toHaveLength(200);
  });

  it('errors of a service are retried with growing delays, until the last attempt', async () => {
    const { userId, ids, paths } = await setUp();
    service.answers.set(String(paths[0]), { status: 503 });
    const message = await queueMessage(portal.school, userId, ids, { expiresInMs: null });
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await deliver();
      const [row] = await rowsOf(message);
      waits.push(Math.round((Date.parse(row?.due_at ?? '') - portal.school.now().getTime()) / 1_000));
      portal.clock.now = new Date(row?.due_at ?? '');
    }
    for (const [index, wait] of waits.slice(0, 7).entries()) {
      expect(wait).toBeGreaterThanOrEqual(Math.floor(30 * 2 ** index * 0.8));
      expect(wait).toBeLessThanOrEqual(Math.ceil(30 * 2 ** index * 1.2));
    }
    expect(await rowsOf(message)).toMatchObject([
      { status: 'falhou', attempts: 8, last_status: 503, reason: 'http_503' },
    ]);
    expect(await deviceRow(Number(ids[0]))).toBeDefined();
  });

  it('an expired message is not sent', async () => {
    const { userId, ids, paths } = await setUp();
    const message = await queueMessage(portal.school, userId, ids, { expiresInMs: MINUTE_MS });
    portal.clock.advance(2 * MINUTE_MS);
    await deliver();
    expect(arrivedAt(paths)).toEqual([]);
    expect(await rowsOf(message)).toMatchObject([{ status: 'expirada', reason: 'late', attempts: 0 }]);
  });

  it('a message that is cancelled while others are on their way is not sent', async () => {
    const { userId, ids, paths } = await setUp(300);
    const message = await queueMessage(portal.school, userId, ids);
    const { db } = portal.school;
    const first = service.arrived.length;
    const running = deliver();
    await expect.poll(() => service.arrived.length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(first);
    await db
      .updateTable('deliveries')
      .set({ status: 'cancelada' })
      .where('id', 'in', message)
      .where('status', '=', 'na_fila')
      .execute();
    await running;
    const rows = await rowsOf(message);
    const accepted = rows.filter(({ status }) => status === 'aceita');
    expect(rows.filter(({ status }) => status === 'cancelada')).toHaveLength(300 - accepted.length);
    expect(arrivedAt(paths)).toHaveLength(accepted.length);
    expect(accepted.length).toBeLessThan(300);
  });

  /** How many pushes ended in each way. */
  async function triesBy(): Promise<Map<unknown, number>> {
    const counter = portal.school.metrics.registry.getSingleMetric('portal_push_tries_total');
    const { values = [] } = (await counter?.get()) ?? {};
    return new Map(values.map(({ labels, value }) => [labels.outcome, value]));
  }

  it('an attempt in quiet hours waits for their end, unless the message ignores quiet hours', async () => {
    portal.clock.now = new Date('2026-03-11T23:59:45.000Z');
    const { userId, ids, paths } = await setUp(2);
    for (const path of paths) service.answers.set(path, { status: 500 });
    const calm = await queueMessage(portal.school, userId, ids, {
      respect_quiet_hours: true,
      expiresInMs: 24 * HOUR_MS,
    });
    const loud = await queueMessage(portal.school, userId, ids, { expiresInMs: 24 * HOUR_MS });
    await deliver();
    for (const { due_at, attempts } of await rowsOf(calm)) {
      expect([due_at, attempts]).toEqual(['2026-03-12T11:00:00.000Z', 1]);
    }
    for (const { due_at } of await rowsOf(loud)) expect(due_at).toMatch(/^2026-03-12T00:00/);
    // A message due in the evening that is processed at night.
    for (const path of paths) service.answers.delete(path);
    const late = await queueMessage(portal.school, userId, ids, {
      respect_quiet_hours: true,
      expiresInMs: 24 * HOUR_MS,
    });
    const lost = await queueMessage(portal.school, userId, ids, { respect_quiet_hours: true, expiresInMs: HOUR_MS });
    portal.clock.advance(10 * MINUTE_MS);
    const before = await triesBy();
    await deliver();
    const after = await triesBy();
    const counted = (outcome: string) => (after.get(outcome) ?? 0) - (before.get(outcome) ?? 0);
    expect([counted('quiet'), counted('given_up')]).toEqual([2, 0]);
    expect(new Set((await rowsOf(late)).map(({ due_at, attempts }) => `${due_at} ${attempts}`))).toEqual(
      new Set(['2026-03-12T11:00:00.000Z 0']),
    );
    expect((await rowsOf(lost)).map(({ status, reason }) => [status, reason])).toEqual([
      ['expirada', 'quiet'],
      ['expirada', 'quiet'],
    ]);
    portal.clock.now = new Date('2026-03-12T11:00:01.000Z');
    await deliver();
    expect(new Set((await rowsOf(late)).map(({ status }) => status))).toEqual(new Set(['aceita']));
  });

  it('a report of a shown message counts, also before the answer of the service is stored', async () => {
    const { userId, ids } = await setUp();
    const message = await queueMessage(portal.school, userId, ids);
    const { db } = portal.school;
    const [row] = await rowsOf(message);
    const body = JSON.stringify({ delivery_token: row?.token, event: 'shown' });
    const headers = { 'content-type': 'application/json' };
    expect((await portal.send('POST', '/api/v1/do/devices.reportEvent/', { body, headers })).status).toBe(200);
    await deliver();
    expect(await rowsOf(message)).toMatchObject([{ status: 'mostrada' }]);
    expect(await db.selectFrom('deliveries').select('id').where('status', '=', 'na_fila').execute()).toEqual([]);
  });

  it('a notice whose pushes are queued twice is sent once to each device', async () => {
    const { userId, paths } = await setUp(2);
    const at = portal.school.now();
    const [notice] = await writeNotices(portal.school.db, at, [
      {
        user_id: userId,
        title: 'Oi',
        body: 'Oi',
        path: '/dashboard',
        category: 'aviso',
        chave: null,
        expires_at: null,
      },
    ]);
    const push = { user_id: userId, notice_id: notice?.id ?? 0, kind: 'aviso' as const };
    for (let times = 0; times < 2; times += 1) {
      const queued = { ...push, due_at: at.toISOString(), expires_at: null };
      await portal.school.db.transaction().execute((tx) => queuePushes(tx, at, [queued]));
    }
    await deliver();
    expect(arrivedAt(paths)).toHaveLength(2);
  });

  it('the claim of a dead process expires; a living process keeps its claims', async () => {
    const { userId, ids, paths } = await setUp(2);
    const message = await queueMessage(portal.school, userId, ids);
    const now = portal.school.now().getTime();
    const [dead, alive] = await rowsOf(message);
    const claim = (id: number | undefined, ms: number) =>
      portal.school.db
        .updateTable('deliveries')
        .set({ claimed_until: new Date(now + ms).toISOString() })
        .where('id', '=', Number(id))
        .execute();
    await claim(dead?.id, -1);
    await claim(alive?.id, MINUTE_MS);
    await deliver();
    expect(arrivedAt(paths).map(({ path }) => path)).toEqual([paths[0]]);
    portal.clock.advance(2 * MINUTE_MS);
    await deliver();
    expect((await rowsOf(message)).map(({ status }) => status)).toEqual(['aceita', 'aceita']);
  });

  it('devices without a visit or a delivery for ninety days are deleted', async () => {
    const { ids } = await setUp(3);
    const { db } = portal.school;
    const old = new Date(portal.school.now().getTime() - 91 * 24 * HOUR_MS).toISOString();
    await db.updateTable('push_subscriptions').set({ updated_at: old }).where('id', 'in', ids.slice(0, 2)).execute();
    await db
      .updateTable('push_subscriptions')
      .set({ last_ok_at: portal.school.now().toISOString() })
      .where('id', '=', Number(ids[1]))
      .execute();
    await forgetOldDevices(portal.school);
    expect((await Promise.all(ids.map(deviceRow))).map((row) => row?.id)).toEqual([undefined, ids[1], ids[2]]);
  });
});

it('a payload that is too long drops its picture and shortens its body, never within a character', () => {
  const content = {
    title: 'Título',
    body: '👩‍🎓'.repeat(700),
    path: '/dashboard',
    tag: 'envio-1',
    token: 'x'.repeat(24),
    brand: 'phenom' as const,
    image: 'https://fotos.example/1.jpg',
  };
  const text = payloadOf(content, 'https://aluno.example');
  const { notification } = JSON.parse(text) as { notification: { body: string; image?: string; icon: string } };
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_993);
  expect(Buffer.byteLength(text)).toBeGreaterThan(3_900);
  expect(notification).toMatchObject({ icon: 'https://aluno.example/brand/phenom/icon-192.png' });
  expect(notification.image).toBeUndefined();
  expect(notification.body).toMatch(/…$/);
  expect(notification.body.isWellFormed()).toBe(true);
});
