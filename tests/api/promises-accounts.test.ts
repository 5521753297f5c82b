import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '#lib/contract/account.ts';
import { setUserBlock } from '#lib/contract/manager.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { helena: 7 };

/** One row for each promise about secrets, sessions and accounts: its name in words, and the essential check. */
const promises: readonly [string, (portal: TestSchool) => Promise<void>][] = [
  [
    'A3 sessions of unit 436 and of blocked people end at the next call, and the panel blocks (S16)',
    async (portal) => {
      const [moved, blocked] = [await addAccount(portal), await addAccount(portal)];
      const tokens = [await portal.tokenOf(moved.id), await portal.tokenOf(blocked.id)];
      const unit = portal.school.db.updateTable('drive_users').set({ company_id: 436 });
      await unit.where('id', '=', moved.driveUserId ?? 0).execute();
      await portal.call(setUserBlock, { params: { id: blocked.id }, body: { bloqueado: true } }, { as: people.helena });
      const answers = await Promise.all(tokens.map((token) => portal.call(getMe, {}, { token })));
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(answers.map(({ body }) => body.code)).toEqual(['blocked_company', 'blocked_user']);
    },
  ],
];

describe.each(engines)('what is promised about accounts, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
