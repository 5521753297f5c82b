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
  /** @returns a process, and how often it was requested to run the jobs soon */
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

  it('the first process leads, and the others do not', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    await leads(first).toBe(true);
    expect(second.leadership.holds()).toBe(false);
    expect((await lease())?.until).toBeGreaterThan(0);
  });

  it('a leader that stops hands over at once, and the next leader runs the jobs soon', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    expect(first.requested.count).toBe(1);
    // The second process has noticed that the first one leads.
    await portal.school.db.updateTable('leases').set({ wakes: 7 }).execute();
    await expect.poll(() => first.requested.count, patient).toBe(2);
    await first.leadership.stop();
    expect(first.leadership.holds()).toBe(false);
    expect(await lease()).not.toMatchObject({ wakes: 7 });
    await leads(second).toBe(true);
    // A request may have come while the row did not exist.
    expect(second.requested.count).toBe(1);
  });

  it('a leader that loses its lease notices it, and leads again once the other lease ends', async () => {
    const first = process();
    await leads(first).toBe(true);
    const { holder } = (await lease()) ?? {};
    // As after a kill: the lease expired, and another process has taken it.
    await portal.school.db.updateTable('leases').set({ holder: 'another' }).execute();
    await leads(first).toBe(false);
    await endsNow();
    await leads(first).toBe(true);
    expect(first.requested.count).toBe(2);
    expect((await lease())?.holder).toBe(holder);
  });

  it('the leader runs the jobs that another process requests', async () => {
    const first = process();
    await leads(first).toBe(true);
    const second = process();
    second.leadership.ask();
    await expect.poll(() => first.requested.count, patient).toBe(2);
    expect(second.requested.count).toBe(0);
    first.leadership.ask();
    expect(first.requested.count).toBe(3);
    // As a request that is answered while its process stops.
    second.leadership.ask();
    await second.leadership.stop();
    await expect.poll(() => first.requested.count, patient).toBe(4);
  });
});
