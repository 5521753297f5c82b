import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expirePoints } from '../../src/server/club/expire-points.ts';
import { addMember } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

/** More people than one run of the job handles. */
const STUCK = 201;

describe.each(allEngines)('expiry of points on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('a failing expiry of some people does not stop the expiry of others', async () => {
    const { db } = portal.school;
    const member = await addMember(portal, [[30, '2026-01-02']]);
    const entry = await db.selectFrom('point_entries').select('id').executeTakeFirstOrThrow();
    const created_at = portal.clock.now.toISOString();
    const stuck = await db
      .insertInto('users')
      .values(
        Array.from({ length: STUCK }, (_, index) => ({
          ...{ full_name: 'Sem saldo', email: `s${index}@teste.example`, email_key: `s${index}@teste.example` },
          ...{ password_hash: '', created_at, is_club: true, pwa_installed: false, email_verified: false },
          ...{ is_blocked: false, token_version: 1 },
        })),
      )
      .returning('id')
      .execute();
    // A lot without a balance: each debit fails.
    const lot = { entry_id: entry.id, pontos: 5, restante: 5, expira_em: '2026-01-01', created_at };
    await db
      .insertInto('point_lots')
      .values(stuck.map(({ id }) => ({ ...lot, user_id: id })))
      .execute();
    await expirePoints(portal.school);
    const { saldo } = await db
      .selectFrom('point_balances')
      .select('saldo')
      .where('user_id', '=', member)
      .executeTakeFirstOrThrow();
    expect(saldo).toBe(0);
    expect(portal.errors.splice(0)).toHaveLength(STUCK);
  });
});
