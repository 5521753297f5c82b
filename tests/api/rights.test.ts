import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, listUsers, searchUsers } from '../../src/lib/contract/account.ts';
import { listBroadcasts } from '../../src/lib/contract/broadcasts.ts';
import { RIGHTS } from '../../src/lib/rules/people/rights.ts';
import { type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { addAccount } from '../support/accounts.ts';
import { addOrder } from '../support/orders.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;

describe.each(engines)('S2 rights of staff on %s', (engine) => {
  let portal: TestSchool;
  let cases: ServedCase[];
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    await peopleOf(portal);
    cases = servedCases(portal, await thingsOf(portal));
    unit = await addUnit(portal, 'KNN Cambuí');
  });
  afterAll(() => portal.close());

  it.each(RIGHTS)('%s alone opens its own calls, and no other one for staff', async (right) => {
    const as = await addStaff(portal, { rights: [right] });
    const wrong: string[] = [];
    for (const { name, call, who, send } of cases) {
      // Rows that this person deletes would be missing for the next right.
      if (who.kind !== 'staff' || call.method === 'DELETE') continue;
      const answer = await send({ as });
      const isWithout = answer.status === 403 && (await answer.text()).includes('Seu acesso não inclui');
      if (isWithout === who.rights.includes(right)) wrong.push(`${name} ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('staff of another unit reach nothing of this one, by any call', async () => {
    const as = await addStaff(portal, { company: unit, units: [unit] });
    const wrong: string[] = [];
    for (const { name, who, cells, send } of cases) {
      const isOfThisUnit = cells.manager === 'in' && cells.otherSchool === 404;
      if (who.kind !== 'staff' || !isOfThisUnit || ofWholeSchool.has(name)) continue;
      const { status } = await send({ as });
      if (![403, 404].includes(status)) wrong.push(`${name} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('lists show only people of the assigned units', async () => {
    const other = await addUnit(portal, 'KNN Taquaral');
    const [here, there] = [
      await addAccount(portal, { company: unit, is_club: true }),
      await addAccount(portal, { company: other, is_club: true }),
    ];
    const as = await addStaff(portal, { company: unit, units: [unit] });
    const both = await addStaff(portal, { company: unit, units: [unit, other] });
    const ids = async (who: number) =>
      (await portal.call(listUsers, { query: { limit: 100, offset: 0 } }, { as: who })).body.items.map(({ id }) => id);
    expect(await ids(as)).toEqual(expect.arrayContaining([here.id, as]));
    expect(await ids(as)).not.toContain(there.id);
    expect(await ids(both)).toEqual(expect.arrayContaining([here.id, there.id]));
    expect(await ids(both)).not.toContain(HELENA);
    const found = await portal.call(searchUsers, { query: { q: 'Helena', limit: 20, offset: 0 } }, { as: both });
    expect(found.body.items).toEqual([]);
    const members = await portal.ops.club.listMembers({ limit: 100 }, { as });
    expect(members.body.items.map(({ id }) => id)).toEqual([here.id]);
    await addOrder(portal, {}, { company: other });
    const orders = await portal.ops.orders.listSchoolOrders({ limit: 20 }, { as });
    expect(orders.body.total).toBe(0);
    expect((await portal.ops.orders.listSchoolOrders({ limit: 20 }, { as: both })).body.total).toBe(1);
    const reached = await portal.ops.broadcasts.previewAudience({ all: 'true' }, { as });
    expect(reached.body.people).toBe((await ids(as)).length);
    const log = await portal.ops.people.listAudit({ limit: 100 }, { as });
    expect(log.body.pessoas.map(({ id }) => id)).not.toContain(HELENA);
    expect((await portal.call(listBroadcasts, { query: { limit: 20, offset: 0 } }, { as })).body.items).toEqual([]);
  });

  it('a removed right is gone at the next call, and pages notice it', async () => {
    const as = await addStaff(portal, { rights: ['pedidos', 'clube'] });
    const me = () => portal.call(getMe, {}, { as });
    expect((await me()).body.direitos).toEqual(['pedidos', 'clube']);
    const { db } = portal.school;
    await db.deleteFrom('staff_rights').where('user_id', '=', as).where('direito', '=', 'pedidos').execute();
    expect((await me()).body.direitos).toEqual(['clube']);
    const refused = await portal.ops.orders.listSchoolOrders({ limit: 20 }, { as });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('Pedidos') } });
  });
});

/** An event (0093) and a reward are for all units of a school. */
const ofWholeSchool: ReadonlySet<string> = new Set([
  'club.getManagedReward',
  'travel.downloadParticipants',
  'travel.getManagedCampaign',
  'travel.listParticipants',
  'travel.admitTicket',
  'travel.cancelParticipation',
  'travel.printTickets',
]);
