import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { downloadMembers } from '../../src/lib/contract/club.ts';
import { SECRETARY_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { addAccount } from '../support/accounts.ts';
import { addMember, expectBooks, withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;
const IGOR = 8;

describe.each(engines)('the club of the office on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    unit = await addUnit(portal, 'KNN Clube');
  });
  afterAll(() => portal.close());
  const desk = referralDesk(() => portal);

  async function secretary() {
    const id = await addStaff(portal, { company: unit, rights: ['clube'], units: [unit] });
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: SECRETARY_ACTION_ID }).execute();
    return id;
  }
  const staff = {
    manager: () => Promise.resolve(HELENA),
    secretary,
    'manager of the unit': () => addStaff(portal, { company: unit, units: [unit] }),
    admin: () => Promise.resolve(IGOR),
  };

  it.each(Object.keys(staff) as (keyof typeof staff)[])(
    'CLUB-09 a %s says that the friend enrolled, and the points arrive in this step',
    async (who) => {
      const as = await staff[who]();
      const member = await addMember(portal, [], { company: unit });
      const friend = desk.friend();
      const referral = (await desk.refer(member, friend)).body;
      portal.clock.advance(60_000);
      const student = await addAccount(portal, { company: unit, phone: friend.telefone });
      await desk.contractOf(student.id);
      const listed = await portal.ops.club.listReferrals({ limit: 5 }, { as });
      expect(listed.body.items.find(({ id }) => id === referral.id)).toMatchObject({ pode_confirmar: true });
      const input = { id: referral.id, aluno_user_id: student.id };
      const confirmed = await portal.ops.club.confirmReferralEnrollment(input, withKey({ as }));
      expect([confirmed.status, confirmed.body.status]).toEqual([200, 'creditada']);
      expect(await expectBooks(portal, member)).toBe(1500);
      expect((await portal.ops.club.confirmReferralEnrollment(input, withKey({ as }))).status).toBe(422);
      expect(await expectBooks(portal, member)).toBe(1500);
    },
  );

  it('the school sets the value of points that members hold', async () => {
    const figures = async (as = HELENA) => (await portal.ops.club.getClubFigures({ meses: 1 }, { as })).body;
    expect((await figures()).passivo_centavos).toBeNull();
    const set = (mil_pontos_centavos: number | null, as = HELENA) =>
      portal.ops.club.setPointsWorth({ mil_pontos_centavos }, { as });
    expect((await set(2_000)).status).toBe(200);
    const { passivo, passivo_centavos } = await figures();
    expect(passivo_centavos).toBe(passivo * 2);
    expect((await set(0)).status).toBe(422);
    expect((await set(500, await addStaff(portal, { company: unit, units: [unit] }))).status).toBe(403);
    expect((await set(500, await addStaff(portal, { rights: ['pedidos'] }))).status).toBe(403);
    expect((await set(null)).status).toBe(200);
    expect((await figures()).passivo_centavos).toBeNull();
  });

  it('the export of members has those of the own units', async () => {
    const as = await addStaff(portal, { company: unit, units: [unit] });
    await addMember(portal, [[70]], { company: unit, full_name: 'Zilda Teste' });
    const text = await (await portal.send('GET', addressOf(downloadMembers), {}, { as })).text();
    expect(text).toContain('Zilda Teste');
    expect(text).not.toContain('Ana Souza');
  });
});
