import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getSubscription,
  listSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscription,
} from '../../src/lib/contract/devices.ts';
import { addAccount } from '../support/accounts.ts';
import { type Device, type PushService, startPushService } from '../support/push-service.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('push on %s (API-59…63, PUSH-05…08, PUSH-12, PUSH-14, PUSH-16)', (engine) => {
  let service: PushService;
  let portal: TestSchool;
  beforeAll(async () => {
    service = await startPushService();
    portal = await openTestSchool(engine, { env: { PUSH_HOSTS: `fcm.googleapis.com,${service.origin}` } });
  });
  afterAll(async () => {
    await portal.close();
    await service.close();
  });

  const person = async () => (await addAccount(portal)).id;
  const bodyOf = (device: Device, user_id: number) =>
    ({ ...device, user_id, is_pwa: true, device_type: 'mobile' }) as const;
  const add = (device: Device, as: number, token?: string) =>
    portal.call(subscribe, { body: bodyOf(device, as) }, token ? { token } : { as });
  const list = async (as: number) => (await portal.call(listSubscriptions, {}, { as })).body;
  const deviceType = 'desktop' as const;

  it('a subscription stores a device once, and no answer contains its endpoint', async () => {
    const id = await person();
    const device = service.device();
    const first = await add(device, id);
    expect(first.body).toMatchObject({ auth: device.auth, is_pwa: true, device_type: 'mobile', platform: 'outro' });
    expect((await add(device, id)).body.id).toBe(first.body.id);
    expect(await list(id)).toHaveLength(1);
    expect(JSON.stringify(await list(id))).not.toMatch(/endpoint|p256dh|127\.0\.0\.1/);
  });

  it('a subscription is found, updated and deleted by its auth value or id', async () => {
    const id = await person();
    const device = service.device();
    const { body: stored } = await add(device, id);
    for (const key of [device.auth, String(stored.id)]) {
      expect((await portal.call(getSubscription, { params: { id: key } }, { as: id })).body.id).toBe(stored.id);
    }
    const body = { user_id: id, auth: device.auth, is_pwa: false, device_type: deviceType };
    expect((await portal.call(updateSubscription, { body }, { as: id })).body).toMatchObject({
      is_pwa: false,
      device_type: 'desktop',
    });
    expect((await portal.call(unsubscribe, { params: { id: device.auth } }, { as: id })).status).toBe(200);
    expect((await portal.call(getSubscription, { params: { id: device.auth } }, { as: id })).status).toBe(404);
  });

  it('ROLE-08 devices of others are not found or changed', async () => {
    const [owner, stranger] = [await person(), await person()];
    const device = service.device();
    const { body: stored } = await add(device, owner);
    for (const key of [device.auth, String(stored.id)]) {
      expect((await portal.call(getSubscription, { params: { id: key } }, { as: stranger })).status).toBe(404);
      expect((await portal.call(unsubscribe, { params: { id: key } }, { as: stranger })).status).toBe(404);
    }
    const body = bodyOf(service.device(), owner);
    expect((await portal.call(subscribe, { body }, { as: stranger })).status).toBe(403);
    expect((await portal.call(subscribe, { body }, {})).status).toBe(401);
    expect(await list(owner)).toHaveLength(1);
  });

  it('a shared device belongs to the person who logged in last (PUSH-16)', async () => {
    const [first, second] = [await person(), await person()];
    const device = service.device();
    await add(device, first);
    await add(device, second);
    expect([await list(first), (await list(second)).length]).toEqual([[], 1]);
    const body = { user_id: first, auth: device.auth, is_pwa: true, device_type: deviceType };
    await portal.call(updateSubscription, { body }, { as: first });
    expect([(await list(first)).length, await list(second)]).toEqual([1, []]);
  });

  it('somebody who knows an endpoint without its secret cannot take a device over', async () => {
    const [owner, thief] = [await person(), await person()];
    const device = service.device();
    await add(device, owner);
    const { status, body } = await add({ ...device, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }, thief);
    expect([status, body.code]).toEqual([409, 'foreign_device']);
    expect(await list(owner)).toHaveLength(1);
  });

  it('a logout removes its own device, a logout everywhere removes all (OPEN-09, S14)', async () => {
    const id = await person();
    const [here, there] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    await add(service.device(), id, here);
    await add(service.device(), id, there);
    await portal.ops.auth.logout({}, { token: here });
    expect(await list(id)).toHaveLength(1);
    await portal.ops.auth.logoutEverywhere({}, { token: there });
    expect(await list(id)).toEqual([]);
  });

  it('S10 endpoints outside known push services are refused', async () => {
    const id = await person();
    const { p256dh, auth } = service.device();
    for (const endpoint of [
      'https://evil.example/push',
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://user@fcm.googleapis.com/x',
      'https://169.254.169.254/latest',
      'https://[::ffff:7f00:1]/x',
      'https://2130706433/x',
      'http://127.0.0.1:1/x',
    ]) {
      expect((await add({ endpoint, p256dh, auth }, id)).status, endpoint).toBe(400);
    }
  });

  it('C16 the auth value of another device is refused, and that device stays as it was', async () => {
    const [one, other] = [await person(), await person()];
    const device = service.device();
    await add(device, one);
    const answer = await add({ ...service.device(), auth: device.auth }, other);
    expect([answer.status, answer.body.code]).toEqual([409, 'foreign_device']);
    expect(await list(one)).toHaveLength(1);
    expect(await list(other)).toEqual([]);
  });

  it('C16 keys that are invalid for encryption are refused', async () => {
    const id = await person();
    const device = service.device();
    const bytes = Buffer.from(device.p256dh, 'base64url');
    const offCurve = Buffer.from(bytes).fill(7, 1);
    for (const p256dh of ['BHk5Zm9yLXRoZS10ZXN0', offCurve.toString('base64url'), bytes.toString('hex'), '!!']) {
      const answer = await add({ ...device, p256dh }, id);
      expect([answer.status, answer.body.fields], p256dh).toEqual([400, { p256dh: expect.stringMatching(/chave/) }]);
    }
    expect((await add({ ...device, auth: 'YWJj' }, id)).status).toBe(400);
    expect(await list(id)).toEqual([]);
  });

  it('a test arrives encrypted for the device and signed for its service; a click is noted', async () => {
    const id = await person();
    const device = service.device();
    await add(device, id);
    const { body } = await portal.ops.devices.testPush({}, { as: id });
    expect(body).toMatchObject({ devices: 1, accepted: 1, failed: 0 });
    const got = service.arrived.at(-1);
    expect(got?.payload).toMatchObject({
      web_push: 8030,
      notification: { title: 'Notificação de teste', lang: 'pt-BR', navigate: 'https://aluno.example/dashboard' },
    });
    expect(got?.headers).toMatchObject({ ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' });
    const { key } = (await portal.ops.devices.getPushKey({}, {})).body;
    expect(isSignedBy(key, String(got?.headers.authorization), service.origin)).toBe(true);
    const notification = (got?.payload.notification ?? {}) as { data: { delivery_token: string; path: string } };
    const { data } = notification;
    expect(data.path).toBe('/dashboard');
    await portal.ops.devices.reportEvent({ delivery_token: data.delivery_token, event: 'clicked' }, {});
    const row = await portal.school.db
      .selectFrom('deliveries')
      .select(['status', 'user_id'])
      .where('token', '=', data.delivery_token)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'clicada', user_id: id });
  });

  it('an expired device is deleted; a device whose service fails is kept (PUSH-14)', async () => {
    const id = await person();
    const [gone, busy, broken, fine] = [service.device(), service.device(), service.device(), service.device()];
    for (const device of [gone, busy, broken, fine]) await add(device, id);
    service.answers.set(new URL(gone.endpoint).pathname, { status: 410 });
    service.answers.set(new URL(busy.endpoint).pathname, { status: 429, retryAfter: '120' });
    service.answers.set(new URL(broken.endpoint).pathname, { status: 503 });
    const { body } = await portal.ops.devices.testPush({}, { as: id });
    expect(body).toMatchObject({ devices: 4, accepted: 1, expired: 1, retrying: 2, failed: 0 });
    expect((await list(id)).map(({ auth }) => auth).toSorted()).toEqual([busy.auth, broken.auth, fine.auth].toSorted());
  });

  it('an unknown token is answered like a known one', async () => {
    const { status } = await portal.ops.devices.reportEvent({ delivery_token: 'x'.repeat(24), event: 'shown' }, {});
    expect(status).toBe(200);
  });

  it('CONST-09 the key stays the same for the same school', async () => {
    const { key } = (await portal.ops.devices.getPushKey({}, {})).body;
    expect((await portal.ops.devices.getPushKey({}, {})).body.key).toBe(key);
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  });
});

/** Whether a VAPID header is signed with the private half of a key, for this audience. */
function isSignedBy(key: string, header: string, audience: string): boolean {
  const [, token = '', k = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  return isRight && k === key && aud === audience;
}
