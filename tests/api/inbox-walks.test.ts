import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookForEvents, type Source } from '../../src/server/messages/inbox/look.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const SUBJECTS = 20_000;
const AT_ONCE = 1_000;

/** Uses the processor for `ms` milliseconds. */
function spend(ms: number): void {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  for (const until = spent() + ms; spent() < until; );
}

describe.each(engines)('a walk over many subjects on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('after a walk without events the next one waits ten seconds at most, however long the walk took', async () => {
    let walks = 0;
    const source: Source<{ about: string }> = {
      kind: 'parcela_lembrete',
      overlapMs: 1_000,
      atOnce: AT_ONCE,
      async next(_school, _span, { id }) {
        if (id === 0) walks += 1;
        const rest = Math.min(AT_ONCE, SUBJECTS - id);
        return Array.from({ length: rest }, (_, index) => ({ at: '2026', id: id + index + 1 }));
      },
      async find() {
        spend(15);
        return [];
      },
      write: async () => undefined,
    };
    await lookForEvents(portal.school, source);
    expect(walks).toBe(1);
    portal.clock.advance(9_999);
    await lookForEvents(portal.school, source);
    expect(walks, 'during the pause').toBe(1);
    portal.clock.advance(1);
    await lookForEvents(portal.school, source);
    expect(walks, 'after the pause').toBe(2);
  });

  /** A source whose subjects each have an event until it is notified. */
  function telling(subjects: number, isPoisoned: (id: number) => boolean) {
    const tally = { looks: 0, notified: new Set<string>() };
    const source: Source<{ about: string }> = {
      kind: 'correcao_pronta',
      atOnce: AT_ONCE,
      async next(_school, _span, { id }) {
        tally.looks += 1;
        const rest = Math.max(0, Math.min(AT_ONCE, subjects - id));
        return Array.from({ length: rest }, (_, index) => ({ at: '2026', id: id + index + 1 }));
      },
      find: async (_school, _span, ids) =>
        ids.map(String).flatMap((about) => (tally.notified.has(about) ? [] : [{ about }])),
      async write(_tx, _at, events) {
        if (events.some(({ about }) => isPoisoned(Number(about)))) throw new Error('poisoned');
        for (const { about } of events) tally.notified.add(about);
      },
    };
    return { source, tally };
  }

  it('a walk with many events continues where it stopped, and reads nothing twice', async () => {
    const { source, tally } = telling(6_500, () => false);
    for (let run = 1; run <= 4; run += 1) {
      await lookForEvents(portal.school, source);
      expect(tally.notified.size).toBe(Math.min(run * 2_000, 6_500));
    }
    expect(tally.looks).toBe(7);
  });

  it('a walk whose events all fail wakes no job, and pauses', async () => {
    const { source, tally } = telling(2_010, () => true);
    const wakes = vi.spyOn(portal.school, 'wake');
    await lookForEvents(portal.school, source);
    const { looks } = tally;
    await lookForEvents(portal.school, source);
    expect([wakes.mock.calls.length, tally.looks]).toEqual([0, looks]);
    expect(portal.errors.splice(0)).toHaveLength(2_010);
    wakes.mockRestore();
  });

  it('a walk of a source without a mark writes no mark', async () => {
    const { source } = telling(10, () => false);
    await portal.school.db.deleteFrom('notice_marks').execute();
    await lookForEvents(portal.school, source);
    expect(await portal.school.db.selectFrom('notice_marks').selectAll().execute()).toEqual([]);
  });

  it('after a quick walk the next one starts within ten seconds', async () => {
    let walks = 0;
    const source: Source<{ about: string }> = {
      kind: 'parcela_paga',
      overlapMs: 1_000,
      atOnce: AT_ONCE,
      async next(_school, _span, { id }) {
        if (id === 0) walks += 1;
        return id < 2 * AT_ONCE
          ? Array.from({ length: AT_ONCE }, (_, index) => ({ at: '2026', id: id + index + 1 }))
          : [];
      },
      find: async () => [],
      write: async () => undefined,
    };
    await lookForEvents(portal.school, source);
    // A pause by the number of subjects would take twenty seconds.
    portal.clock.advance(10_000);
    await lookForEvents(portal.school, source);
    expect(walks).toBe(2);
  });
});
