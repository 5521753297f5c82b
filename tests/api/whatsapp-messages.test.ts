import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBroadcastLog } from '../../src/lib/contract/broadcasts.ts';
import { MANAGER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { channelRows } from '../../src/lib/words/broadcasts-panel.ts';
import { sendWhatsapp } from '../../src/server/messages/whatsapp/send.ts';
import { expandBroadcasts, finishBroadcasts } from '../../src/server/school/broadcasts/expand-broadcasts.ts';
import { addAccount } from '../support/accounts.ts';
import { addBroadcast, addReader, audience, send } from '../support/broadcasts.ts';
import { engines } from '../support/school.ts';
import { openWhatsappSchool } from '../support/whatsapp/school.ts';

const MINUTE = 60_000;
const [MANAGER, UNIT, OTHER_UNIT] = [7, 101, 102];
const by = { as: MANAGER };
type World = Awaited<ReturnType<typeof openWhatsappSchool>>;

describe.each(engines)('messages of staff by WhatsApp on %s', (engine) => {
  let school: World;
  let { api, portal, use, unit, write, reader, notificationsOf, sentTo } = {} as World;
  beforeAll(async () => {
    school = await openWhatsappSchool(engine);
    ({ api, portal, use, unit, write, reader, notificationsOf, sentTo } = school);
    await portal.ops.broadcasts.updateMessageLimits({ dia: 0, semana: 0 }, by);
    await school.connect();
  });
  afterAll(() => school.close());
  beforeEach(async () => {
    portal.clock.advance(MINUTE);
    await api.behave();
  });

  const choices = async () => (await portal.ops.broadcasts.listAudienceChoices({}, by)).body;
  const preview = async (ids: readonly number[], more: object = {}) =>
    (await portal.ops.broadcasts.previewAudience({ user_ids: ids.join(','), por_whatsapp: 'true', ...more }, by)).body;
  async function sendOut(user_ids: number[], more: Parameters<typeof addBroadcast>[1] = {}) {
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids }), by_whatsapp: true, ...more });
    expect((await send(portal, { id })).status).toBe(200);
    await expandBroadcasts(portal.school);
    await sendWhatsapp(portal.school);
    return id;
  }
  const counts = async (id: number) =>
    (await portal.call(getBroadcastLog, { params: { id }, query: {} }, by)).body.counts;
  const rows = async (id: number) =>
    channelRows(await counts(id)).flatMap(([words, many]) => (many > 0 ? [`${words}: ${many}`] : []));
  const price = (given: object, as = MANAGER, id = UNIT) =>
    portal.ops.whatsapp.setPrices({ id, utility_centavos: null, marketing_centavos: null, ...given }, { as });

  it('messages without an approved template are sent by other targets', async () => {
    const { id, phone } = await reader({ device: true });
    expect((await choices()).whatsapp).toBe(false);
    expect(await preview([id])).toMatchObject({ people: 1, devices: 1, whatsapp: 0, whatsapp_units: [] });
    await sendOut([id]);
    expect(await notificationsOf(id)).toEqual(['push na_fila']);
    expect((await sentTo(phone)).length).toBe(1);
    const named = { kind: 'envio' as const, v3: 'titulo' as const, v4: 'texto' as const };
    expect((await use('aviso_de_aula', named)).status).toBe(200);
    expect((await choices()).whatsapp).toBe(true);
  });

  it('on request messages go only by WhatsApp to people who opted in, and otherwise by the usual targets', async () => {
    const requested = await reader({ device: true });
    const other = await addReader(portal, 1);
    expect(await preview([requested.id, other])).toMatchObject({ people: 2, devices: 1, without_push: 0, whatsapp: 1 });
    const id = await sendOut([requested.id, other], { title: 'Feira\n do    livro', body: 'Sábado,\n\nàs dez.' });
    await sendWhatsapp(portal.school);
    const [, message, ...more] = await sentTo(requested.phone);
    expect(more).toEqual([]);
    expect(message?.text).toContain('Sábado, às dez.');
    expect([await notificationsOf(requested.id), await notificationsOf(other)]).toEqual([
      ['whatsapp aceita'],
      ['push na_fila'],
    ]);
    expect(await rows(id)).toEqual(['No aparelho e no portal: 1', 'Por WhatsApp e no portal: 1']);
    await sendOut([requested.id], { by_whatsapp: false });
    expect(await notificationsOf(requested.id)).toEqual(['whatsapp aceita', 'push na_fila']);
  });

  it.each([
    ['by push', true, true, 'push na_fila', 'No aparelho e no portal: 1'],
    ['by mail without a device', false, true, 'mail na_fila', 'No portal; o e-mail ainda vai sair: 1'],
    ['in the portal alone where it is not mailed', false, false, null, 'Só no portal: 1'],
  ])('failed messages reach their reader %s, and count there', async (_what, device, by_mail, way, row) => {
    const { id: reads } = await reader({ device });
    await api.behave({ does: 'error', status: 400, code: 131_026, times: 1 });
    const id = await sendOut([reads], { by_mail });
    expect(await rows(id)).toEqual([row]);
    expect(await notificationsOf(reads)).toEqual(['whatsapp falhou', ...(way ? [way] : [])]);
  });

  it.each([
    ['before they left', false, 'whatsapp cancelada', 1],
    ['after they left and before they arrived', true, 'whatsapp aceita', 2],
  ])('messages cancelled %s are not sent by another target', async (_what, left, state, sent) => {
    const { id: reads, phone } = await reader({ device: true });
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [reads] }), by_whatsapp: true });
    await send(portal, { id });
    await expandBroadcasts(portal.school);
    await finishBroadcasts(portal.school);
    if (left) await sendWhatsapp(portal.school);
    expect((await portal.ops.broadcasts.cancelBroadcast({ id }, by)).status).toBe(200);
    portal.clock.advance(20 * MINUTE);
    await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
    expect([await notificationsOf(reads), (await sentTo(phone)).length]).toEqual([[state], sent]);
  });

  it('messages are sent after personal notices, and by another target if delayed over an hour', async () => {
    const [many, own, late] = [await reader(), await reader(), await reader({ device: true })];
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [many.id] }), by_whatsapp: true });
    await send(portal, { id });
    await expandBroadcasts(portal.school);
    portal.clock.advance(MINUTE);
    await school.cancel(own.id);
    await sendWhatsapp(portal.school);
    expect((await api.look()).sent.slice(-2).map(({ to }) => to)).toEqual([own.phone, many.phone]);
    await portal.school.db
      .updateTable('deliveries')
      .set({ fallback_at: null })
      .where('target', '=', 'whatsapp')
      .execute();
    const { id: waits } = await addBroadcast(portal, {
      audience: audience({ user_ids: [late.id] }),
      by_whatsapp: true,
    });
    await send(portal, { id: waits });
    await expandBroadcasts(portal.school);
    const held = (held_until: string | null) =>
      portal.school.db.updateTable('whatsapp_numbers').set({ held_until }).execute();
    await held(new Date(portal.clock.now.getTime() + 120 * MINUTE).toISOString());
    portal.clock.advance(59 * MINUTE);
    await sendWhatsapp(portal.school);
    expect(await notificationsOf(late.id)).toEqual(['whatsapp na_fila']);
    portal.clock.advance(2 * MINUTE);
    await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
    await held(null);
    await sendWhatsapp(portal.school);
    expect([await notificationsOf(late.id), (await sentTo(late.phone)).length]).toEqual([
      ['whatsapp expirada', 'push na_fila'],
      1,
    ]);
  });

  it('messages wait for the end of quiet hours, unless the author ignores them', async () => {
    const stored = portal.clock.now;
    const [waits, rings] = [await reader(), await reader()];
    // 23:00 in São Paulo.
    portal.clock.now = new Date('2031-03-10T02:00:00.000Z');
    await sendOut([waits.id], { respect_quiet_hours: true });
    await sendOut([rings.id], { respect_quiet_hours: false });
    expect([await notificationsOf(waits.id), await notificationsOf(rings.id)]).toEqual([
      ['whatsapp na_fila'],
      ['whatsapp aceita'],
    ]);
    portal.clock.now = new Date('2031-03-10T13:00:00.000Z');
    await sendWhatsapp(portal.school);
    portal.clock.now = stored;
    expect((await sentTo(waits.phone)).length).toBe(2);
  });

  it('messages skip people who opt out after the preview, or want no such notices', async () => {
    const [stays, leaves, silent] = [await reader(), await reader({ device: true }), await reader()];
    await portal.ops.inbox.updateNoticePreferences({ aviso: false }, { as: silent.id });
    const ids = [stays.id, leaves.id, silent.id];
    expect(await preview(ids, { category: 'aviso' })).toMatchObject({ people: 3, whatsapp: 2 });
    portal.clock.advance(MINUTE);
    await write(leaves.phone, 'PARAR');
    const id = await sendOut(ids);
    expect(await counts(id)).toMatchObject({ people: 3, whatsapp: 1, devices: 1 });
    expect(await notificationsOf(leaves.id)).toEqual(['push na_fila']);
    expect(await notificationsOf(silent.id)).toEqual([]);
  });

  it('the preview shows the cost by the unit’s price, or that the price is missing', async () => {
    const { id } = await reader();
    const ofUnit = async () => (await preview([id])).whatsapp_units?.map(({ pessoas, preco }) => [pessoas, preco]);
    expect(await ofUnit()).toEqual([[1, null]]);
    expect((await price({ utility_centavos: 4, marketing_centavos: 35 })).status).toBe(200);
    expect(await ofUnit()).toEqual([[1, 4]]);
    expect(await unit()).toMatchObject({ utility_centavos: 4, marketing_centavos: 35 });
    expect((await price({})).status).toBe(200);
    expect(await ofUnit()).toEqual([[1, null]]);
    // Without the checkbox the preview does not mention it.
    expect(await preview([id], { por_whatsapp: undefined })).not.toHaveProperty('whatsapp_units');
  });

  it('messages are counted by the unit of their readers, each with its price', async () => {
    const { db } = portal.school;
    const { id: first } = await reader();
    const { id: _, ...own } = await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', UNIT)
      .executeTakeFirstOrThrow();
    const company = { ...own, nome: 'Unidade Azul' };
    const { id: blue } = await db.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow();
    const copyOf = async (table: 'whatsapp_numbers' | 'whatsapp_templates', more: object) => {
      const { id: __, ...row } = await db.selectFrom(table).selectAll().orderBy('id').executeTakeFirstOrThrow();
      const copy = db.insertInto(table).values({ ...row, ...more } as never);
      return (await copy.returning('id').executeTakeFirstOrThrow()).id;
    };
    const more = { company_id: blue, phone_number_id: '99999', utility_centavos: null, marketing_centavos: 35 };
    const number_id = await copyOf('whatsapp_numbers', more);
    const template_id = await copyOf('whatsapp_templates', { number_id, category: 'MARKETING' });
    await db.insertInto('whatsapp_uses').values({ number_id, template_id, kind: 'envio', variables: '[]' }).execute();
    const ids = [(await addAccount(portal, { company: blue })).id, (await addAccount(portal, { company: blue })).id];
    await db
      .insertInto('whatsapp_optins')
      .values(ids.map((user_id) => ({ user_id, number_id, status: 'ativa' as const, wa_id: `5511${user_id}` })))
      .execute();
    await price({ utility_centavos: 4 });
    const { whatsapp, whatsapp_units } = await preview([first, ...ids]);
    expect([whatsapp, whatsapp_units?.map(({ pessoas, preco }) => [pessoas, preco])]).toEqual([
      3,
      expect.arrayContaining([
        [1, 4],
        [2, 35],
      ]),
    ]);
  });

  it('only the office of a unit sets its price, within limits', async () => {
    const { id: manager } = await addAccount(portal, { company: OTHER_UNIT });
    await portal.school.db
      .insertInto('user_actions')
      .values({ user_id: manager, action_id: MANAGER_ACTION_ID })
      .execute();
    expect((await price({}, 1)).status).toBe(403);
    expect((await price({}, manager)).status).toBe(404);
    const seen = await portal.ops.broadcasts.listAudienceChoices({}, { as: manager });
    expect(seen.body.whatsapp).toBe(false);
    for (const wrong of [-1, 10_001, 0.5])
      expect((await price({ utility_centavos: wrong })).body.fields).toHaveProperty('utility_centavos');
  });
});
