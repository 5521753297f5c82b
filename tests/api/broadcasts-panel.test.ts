import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_PAGE } from '../../src/lib/rules/lists/list-query.ts';
import { addAccount } from '../support/accounts.ts';
import { addBroadcast, addDevice, audience, HELENA, send, work } from '../support/broadcasts.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const ANA = 1;

describe.each(engines)('messages as the panel lists them on %s', (engine) => {
  let portal: TestSchool;
  let elsewhere: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const unit = await addUnit(portal, 'KNN Longe');
    elsewhere = await addStaff(portal, { company: unit, units: [unit], rights: ['mensagens'] });
  });
  afterAll(() => portal.close());

  const list = (query: object = {}, as = HELENA) => portal.ops.broadcasts.listSchoolBroadcasts(query, { as });
  const remove = (ids: number[]) =>
    portal.ops.broadcasts.deleteBroadcasts({ ids }, withKey({ as: HELENA, key: randomUUID() }));
  const later = () => new Date(portal.clock.now.getTime() + 3_600_000).toISOString();

  it('broadcasts are listed in pages by cursor, with their audience', async () => {
    const ids = [];
    const bruno = (await addAccount(portal, { full_name: 'Bruno Lima' })).id;
    const carla = (await addAccount(portal, { full_name: 'Carla Lima' })).id;
    for (const user_ids of [[ANA], [ANA, bruno], [ANA, bruno, carla]]) {
      portal.clock.advance(1_000);
      ids.push((await addBroadcast(portal, { audience: audience({ user_ids }) })).id);
    }
    const { body } = await list({ limit: 2 });
    expect(body.items.map(({ id, publico }) => [id, publico])).toEqual([
      [ids[2], '3 pessoas escolhidas'],
      [ids[1], 'Ana Souza e Bruno Lima'],
    ]);
    expect([body.total, body.contagens.rascunho]).toEqual([3, 3]);
    await addBroadcast(portal);
    const next = await list({ limit: 2, depois: body.next ?? '' });
    expect(next.body).toMatchObject({ items: [{ id: ids[0], publico: 'Ana Souza' }], next: null });
  });

  it('broadcasts are filtered by state, and the history has the sent ones', async () => {
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [ANA] }) });
    await send(portal, { id, scheduled_at: later() });
    expect((await list({ estado: 'agendada' })).body).toMatchObject({ items: [{ id, status: 'agendada' }], total: 1 });
    expect((await list({ saiu: 'true' })).body).toMatchObject({ items: [], total: 0 });
    await portal.ops.broadcasts.cancelBroadcast({ id }, { as: HELENA });
    const out = await addBroadcast(portal, { audience: audience({ user_ids: [ANA] }) });
    await send(portal, { id: out.id });
    await work(portal);
    expect((await list({ saiu: 'true' })).body).toMatchObject({
      items: [{ id: out.id, counts: { people: 1 } }],
      total: 1,
    });
    const { body } = await portal.ops.broadcasts.getSchoolBroadcast({ id: out.id }, { as: HELENA });
    expect(body).toMatchObject({ id: out.id, publico: 'Ana Souza', log: { counts: { people: 1 } } });
  });

  it('several drafts are deleted together; a sent broadcast stays, and says so', async () => {
    const draft = await addBroadcast(portal);
    const out = await addBroadcast(portal, { audience: audience({ user_ids: [ANA] }) });
    await send(portal, { id: out.id });
    const { status, body } = await remove([draft.id, out.id]);
    expect([status, body.itens]).toEqual([
      200,
      [
        { id: draft.id, problema: null },
        { id: out.id, problema: expect.stringContaining('ainda não saíram') },
      ],
    ]);
    expect((await remove([draft.id])).status).toBe(404);
    expect((await remove([])).status).toBe(422);
  });

  it('failed deliveries are retried once for a key', async () => {
    await addDevice(portal, ANA);
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [ANA] }) });
    await send(portal, { id });
    await work(portal);
    await portal.school.db.updateTable('deliveries').set({ status: 'falhou' }).where('sending_id', '=', id).execute();
    const retry = (as: number | undefined, key: string = randomUUID()) =>
      portal.ops.broadcasts.retryBroadcast({ id }, withKey({ as, key }));
    const key = randomUUID();
    expect((await retry(HELENA, key)).status).toBe(200);
    expect((await retry(HELENA, key)).status).toBe(200);
    const { body } = await portal.ops.broadcasts.getSchoolBroadcast({ id, estado: 'falhou' }, { as: HELENA });
    expect(body.log.items.items).toEqual([]);
    expect([(await retry(undefined)).status, (await retry(ANA)).status, (await retry(elsewhere)).status]).toEqual([
      401, 403, 404,
    ]);
  });

  it('the devices of a broadcast are listed in pages, also by state', async () => {
    const { db } = portal.school;
    const reader = (await addAccount(portal)).id;
    await addDevice(portal, reader);
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [reader] }) });
    await send(portal, { id });
    await work(portal);
    const [first] = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('sending_id', '=', id)
      .where('target', '=', 'push')
      .execute();
    if (!first) throw new Error('The reader has a device');
    const { id: _, ...row } = first;
    const more = Array.from({ length: 2 * LIST_PAGE }, (_each, at) => ({
      ...row,
      subscription_id: null,
      token: randomUUID(),
      status: at % 2 === 0 ? ('falhou' as const) : ('aceita' as const),
    }));
    await db.insertInto('deliveries').values(more).execute();
    const read = async (query: object) =>
      (await portal.ops.broadcasts.getSchoolBroadcast({ id, ...query }, { as: HELENA })).body.log.items;
    const all = await read({});
    expect([all.items.length, all.estado, all.isFirst]).toEqual([LIST_PAGE, null, true]);
    const failed = await read({ estado: 'falhou' });
    expect([failed.items.length, failed.next]).toEqual([LIST_PAGE, null]);
    const next = await read({ estado: 'aceita', depois: all.next });
    expect(next).toMatchObject({ estado: 'aceita', isFirst: false });
    expect(next.items.every(({ state }) => state === 'aceita')).toBe(true);
    expect((await read({ depois: '50' })).items).toEqual(all.items);
    const alone = await portal.ops.broadcasts.listOutcomes({ id, depois: all.next ?? '' }, { as: HELENA });
    expect(alone.body).toEqual(await read({ depois: all.next }));
  });

  it('broadcasts are for staff with the right to messages, in their school', async () => {
    const { id } = await addBroadcast(portal);
    const { listSchoolBroadcasts, getSchoolBroadcast, listOutcomes, deleteBroadcasts } = portal.ops.broadcasts;
    const statuses = async (as?: number) =>
      (
        await Promise.all([
          listSchoolBroadcasts({}, { as }),
          getSchoolBroadcast({ id }, { as }),
          listOutcomes({ id }, { as }),
          deleteBroadcasts({ ids: [id] }, withKey({ as, key: randomUUID() })),
        ])
      ).map(({ status }) => status);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(await statuses(ANA)).toEqual([403, 403, 403, 403]);
    expect(await statuses(elsewhere)).toEqual([200, 404, 404, 404]);
    expect((await list({}, elsewhere)).body.items).toEqual([]);
    expect((await list({ estado: 'x' })).status).toBe(422);
    expect((await list({ depois: 'Não' })).status).toBe(422);
  });
});
