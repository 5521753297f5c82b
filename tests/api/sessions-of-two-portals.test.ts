import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { MANAGER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { addAccount } from '../support/accounts.ts';
import { HELENA } from '../support/broadcasts.ts';
import { sharedDatabase } from '../support/databases.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('a session between two portals with one database on %s (S16)', (engine) => {
  let here: TestSchool;
  let there: TestSchool;
  let remove: () => Promise<void>;
  let token: string;
  let userId: number;
  beforeAll(async () => {
    const shared = await sharedDatabase(engine);
    remove = shared.remove;
    here = await openTestSchool(engine, { env: shared.env, limits: noLimits });
    there = await openTestSchool(engine, { env: shared.env, limits: noLimits });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await remove();
  });
  const status = async () => (await here.ops.inbox.countUnreadNotices({}, { token })).status;
  beforeEach(async () => {
    userId = (await addAccount(here)).id;
    token = await here.tokenOf(userId);
    for (const _ of [1, 2, 3]) expect(await status()).toBe(200);
  });

  it('a session ends at once by a logout in the other portal', async () => {
    expect((await there.ops.auth.logout({}, { token })).status).toBe(200);
    expect(await status()).toBe(401);
  });

  it('a session ends at once by a logout everywhere or a new password in the other portal', async () => {
    expect((await there.ops.auth.logoutEverywhere({}, { token })).status).toBe(200);
    expect(await status()).toBe(401);
  });

  it('a session ends at once by a block in the other portal', async () => {
    const input = { id: userId, bloqueado: true };
    expect((await there.ops.people.setUserBlock(input, { as: HELENA })).status).toBe(200);
    expect(await status()).toBe(401);
  });

  it('a role set in the other portal applies at once, and so does its end', async () => {
    const isManager = async () => (await here.ops.people.setUserBlock({ id: 1, bloqueado: false }, { token })).status;
    expect(await isManager()).toBe(403);
    const { db } = there.school;
    await db.insertInto('user_actions').values({ user_id: userId, action_id: MANAGER_ACTION_ID }).execute();
    expect(await isManager()).toBe(200);
    await db.deleteFrom('user_actions').where('user_id', '=', userId).execute();
    expect(await isManager()).toBe(403);
  });

  it('a book session ends when the book changes its owner in the other portal', async () => {
    const byCode = await here.tokenOf(userId, 'book');
    const me = async () => (await here.call(getMe, {}, { token: byCode })).status;
    for (const _ of [1, 2, 3]) expect(await me()).toBe(200);
    await there.school.db.updateTable('user_books').set({ user_id: null }).where('user_id', '=', userId).execute();
    expect(await me()).toBe(401);
  });
});
