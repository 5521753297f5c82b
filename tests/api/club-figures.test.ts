import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldSums } from '../../src/server/club/figures.ts';
import { movePoints } from '../../src/server/club/points.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR_MS = 3_600_000;
const UNITS = [101, 102];
const PEOPLE = 4;

const person = fc.nat(PEOPLE - 1);
const unit = fc.constantFrom(...UNITS);
/** Every kind of change to points, members or their units. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('give' as const), person, pontos: fc.integer({ min: 1, max: 99 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('take' as const), person, pontos: fc.integer({ min: 1, max: 99 }) }),
  },
  fc.record({ kind: fc.constant('move' as const), person, unit }),
  fc.record({ kind: fc.constant('unlink' as const), person }),
  fc.record({ kind: fc.constant('enroll' as const), person, unit }),
  fc.record({ kind: fc.constant('member' as const), person, is: fc.boolean(), hasDate: fc.boolean() }),
  fc.record({ kind: fc.constant('correct' as const), person, pontos: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('hand over' as const), person, other: person }),
  fc.record({ kind: fc.constant('void' as const), person }),
  fc.record({ kind: fc.constant('forget' as const), person }),
  fc.record({ kind: fc.constant('delete enrolment' as const), person }),
  fc.record({ kind: fc.constant('delete person' as const), person }),
  fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(engines)('sums of the club on %s (CLUB-14)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** Stored and computed figures, without zero rows. */
  async function sums() {
    const { db } = portal.school;
    const stored = await sql<{ key: string; pontos: number }>`
      select company_id || ' ' || hora || ' ' || contra as key, sum(pontos) as pontos from point_sums
      group by company_id, hora, contra having sum(pontos) <> 0 order by company_id, hora, contra`.execute(db);
    const counted = await sql<{ key: string; pontos: number }>`
      select company_id || ' ' || hora || ' ' || contra as key, sum(pontos) as pontos from (
        select coalesce(company_id, 0) as company_id, substr(point_entries.criado_em, 1, 13) as hora, contra, pontos
        from point_entries join users on users.id = user_id left join drive_users on drive_users.id = drive_user_id
        where status = 'confirmada'
        union all
        select coalesce(company_id, 0), coalesce(substr(club_since, 1, 13), '9999-12-31T23'), 'membro', 1
        from users left join drive_users on drive_users.id = drive_user_id where is_club = 1
      ) as rows group by company_id, hora, contra having sum(pontos) <> 0 order by company_id, hora, contra`.execute(
      db,
    );
    const numbers = ({ rows }: typeof stored) => rows.map(({ key, pontos }) => [key, Number(pontos)]);
    return { stored: numbers(stored), counted: numbers(counted) };
  }

  async function move(userId: number, pontos: number) {
    const at = portal.clock.now;
    const words = {
      origem: 'ajuste',
      descricao: 'Teste',
      contra: pontos < 0 ? ('resgate' as const) : ('emissao' as const),
    };
    await portal.school.db
      .transaction()
      .execute((tx) => movePoints(tx, { userId, pontos, at, ...words }))
      // The member has too few points.
      .catch(() => {});
  }

  async function take(people: number[], each: Step): Promise<void> {
    const { db } = portal.school;
    const id = 'person' in each ? (people[each.person] ?? 0) : 0;
    const of = db.updateTable('users').where('id', '=', id);
    const enrollment = (select: 'drive_user_id') => db.selectFrom('users').select(select).where('id', '=', id);
    switch (each.kind) {
      case 'give':
        return move(id, each.pontos);
      case 'take':
        return move(id, -each.pontos);
      case 'pass':
        return portal.clock.advance(each.hours * HOUR_MS);
      case 'fold':
        return foldSums(portal.school);
      case 'move':
        await db
          .updateTable('drive_users')
          .set({ company_id: each.unit })
          .where('id', 'in', enrollment('drive_user_id'))
          .execute();
        return;
      case 'unlink':
        await of.set({ drive_user_id: null }).execute();
        return;
      case 'enroll': {
        const row = {
          company_id: each.unit,
          matricula: randomUUID().slice(0, 20),
          nome: 'Teste',
          papel: 'aluno' as const,
        };
        const { id: made } = await db.insertInto('drive_users').values(row).returning('id').executeTakeFirstOrThrow();
        await of.set({ drive_user_id: made }).execute();
        return;
      }
      case 'member':
        await of.set({ is_club: each.is, club_since: each.hasDate ? portal.clock.now.toISOString() : null }).execute();
        return;
      case 'correct':
        await db.updateTable('point_entries').set({ pontos: each.pontos }).where('user_id', '=', id).execute();
        return;
      case 'hand over':
        await db
          .updateTable('point_entries')
          .set({ user_id: people[each.other] ?? id })
          .where('user_id', '=', id)
          .execute();
        return;
      case 'void':
        await db.updateTable('point_entries').set({ status: 'pendente' }).where('user_id', '=', id).execute();
        return;
      case 'forget':
        await db.deleteFrom('point_entries').where('user_id', '=', id).execute();
        return;
      case 'delete enrolment':
        await db.deleteFrom('drive_users').where('id', 'in', enrollment('drive_user_id')).execute();
        return;
      case 'delete person':
        await db.deleteFrom('users').where('id', '=', id).execute();
        people[each.person] = (await addAccount(portal, { is_club: true })).id;
    }
  }

  it('stored sums equal computed sums after random operations', async () => {
    const histories = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const people: number[] = [];
        for (let index = 0; index < PEOPLE; index += 1) {
          people.push((await addAccount(portal, { is_club: index % 2 === 0, company: UNITS[index % 2] })).id);
        }
        for (const each of steps) await take(people, each);
        const { stored, counted } = await sums();
        expect(stored).toEqual(counted);
      }),
      { numRuns: engine === 'sqlite' ? 60 : 15 },
    );
  });

  it('people who change the unit while they earn points count once', async () => {
    const { id, driveUserId } = await addAccount(portal, { is_club: true });
    const { db } = portal.school;
    const changes = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0
        ? db
            .updateTable('drive_users')
            .set({ company_id: UNITS[(index / 3) % 2] as number })
            .where('id', '=', driveUserId ?? 0)
            .execute()
        : move(id, 10),
    );
    await Promise.all(changes);
    const { stored, counted } = await sums();
    expect(stored).toEqual(counted);
  });

  it('past hours are folded into one row for each unit', async () => {
    const { id } = await addAccount(portal, { is_club: true });
    for (let index = 0; index < 3; index += 1) await move(id, 5);
    // A member without a known day of joining.
    await addAccount(portal, { is_club: true, club_since: null });
    portal.clock.advance(HOUR_MS);
    const before = await sums();
    await foldSums(portal.school);
    const open = await portal.school.db
      .selectFrom('point_sums')
      .select('slot')
      .where('slot', '<>', 0)
      .where('hora', '<>', portal.clock.now.toISOString().slice(0, 13))
      .execute();
    expect([open, (await sums()).stored]).toEqual([[], before.stored]);
  });
});
