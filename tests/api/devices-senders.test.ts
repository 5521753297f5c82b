import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedDatabase } from '../support/databases.ts';
import { addDevices, deliveriesOf, deviceAt, queueMessage } from '../support/device-rows.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { allEngines, openTestSchool } from '../support/school.ts';

describe.each(allEngines)('several senders, and one that ends, on %s (PUSH-14)', (engine) => {
  let service: PushService;
  beforeEach(async () => {
    service = await startPushService();
  });
  afterEach(() => service.close());

  it('two concurrent senders send nothing twice', async () => {
    const { env, remove } = await sharedDatabase(engine);
    const settings = { env: { ...env, PUSH_HOSTS: service.origin }, broadcast: { window: 64, batch: 32 } };
    const [one, two] = [await openTestSchool(engine, settings), await openTestSchool(engine, settings)];
    const devices = Array.from({ length: 600 }, () => service.device());
    const ids = await addDevices(one.school, 1, devices);
    const message = await queueMessage(one.school, 1, ids);
    await Promise.all([one.sender.runOnce(), two.sender.runOnce()]);
    const paths = devices.map(({ endpoint }) => new URL(endpoint).pathname);
    expect(service.arrived.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    const rows = await deliveriesOf(one.school, message);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(ids.map(() => 'aceita 1'));
    await one.close();
    await two.close();
    await remove();
  });

  it('a hanging service delays no other, and a stopping process waits for it only briefly', async () => {
    const hang = createServer(() => undefined);
    await new Promise<void>((done) => hang.listen(0, '127.0.0.1', done));
    const silent = `http://127.0.0.1:${(hang.address() as AddressInfo).port}`;
    const { env, remove } = await sharedDatabase(engine);
    const settings = { env: { ...env, PUSH_HOSTS: `${silent},${service.origin}` } };
    const school = await openTestSchool(engine, {
      ...settings,
      broadcast: {
        concurrency: 16,
        perHost: 12,
        window: 48,
        batch: 16,
        pauseMs: 50,
        stalledMs: 100,
        timeoutMs: 40_000,
        stopMs: 200,
      },
    });
    const stuck = Array.from({ length: 200 }, (_, index) => deviceAt(`${silent}/${index}`));
    const free = Array.from({ length: 20 }, () => service.device());
    const waiting = await queueMessage(school.school, 1, await addDevices(school.school, 1, stuck));
    const message = await queueMessage(school.school, 1, await addDevices(school.school, 1, free), { dueInMs: 1 });
    school.clock.advance(1);
    const ticks = setInterval(() => school.clock.advance(20), 20);
    school.sender.start();
    const accepted = async () =>
      (await deliveriesOf(school.school, message)).filter(({ status }) => status === 'aceita').length;
    await expect.poll(accepted, { timeout: 30_000 }).toBe(20);
    clearInterval(ticks);
    const started = performance.now();
    await school.close();
    expect(performance.now() - started).toBeLessThan(8_000);
    hang.closeAllConnections();
    hang.close();
    // Messages without a known outcome stay claimed for a minute; all others are free at once.
    const later = await openTestSchool(engine, settings);
    const rows = await deliveriesOf(later.school, waiting);
    expect(rows.every(({ status, attempts }) => status === 'na_fila' && attempts === 0)).toBe(true);
    expect(rows.filter(({ claimed_until }) => claimed_until !== null).length).toBeLessThanOrEqual(12);
    await later.close();
    await remove();
  });
});
