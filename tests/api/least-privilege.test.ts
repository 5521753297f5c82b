import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../src/lib/contract/auth.ts';
import { gatherStatistics } from '../../src/server/core/db/statistics.ts';
import { addAccount } from '../support/accounts.ts';
import { sharedDatabase } from '../support/databases.ts';
import { addMember } from '../support/points.ts';
import { allEngines, openTestSchool } from '../support/school.ts';

const HELENA = 7;

/** Rights of the serving account by the docs: the rows, and nothing of the schema. */
const grantsTo = (role: string) => `
  create role ${role} login;
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage, select, update on all sequences in schema public to ${role}`;

describe.skipIf(!allEngines.includes('postgres'))('an account of the database that only serves', () => {
  it('starts, serves and gathers statistics; with an incomplete schema it refuses to start, with a message', async () => {
    const { env, remove } = await sharedDatabase('postgres');
    const role = `serves_${randomBytes(4).toString('hex')}`;
    const owner = new pg.Client({ connectionString: env.DATABASE_URL });
    await owner.connect();
    await owner.query(grantsTo(role));
    const url = new URL(env.DATABASE_URL ?? '');
    url.username = role;
    const served = { env: { DATABASE_URL: url.href } };
    try {
      const portal = await openTestSchool('postgres', served);
      const { db } = portal.school;
      await expect(db.schema.createTable('own').addColumn('id', 'integer').execute()).rejects.toThrow(/permission/);
      await expect(db.schema.dropTable('outbox').execute()).rejects.toThrow(/owner/);
      const { email } = await addAccount(portal);
      await addMember(portal);
      const { body } = await portal.ops.students.listStudents({ limit: 1 }, { as: HELENA });
      expect(body.items).toHaveLength(1);
      // It counts attempts in a table of the database.
      expect((await portal.call(requestPasswordReset, { query: { email } })).status).toBe(200);
      expect((await portal.mails(email))[0]?.subject).toContain('senha');
      await gatherStatistics(portal.school.database);
      await portal.close();

      await owner.query('delete from schema_steps');
      await expect(openTestSchool('postgres', served)).rejects.toThrow(
        /^DATABASE_URL: .* recusa o acesso: .*permission/,
      );
    } finally {
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await remove();
    }
  });
});
