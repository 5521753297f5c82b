import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchUsers } from '../../src/lib/contract/account.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MANAGER = 7;

/** SQLite in a file, since one in memory has a single connection. */
describe.each(engines)('reads beside the event loop on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-aside-'));
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, engine === 'sqlite' ? { env: { DATA_DIR: folder } } : {});
  });
  afterAll(() => portal.close().finally(() => rmSync(folder, { recursive: true, force: true })));

  it('reads beside the event loop see the last write at once, with the types of other reads', async () => {
    const { id } = await addAccount(portal, { full_name: 'Érica única', is_club: true });
    const both = await Promise.all(
      [portal.school.db, portal.school.database.longReads].map((db) =>
        db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    );
    expect(both[1]).toEqual(both[0]);
    const { body } = await portal.call(searchUsers, { query: { q: 'rica ún' } }, { as: MANAGER });
    expect(body.items.map((each) => each.id)).toEqual([id]);
  });

  it('many concurrent reads are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => portal.ops.club.getClubFigures({}, { as: MANAGER })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('an error of the database is thrown as such, and the next read works', async () => {
    const { longReads } = portal.school.database;
    await expect(sql`select * from nothing_of_that_name`.execute(longReads)).rejects.toThrow('nothing_of_that_name');
    expect(await longReads.selectFrom('schools').select('id').execute()).not.toEqual([]);
  });

  it.runIf(engine === 'sqlite')('write nothing', async () => {
    const { longReads } = portal.school.database;
    await expect(longReads.deleteFrom('notices').execute()).rejects.toThrow('does not return data');
    await expect(longReads.transaction().execute(async () => {})).rejects.toThrow('single reads');
  });
});
