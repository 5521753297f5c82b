import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getNoticePreferences, updateNoticePreferences } from '../../src/lib/contract/inbox.ts';
import { tellStaff } from '../../src/server/account/tell-staff.ts';
import { addDevice, addReader } from '../support/broadcasts.ts';
import { addMember, addReward, redeem } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

describe.each(engines)('notices to staff on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const told = async (user: number) =>
    (
      await portal.school.db
        .selectFrom('notices')
        .select(['chave', 'path', 'title'])
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
    ).map(({ chave, path }) => [chave, path]);

  it('a redemption tells those who hold the right at the unit, once, and leads to it', async () => {
    const [club, other, elsewhere] = [
      await addStaff(portal, { rights: ['clube'], units: [101] }),
      await addStaff(portal, { rights: ['pedidos'] }),
      await addStaff(portal, { rights: ['clube'], units: [await addUnit(portal, 'KNN Longe')] }),
    ];
    const member = await addMember(portal, [[500]]);
    const reward = await addReward(portal);
    const { resgate } = (await redeem(portal, member, reward)).body;
    expect(await told(club)).toEqual([[`resgate_novo:${resgate.id}`, '/manager-panel/club/resgates']]);
    expect([await told(other), await told(elsewhere), await told(member)]).toEqual([[], [], []]);
  });

  it('each chooses which kinds are pushed; a student has none to choose', async () => {
    const [on, off] = [
      await addStaff(portal, { rights: ['pedidos'] }),
      await addStaff(portal, { rights: ['pedidos'] }),
    ];
    for (const id of [on, off]) await addDevice(portal, id);
    const own = (await portal.call(getNoticePreferences, {}, { as: off })).body;
    expect([own.equipe.map(({ kind }) => kind), own.resumo]).toEqual([['pedido_novo'], true]);
    await portal.call(updateNoticePreferences, { body: { equipe: { pedido_novo: false }, aviso: true } }, { as: off });
    const student = await addReader(portal, 0);
    expect((await portal.call(getNoticePreferences, {}, { as: student })).body).toMatchObject({
      equipe: [],
      resumo: null,
    });
    const params = { id: 1, numero: 'P-000001', centavos: 1_000 };
    const event = { kind: 'pedido_novo', about: 'x', params, at: { unitId: 101 } } as const;
    for (let time = 0; time < 2; time += 1) {
      await portal.school.db.transaction().execute((tx) => tellStaff(tx, portal.clock.now, event));
    }
    await portal.worker.runOnce();
    const pushed = async (user: number) =>
      (await portal.school.db.selectFrom('push_deliveries').select('id').where('user_id', '=', user).execute()).length;
    expect([await pushed(on), await pushed(off)]).toEqual([1, 0]);
    expect([(await told(on)).length, (await told(off)).length]).toEqual([1, 1]);
  });

  it('the digest goes out once a morning, only if something waits and the person wants it', async () => {
    const waiting = await addStaff(portal, { rights: ['pedidos'] });
    const [nothing, unwanted] = [
      await addStaff(portal, { rights: ['paginas'] }),
      await addStaff(portal, { rights: ['pedidos'] }),
    ];
    await portal.call(updateNoticePreferences, { body: { resumo: false } }, { as: unwanted });
    const { db } = portal.school;
    const mailsTo = async (user: number) => {
      const { email } = await db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirstOrThrow();
      return db
        .selectFrom('outbox')
        .select(['text'])
        .where('kind', '=', 'resumo')
        .where('recipient', '=', email)
        .execute();
    };
    const at = (clock: string) => {
      const day = new Date(portal.clock.now.getTime() + 86_400_000).toISOString().slice(0, 10);
      portal.clock.now = new Date(`${day}T${clock}:00.000-03:00`);
    };
    at('06:30');
    await portal.worker.runOnce();
    expect(await mailsTo(waiting)).toHaveLength(0);
    portal.clock.advance(3_600_000);
    await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
    await portal.worker.runOnce();
    const [mail] = await mailsTo(waiting);
    expect(await mailsTo(waiting)).toHaveLength(1);
    expect(mail?.text).toMatch(/pedidos? a avançar/);
    expect([await mailsTo(nothing), await mailsTo(unwanted)]).toEqual([[], []]);
    at('07:10');
    await portal.worker.runOnce();
    expect(await mailsTo(waiting)).toHaveLength(2);
  });
});
