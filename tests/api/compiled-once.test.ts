import { DefaultQueryCompiler } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

/** The calls of the most visited pages. */
const everyday = [
  'account.getMe',
  'account.getOwnEmail',
  'books.listOwnBooks',
  'club.getEarning',
  'club.listRewards',
  'finance.getFinance',
  'inbox.countUnreadNotices',
  'inbox.listNotices',
  'onlineClasses.getFeedUrl',
  'onlineClasses.getTodayOfClass',
  'orders.countCart',
  'pedagogico.getClass',
  'pedagogico.getGrades',
  'pedagogico.getToday',
  'pedagogico.listClasses',
  'practice.getWeeklyGoal',
  'practice.listBookContents',
  'practice.listDueReviews',
  'practice.listMyBooks',
];

let portal: TestSchool;
let token: string;
let cases: ServedCase[];
beforeAll(async () => {
  portal = await openTestSchool(engines[0] ?? 'sqlite', { limits: noLimits });
  token = await portal.tokenOf((await peopleOf(portal)).owner.as ?? 0);
  const things = await thingsOf(portal);
  cases = servedCases(portal, things);
  // The class has a lesson now, so that the page of a lesson is checked at any hour.
  const now = portal.school.now().getTime();
  await portal.school.db
    .updateTable('aulas')
    .set({ inicio: new Date(now - 600_000).toISOString(), fim: new Date(now + 3_000_000).toISOString() })
    .where('id', '=', things.lesson)
    .execute();
});
afterAll(() => portal.close());

it('the check detects a query that is compiled again', async () => {
  const compile = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  await portal.school.db.selectFrom('users').select('id').where('id', '=', 1).execute();
  expect(compile).toHaveBeenCalledOnce();
  compile.mockRestore();
});

it.each(everyday)('%s makes the text of its queries once', async (name) => {
  const served = cases.find((each) => each.name === name);
  if (!served) throw new Error(`no call ${name}`);
  expect((await served.send({ caller: { token } })).status).toBe(200);
  const compile = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  try {
    expect((await served.send({ caller: { token } })).status).toBe(200);
    expect(compile.mock.results.map(({ value }) => value.sql)).toEqual([]);
  } finally {
    compile.mockRestore();
  }
});
