import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BroadcastInput } from '../../src/lib/contract/broadcasts.schema.ts';
import { getBroadcastLog, listBroadcasts } from '../../src/lib/contract/broadcasts.ts';
import { addBroadcast, addDevice, addReader, audience, HELENA, send, work } from '../support/broadcasts.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const NINA = 12;
const DAY = 86_400_000;

describe.each(allEngines)('broadcasts at work on %s (API-69, API-70)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // One reader gets more messages here than a school sends in a day.
    await portal.school.db.updateTable('schools').set({ mensagens_dia: 100, mensagens_semana: 100 }).execute();
  });
  afterAll(() => portal.close());

  const helena = { as: HELENA };
  const one = async (id: number) => {
    const { body } = await portal.call(listBroadcasts, { query: { id } }, helena);
    return body.items[0];
  };
  const runs = (of: number) =>
    portal.school.db.selectFrom('sendings').selectAll().where('repeats_of', '=', of).orderBy('id').execute();
  const log = async (id: number, query: object = {}) =>
    (await portal.call(getBroadcastLog, { params: { id }, query }, helena)).body;
  const deliveries = (id: number) =>
    portal.school.db.selectFrom('deliveries').selectAll().where('sending_id', '=', id).orderBy('id').execute();
  const noticesOf = (id: number) =>
    portal.school.db.selectFrom('notices').selectAll().where('chave', '=', `envio:${id}`).orderBy('user_id').execute();
  const endDeliveries = (id: number, status: 'aceita' | 'falhou', last_status: number) =>
    portal.school.db
      .updateTable('deliveries')
      .set({ status, last_status, attempts: 1 })
      .where('sending_id', '=', id)
      .where('status', '=', 'na_fila')
      .execute();
  const goes = async (given: Partial<BroadcastInput>) => {
    const { id } = await addBroadcast(portal, given);
    expect((await send(portal, { id })).status).toBe(200);
    await work(portal, 1);
    return id;
  };

  it('everybody gets a notice in the portal, each device a push, and the counts add up', async () => {
    const [two, none, silent] = [await addReader(portal, 2), await addReader(portal, 0), await addReader(portal, 1)];
    await portal.school.db
      .insertInto('notification_preferences')
      .values({ user_id: silent, category: 'campanha', enabled: false })
      .execute();
    const to = audience({ user_ids: [two, none, silent] });
    const { id } = await addBroadcast(portal, {
      audience: to,
      category: 'campanha',
      link: '/pedidos',
      urgency: 'high',
    });
    const before = (await send(portal, { id })).body.counts;
    expect(before).toMatchObject({ people: 3, devices: 3, without_push: 1, opted_out: 1 });
    await work(portal, 1);
    expect(await one(id)).toMatchObject({ status: 'enviando', counts: { ...before, retrying: 2 } });
    const at = portal.clock.now.toISOString();
    const notice = { title: 'Feira do livro', path: '/pedidos', category: 'campanha', read_at: null, created_at: at };
    expect(await noticesOf(id)).toMatchObject([two, none, silent].map((user_id) => ({ ...notice, user_id })));
    const rows = await deliveries(id);
    expect(rows.map(({ user_id, status, kind }) => [user_id, status, kind])).toEqual([
      [two, 'na_fila', 'envio'],
      [two, 'na_fila', 'envio'],
      [silent, 'silenciada', 'envio'],
    ]);
    const expires = new Date(portal.clock.now.getTime() + 3_600_000).toISOString();
    expect(rows[0]).toMatchObject({ due_at: at, expires_at: expires, device_type: 'mobile', platform: 'android' });
    await endDeliveries(id, 'aceita', 201);
    await work(portal, 1);
    const { counts, states, sending: broadcast, reasons, by_platform, items } = await log(id);
    expect(broadcast.status).toBe('enviada');
    expect(counts).toMatchObject({ people: 3, devices: 3, accepted: 2, without_push: 1, opted_out: 1, retrying: 0 });
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(counts.devices);
    expect(reasons).toEqual([{ status: 0, reason: 'A pessoa não quer notificações deste tipo', count: 1 }]);
    expect(by_platform).toEqual([{ platform: 'android', accepted: 2, failed: 0, clicked: 0 }]);
    expect(items.total).toBe(3);
    expect((await log(id, { state: 'silenciada' })).items.items).toMatchObject([{ user_id: silent, attempts: 0 }]);
  });

  it('Helena reaches nobody of Nina’s school, and only people who can log in', async () => {
    const blocked = await addReader(portal, 1, { is_blocked: true });
    await addDevice(portal, NINA);
    const id = await goes({ audience: audience({ all: true }) });
    const reached = (await noticesOf(id)).map(({ user_id }) => user_id);
    expect(reached).toEqual(expect.arrayContaining([1, 3, 4, 5, 6, 7, 8, 9]));
    for (const other of [2, 10, 11, NINA, blocked]) expect(reached).not.toContain(other);
    expect((await deliveries(id)).map(({ user_id }) => user_id)).not.toContain(NINA);
    const everywhere = await addBroadcast(portal, { audience: audience({ all: true }) }, 8);
    await send(portal, { id: everywhere.id }, { as: 8 });
    await work(portal, 1);
    const all = (await noticesOf(everywhere.id)).map(({ user_id }) => user_id);
    expect(all).toEqual(expect.arrayContaining([1, 2, 11, NINA]));
    for (const other of [10, blocked]) expect(all).not.toContain(other);
  });

  it('a device type is for those devices only', async () => {
    const reader = await addReader(portal, 1);
    const desktop = await addDevice(portal, reader, { device_type: 'desktop', platform: 'linux' });
    const id = await goes({ audience: audience({ user_ids: [reader], device_type: 'desktop' }) });
    expect((await deliveries(id)).map(({ subscription_id }) => subscription_id)).toEqual([desktop]);
  });

  it('placeholders are filled with each reader’s values, and never stay empty', async () => {
    const [maria, bia, nameless] = [
      await addReader(portal, 1, { full_name: '  Maria  Alves' }),
      await addReader(portal, 1, { full_name: 'Bia Melo' }),
      await addReader(portal, 1, { full_name: ' ' }),
    ];
    const ANA = 1;
    await addDevice(portal, ANA);
    const body = '{primeiro_nome}, {turma}: até {vencimento}. {primeiro_nome}!';
    const id = await goes({ body, audience: audience({ user_ids: [maria, bia, nameless, ANA] }) });
    const texts = new Map((await noticesOf(id)).map((notice) => [notice.user_id, notice.body]));
    expect(texts.get(maria)).toBe('Maria, sua turma: até a data combinada. Maria!');
    expect(texts.get(bia)).toBe('Bia, sua turma: até a data combinada. Bia!');
    expect(texts.get(nameless)).toBe('estudante, sua turma: até a data combinada. estudante!');
    expect(texts.get(ANA)).toMatch(/^Ana, Conversação Online: até \d\d\/\d\d\. Ana!$/);
    const readers = new Map((await noticesOf(id)).map((notice) => [notice.id, notice.user_id]));
    expect((await deliveries(id)).map(({ notice_id }) => readers.get(notice_id ?? 0)).toSorted()).toEqual(
      [ANA, maria, bia, nameless].toSorted(),
    );
    const [turma] = await portal.school.db
      .selectFrom('turmas')
      .selectAll()
      .where('nome', '=', 'Inglês A2 · Noite')
      .execute();
    const toClass = await goes({ title: '{turma}', audience: audience({ turma_ids: [turma?.id ?? 0] }) });
    expect((await noticesOf(toClass)).find(({ user_id }) => user_id === ANA)?.title).toBe(turma?.nome);
  });

  it('quiet hours delay a message to each reader’s morning, and its lifetime counts from there', async () => {
    const stored = portal.clock.now;
    const [usual, owl] = [await addReader(portal), await addReader(portal)];
    await portal.school.db.insertInto('quiet_hours').values({ user_id: owl, de: '02:00', ate: '11:30' }).execute();
    // 23:00 in São Paulo.
    portal.clock.now = new Date('2026-03-10T02:00:00.000Z');
    const to = audience({ user_ids: [usual, owl] });
    const gentle = await goes({ audience: to, respect_quiet_hours: true, ttl_s: 0 });
    expect(await deliveries(gentle)).toMatchObject([
      { user_id: usual, due_at: '2026-03-10T11:00:00.000Z', expires_at: '2026-03-10T11:01:00.000Z' },
      { user_id: owl, due_at: '2026-03-10T02:00:00.000Z', expires_at: '2026-03-10T02:01:00.000Z' },
    ]);
    expect((await log(gentle)).held).toEqual({ devices: 1, until: '2026-03-10T11:00:00.000Z' });
    portal.clock.now = new Date('2026-03-10T11:00:00.000Z');
    expect((await log(gentle)).held).toBeNull();
    portal.clock.now = new Date('2026-03-10T02:00:00.000Z');
    const loud = await goes({ audience: to });
    expect((await deliveries(loud)).map(({ due_at }) => due_at)).toEqual(Array(2).fill('2026-03-10T02:00:00.000Z'));
    portal.clock.now = stored;
  });

  it('cancelled while its recipients are written: waiting messages are withdrawn, and no more are written', async () => {
    const readers = [await addReader(portal), await addReader(portal), await addReader(portal)];
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: readers }) });
    await send(portal, { id });
    await work(portal, 1);
    // As if there were more people.
    await portal.school.db.updateTable('sendings').set({ expanded_at: null }).where('id', '=', id).execute();
    const late = await addReader(portal);
    await portal.school.db
      .updateTable('deliveries')
      .set({ status: 'aceita' })
      .where('sending_id', '=', id)
      .where('user_id', '=', readers[0] as number)
      .execute();
    const cancelled = await portal.ops.broadcasts.cancelBroadcast({ id }, helena);
    expect(cancelled.body).toMatchObject({ status: 'cancelada', counts: { devices: 3, accepted: 1, retrying: 0 } });
    const audienceNow = JSON.stringify(audience({ user_ids: [...readers, late] }));
    await portal.school.db.updateTable('sendings').set({ audience: audienceNow }).where('id', '=', id).execute();
    await work(portal, 2);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['aceita', 'cancelada', 'cancelada']);
    expect((await log(id)).reasons).toEqual([{ status: 0, reason: 'O envio foi cancelado antes de sair', count: 2 }]);
    expect((await portal.ops.broadcasts.cancelBroadcast({ id }, helena)).status).toBe(409);
  });

  it('deliveries that another process requeues after a cancellation are cancelled too', async () => {
    const id = await goes({ audience: audience({ user_ids: [await addReader(portal)] }) });
    await portal.ops.broadcasts.cancelBroadcast({ id }, helena);
    await portal.school.db.updateTable('deliveries').set({ status: 'na_fila' }).where('sending_id', '=', id).execute();
    await work(portal, 1);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['cancelada']);
  });

  it('failed devices are retried; those that unsubscribed or changed owner are not', async () => {
    const [reader, leaver, mover, fine] = [
      await addReader(portal),
      await addReader(portal),
      await addReader(portal),
      await addReader(portal),
    ];
    const id = await goes({ audience: audience({ user_ids: [reader, leaver, mover, fine] }) });
    const retry = (of = id) => send(portal, { id, only_failed_of: of });
    expect((await retry()).status).toBe(409);
    await endDeliveries(id, 'falhou', 503);
    await portal.school.db
      .updateTable('deliveries')
      .set({ status: 'aceita' })
      .where('sending_id', '=', id)
      .where('user_id', '=', fine)
      .execute();
    await portal.school.db.deleteFrom('push_subscriptions').where('user_id', '=', leaver).execute();
    await portal.school.db
      .updateTable('push_subscriptions')
      .set({ user_id: reader })
      .where('user_id', '=', mover)
      .execute();
    await work(portal, 1);
    expect((await one(id))?.status).toBe('enviada');
    expect((await retry(id + 1_000)).body.fields).toHaveProperty('only_failed_of');
    expect((await retry()).body).toMatchObject({
      sending: { status: 'enviando' },
      counts: { failed: 2, retrying: 1 },
    });
    expect((await deliveries(id)).filter(({ status }) => status === 'na_fila')).toMatchObject([
      { user_id: reader, attempts: 0, last_status: null, due_at: portal.clock.now.toISOString() },
    ]);
    await endDeliveries(id, 'aceita', 201);
    await work(portal, 1);
    expect(await one(id)).toMatchObject({ status: 'enviada', counts: { accepted: 2, failed: 2 } });
    const draft = await addBroadcast(portal);
    expect((await send(portal, { id: draft.id, only_failed_of: draft.id })).status).toBe(409);
  });

  it('a scheduled broadcast is sent at its time, once', async () => {
    const reader = await addReader(portal);
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [reader] }) });
    const scheduled_at = new Date(portal.clock.now.getTime() + DAY).toISOString();
    await send(portal, { id, scheduled_at });
    await work(portal, 1);
    expect(await one(id)).toMatchObject({ status: 'agendada', counts: null });
    portal.clock.advance(DAY);
    await Promise.all([work(portal, 1), work(portal, 1)]);
    expect(await one(id)).toMatchObject({ status: 'enviando', sent_at: scheduled_at, counts: { people: 1 } });
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('a repeating broadcast makes a sending for each time, until its last day', async () => {
    const reader = await addReader(portal);
    portal.clock.now = new Date('2027-01-20T12:00:00.000Z');
    const { id } = await addBroadcast(portal, {
      audience: audience({ user_ids: [reader] }),
      repeat: 'mensal',
      scheduled_at: '2027-01-31T12:00:00.000Z',
      repeat_until: '2027-04-10',
    });
    await send(portal, { id, scheduled_at: '2027-01-31T12:00:00Z' });
    const at = async (now: string) => {
      portal.clock.now = new Date(now);
      await work(portal, 2);
    };
    await at('2027-01-31T12:00:00.000Z');
    expect(await one(id)).toMatchObject({ status: 'agendada', scheduled_at: '2027-02-28T12:00:00.000Z', counts: null });
    const [first] = await runs(id);
    expect(first).toMatchObject({ status: 'enviando', repeat: null, people: 1, created_by: HELENA });
    expect(await one(first?.id ?? 0)).toMatchObject({ repeats_of: id, counts: { devices: 1 } });
    await at('2027-02-28T12:00:01.000Z');
    expect((await one(id))?.scheduled_at).toBe('2027-03-31T12:00:00.000Z');
    // Nothing ran for two weeks after the last time.
    await at('2027-04-14T00:00:00.000Z');
    expect(await one(id)).toMatchObject({ status: 'enviada', counts: null });
    expect((await runs(id)).map(({ scheduled_at }) => scheduled_at)).toEqual([
      '2027-01-31T12:00:00.000Z',
      '2027-02-28T12:00:00.000Z',
      '2027-03-31T12:00:00.000Z',
    ]);
    expect(
      await portal.school.db.selectFrom('notices').select('id').where('user_id', '=', reader).execute(),
    ).toHaveLength(3);
  });

  it('missed times of a repeating broadcast are sent once; a cancellation stops it', async () => {
    const reader = await addReader(portal);
    const start = portal.clock.now.getTime();
    const times = { repeat: 'diaria' as const, scheduled_at: new Date(start + DAY).toISOString() };
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [reader] }), ...times });
    await send(portal, { id, scheduled_at: times.scheduled_at });
    portal.clock.now = new Date(start + 5.5 * DAY);
    await work(portal, 2);
    expect(await runs(id)).toHaveLength(1);
    expect((await one(id))?.scheduled_at).toBe(new Date(start + 6 * DAY).toISOString());
    await portal.ops.broadcasts.cancelBroadcast({ id }, helena);
    portal.clock.now = new Date(start + 9 * DAY);
    await work(portal, 2);
    expect(await runs(id)).toHaveLength(1);
  });
});
