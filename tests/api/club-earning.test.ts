import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { earnPoints, giveBirthdayPoints } from '../../src/server/club/earning.ts';
import { expirePoints } from '../../src/server/club/expire-points.ts';
import { warnOfExpiry } from '../../src/server/club/lots.ts';
import { addMember, booksOf, expectBooks, take } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const timeZone = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

describe.each(engines)('earning and losing points by time on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = new Date('2026-05-13T15:00:00.000Z');
  });
  afterAll(() => portal.close());
  const today = (days = 0) => dayIn(timeZone, new Date(portal.clock.now.getTime() + days * DAY_MS));
  const earn = (userId: number, what: string, regra: 'presenca' | 'unidade' = 'presenca') =>
    portal.school.db
      .transaction()
      .execute((tx) => earnPoints(tx, { userId, regra, what, at: portal.clock.now, timeZone }));
  const notices = (userId: number) =>
    portal.school.db.selectFrom('notices').select(['title', 'body', 'path']).where('user_id', '=', userId).execute();
  /** Two processes at once, twice. */
  const often = async (job: (school: TestSchool['school']) => Promise<void>) => {
    await Promise.all([job(portal.school), job(portal.school), job(portal.school)]);
    await job(portal.school);
  };

  it('the same event earns points once, also repeated and concurrent', async () => {
    const id = await addMember(portal);
    await Promise.all(Array.from({ length: 16 }, () => earn(id, 'aula:1')));
    expect(await expectBooks(portal, id)).toBe(10);
  });

  it('a rule limits the points of a period, also concurrently; a new day starts a new period', async () => {
    const id = await addMember(portal);
    await Promise.all(Array.from({ length: 16 }, (_, index) => earn(id, `aula:${index}`)));
    expect(await expectBooks(portal, id)).toBe(20);
    portal.clock.advance(DAY_MS);
    await earn(id, 'aula:99');
    expect(await expectBooks(portal, id)).toBe(30);
  });

  it('points of rules expire at the end of the month, a year later', async () => {
    const id = await addMember(portal);
    expect((await earn(id, 'unidade:1', 'unidade'))?.expira_em).toBe('2027-05-31');
  });

  it('somebody outside the club earns nothing, and neither does a disabled rule', async () => {
    const outsider = await addMember(portal, [], { is_club: false });
    expect(await earn(outsider, 'aula:1')).toBeNull();
    const rule = { codigo: 'presenca', pontos: 5, periodo: 'dia' as const, limite: null, validade_dias: 10 };
    const columns = { ...rule, escola_id: 3, ativo: false, atualizado_em: portal.clock.now.toISOString() };
    await portal.school.db.insertInto('point_rules').values(columns).execute();
    const far = await addMember(portal, [], { company: 103 });
    expect(await earn(far, 'aula:1')).toBeNull();
    await portal.school.db.updateTable('point_rules').set({ ativo: true }).where('escola_id', '=', 3).execute();
    expect((await earn(far, 'aula:1'))?.pontos).toBe(5);
  });

  it('points expire after their last day: one entry a day, in any number of processes', async () => {
    const id = await addMember(portal, [
      [100, today(0)],
      [50, today(-1)],
      [30, today(-2)],
      [7, null],
    ]);
    await portal.school.db.transaction().execute((tx) => take(tx, id, 20, portal.clock.now));
    await often(expirePoints);
    expect(await expectBooks(portal, id)).toBe(107);
    const { entries } = await booksOf(portal, id);
    expect(entries.slice(-1).map(({ pontos }) => pontos)).toEqual([-60]);
    expect(entries).toHaveLength(6);
  });

  it('members are notified of an expiry 30 and 7 days before, once each', async () => {
    const id = await addMember(portal, [
      [100, today(30)],
      [40, today(31)],
    ]);
    await often(warnOfExpiry);
    expect(await notices(id)).toMatchObject([{ title: '100 pontos estão para vencer', path: '/knn-club/usar-pontos' }]);
    portal.clock.advance(DAY_MS);
    await often(warnOfExpiry);
    expect(await notices(id)).toHaveLength(2);
    portal.clock.advance(22 * DAY_MS);
    await often(warnOfExpiry);
    expect(await notices(id)).toHaveLength(3);
    portal.clock.advance(DAY_MS);
    await often(warnOfExpiry);
    expect(await notices(id)).toHaveLength(4);
  });

  it('a birthday gives points once a year, that of 29 February on the 28th', async () => {
    portal.clock.now = new Date('2027-02-28T12:00:00.000Z');
    const [leap, plain, other] = [
      await addMember(portal, [], { birth_date: '2000-02-29' }),
      await addMember(portal, [], { birth_date: '1990-02-28' }),
      await addMember(portal, [], { birth_date: '1990-03-01' }),
    ];
    await often(giveBirthdayPoints);
    expect(await Promise.all([leap, plain, other].map((id) => expectBooks(portal, id)))).toEqual([50, 50, 0]);
    portal.clock.now = new Date('2028-02-28T12:00:00.000Z');
    await often(giveBirthdayPoints);
    expect(await Promise.all([leap, plain].map((id) => expectBooks(portal, id)))).toEqual([50, 100]);
    portal.clock.now = new Date('2028-02-29T12:00:00.000Z');
    await often(giveBirthdayPoints);
    expect(await expectBooks(portal, leap)).toBe(100);
    expect(await notices(leap)).toHaveLength(2);
  });
});
