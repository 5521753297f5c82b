import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { electLeader, type Leadership } from '../../src/server/core/jobs/leader-election.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

const patient = { interval: 10, timeout: 20_000 };

describe.skipIf(inject('postgresUrl') === null)('one of several processes runs the jobs', () => {
  let portal: TestSchool;
  const open: Leadership[] = [];
  beforeEach(async () => {
    portal = await openTestSchool('postgres');
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.stop();
    await portal.close();
  });
  const lease = () => portal.school.db.selectFrom('leases').selectAll().executeTakeFirst();
  /** @returns a process, and how often it was asked to run the jobs soon */
  function process() {
    const requested = { count: 0 };
    const leadership = electLeader(portal.school, () => {
      requested.count += 1;
    });
    open.push(leadership);
    leadership.start();
    return { leadership, requested };
  }
  const leads = ({ leadership }: { leadership: Leadership }) => expect.poll(() => leadership.holds(), patient);
  const endsNow = () => portal.school.db.updateTable('leases').set({ until: 0 }).execute();

  it('the first does, and the others do not', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    await leads(first).toBe(true);
    expect(second.leadership.holds()).toBe(false);
    expect((await lease())?.until).toBeGreaterThan(0);
  });

  it('a stop hands over at once, and the next one runs them soon', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    expect(first.requested.count).toBe(1);
    // It has seen that another leads.
    await portal.school.db.updateTable('leases').set({ wakes: 7 }).execute();
    await expect.poll(() => first.requested.count, patient).toBe(2);
    await first.leadership.stop();
    expect(first.leadership.holds()).toBe(false);
    expect(await lease()).not.toMatchObject({ wakes: 7 });
    await leads(second).toBe(true);
    // Somebody may have asked while the row was gone.
    expect(second.requested.count).toBe(1);
  });

  it('one that says nothing any more is followed by another, and learns of it', async () => {
    const first = process();
    await leads(first).toBe(true);
    const { holder } = (await lease()) ?? {};
    // As after it was killed, and its time is over: somebody else has taken the lease.
    await portal.school.db.updateTable('leases').set({ holder: 'another' }).execute();
    await leads(first).toBe(false);
    await endsNow();
    await leads(first).toBe(true);
    expect(first.requested.count).toBe(2);
    expect((await lease())?.holder).toBe(holder);
  });

  it('what a process wants soon is done by the one that leads', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    second.leadership.ask();
    await expect.poll(() => first.requested.count, patient).toBe(2);
    expect(second.requested.count).toBe(0);
    first.leadership.ask();
    expect(first.requested.count).toBe(3);
    // As a request that is answered while its process is told to stop.
    second.leadership.ask();
    await second.leadership.stop();
    await expect.poll(() => first.requested.count, patient).toBe(4);
  });
});
