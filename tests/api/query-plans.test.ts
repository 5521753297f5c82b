import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { mailDigests } from '../../src/server/school/panel/mail-digests.ts';
import { byMethod, servedCases } from '../support/access/served-cases.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { believeLarger, explainer } from '../support/query-plans.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

/** Statistics make SQLite plan for a hundred thousand rows, without creating them. */
const STUDENTS = 1_000;
const LARGER = 100;
const ZONE = 'America/Sao_Paulo';
const JOBS = 'the background work';
const senders = ['owner', 'manager', 'teacher', 'otherStudent'] as const;

/** Queries that read more of a growing table than an index finds, with the reason. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'people of a school by name: a look ends when it has enough': [
    'account.listUsers users',
    'students.downloadStudents users',
    'club.listMembers users',
    'students.listStudents users',
  ],
  'students of a unit are counted': ['units.getUnit drive_users', 'units.listUnits drive_users'],
  'the first student of a school, of a closed unit, or of a book ends the look': [
    'broadcasts.listAudienceChoices drive_users',
    'broadcasts.listAudienceChoices user_books',
    'panel.getPanelHome drive_users',
  ],
  'a manager asks for the newest of a school: a look ends when it has enough': [
    'club.listReferrals referrals',
    'orders.listSchoolOrders pedidos',
    'panel.searchPanel pedidos',
    'people.listAudit audit_log',
  ],
  'an audience is everybody who fits': [
    'broadcasts.messageClasses push_subscriptions',
    'broadcasts.previewAudience push_subscriptions',
    'broadcasts.previewAudience users',
    'broadcasts.sendBroadcast push_subscriptions',
    'broadcasts.sendBroadcast users',
    'club.previewBonus users',
  ],
  'open bills of a unit are counted, and most bills of a demo are of one unit': ['units.getUnit parcelas'],
  'students of a book are counted': [
    'books.getSchoolBook user_books',
    'books.getSchoolBook users',
    'books.listSchoolBooks users',
  ],
  'a download holds everybody': ['club.downloadMembers users'],
  'an index would need our own lower(), and nobody else could open the file': ['account.listConsents lead_events'],
  'an enrolment looks once for the friend whom a member named': ['leads.enrollLead referrals'],
  'the oldest rows, a few at a time': [
    `${JOBS} audit_log`,
    `${JOBS} deliveries`,
    `${JOBS} notices`,
    `${JOBS} outbox`,
    `${JOBS} pix_authorizations`,
    `${JOBS} registration_changes`,
    `${JOBS} webhook_deliveries`,
  ],
  'a queue that empties': [`${JOBS} files_to_remove`],
  'what waits for a place stands in an index of its own; before the first reading that is everything': [
    'sync.listChanges sync_changes',
  ],
  'a unit has one at most': [`${JOBS} whatsapp_numbers`],
  'a school has twenty at most': [`${JOBS} webhooks`],
};
const reasons = new Set(Object.values(allowed).flat());
const found = new Set<string>();

describe.each(engines)('plans of queries on %s', (engine) => {
  let portal: TestSchool;
  const seen = new Map<string, { query: CompiledQuery; by: string }>();
  let by: string | null = null;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
      onQuery(query) {
        if (by !== null && !seen.has(query.sql)) seen.set(query.sql, { query, by });
      },
    });
    await growSchool(portal.school, STUDENTS);
    const people = await peopleOf(portal);
    const cases = servedCases(portal, await thingsOf(portal));
    for (const { name, call, cells, send } of cases.toSorted(byMethod)) {
      by = name;
      const person = senders.find((each) => cells[each] === 'in') ?? 'owner';
      await send(call.auth === 'none' ? {} : people[person]);
    }
    by = JOBS;
    await portal.worker.runOnce();
    // The digest of staff is sent in the morning, at whatever hour this test runs.
    const morning = new Date(`${shiftDay(dayIn(ZONE, portal.clock.now), 1)}T08:00:00-03:00`);
    await mailDigests({ ...portal.school, now: () => morning });
    by = null;
  });
  afterAll(() => portal.close());

  it('every query of a call or a job finds its rows by an index', async () => {
    if (engine === 'sqlite') await believeLarger(portal, LARGER, STUDENTS);
    const explain = await explainer(portal);
    const scans: string[] = [];
    for (const { query, by: sender } of seen.values()) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(query.sql)) continue;
      for (const table of await explain(query)) {
        found.add(`${sender} ${table}`);
        if (!reasons.has(`${sender} ${table}`)) scans.push(`${sender} reads all of ${table}: ${query.sql}`);
      }
    }
    expect(scans).toEqual([]);
    expect(seen.size).toBeGreaterThan(400);
  });

  it.skipIf(engine !== 'sqlite')('a state of few students is counted without a look at all of them', async () => {
    const explain = await explainer(portal);
    const counts = [...seen.values()].filter(
      ({ query, by: sender }) => sender.startsWith('students.') && query.sql.startsWith('select count(*) as "total"'),
    );
    const whole = await Promise.all(
      counts.map(async ({ query }) => ((await explain(query)).includes('users') ? [query.sql] : [])),
    );
    // Most rows match here, so the scan ends soon: active courses, and bills in time or late.
    const few = whole.flat().filter((text) => /last_seen_at|is_without_class|"encerrado_em" is not null/.test(text));
    expect(few).toEqual([]);
    expect(counts.length).toBeGreaterThan(9);
  });
});

it('each exemption from an index is still needed', () => {
  expect([...reasons].filter((each) => !found.has(each))).toEqual([]);
});
