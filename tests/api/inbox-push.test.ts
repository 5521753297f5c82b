import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import type { NoticeCategory } from '../../src/lib/contract/inbox.schema.ts';
import { notify, notifyAll, notifyPerson } from '../../src/server/messages/inbox/notify.ts';
import { addAccount } from '../support/accounts.ts';
import { addBroadcast, audience, send, work } from '../support/broadcasts.ts';
import { addDevice, atNoon } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR_MS = 60 * 60 * 1000;
const people = { ana: 1, helena: 7, igor: 8 };
const noSession = { status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } };

describe.each(engines)('what is pushed on %s (PUSH-13)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    atNoon(portal);
  });
  afterAll(() => portal.close());

  const person = async () => (await addAccount(portal)).id;
  const notice = { title: 'Pedido 7: Em separação', body: 'Seu material está sendo separado.', path: '/pedidos/7' };
  const newestOf = async (user_id: number) =>
    (
      await portal.school.db
        .selectFrom('notices')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow()
    ).id;
  async function addNotice(userId: number, category: NoticeCategory = 'pedido') {
    await notifyPerson(portal.school.db, portal.clock.now, { ...notice, userId, category });
    return newestOf(userId);
  }
  let lessons = 0;
  const addLesson = (userId: number, expiresAt: Date) => {
    lessons += 1;
    const params = { turmaId: 1, titulo: 'Travel plans', hora: '19:00', online: true, sala: null };
    const event = {
      userId,
      kind: 'aula_em_1h',
      about: String(lessons),
      params,
      expiresAt: expiresAt.toISOString(),
    } as const;
    return portal.school.db.transaction().execute((tx) => notify(tx, portal.clock.now, event));
  };
  const push = () => portal.sender.runOnce();
  const queued = (user_id: number) =>
    portal.school.db
      .selectFrom('deliveries')
      .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
      .select(['deliveries.subscription_id', 'deliveries.kind', 'deliveries.due_at', 'deliveries.status'])
      .select(['deliveries.reason', 'deliveries.expires_at', 'deliveries.notice_id', 'notices.path', 'notices.title'])
      .where('deliveries.user_id', '=', user_id)
      .orderBy('deliveries.id')
      .execute();
  const inApp = async (as: number) => (await portal.ops.inbox.listNotices({}, { as })).body.total;
  const ahead = (ms: number) => new Date(portal.clock.now.getTime() + ms);

  it('each device of the person gets a notice once, from any number of processes', async () => {
    const id = await person();
    const devices = [await addDevice(portal, id), await addDevice(portal, id)];
    const event = {
      userId: id,
      kind: 'pedido_andou',
      about: '7:1',
      params: { id: 7, numero: '7', status: 3 },
    } as const;
    const tell = () => portal.school.db.transaction().execute((tx) => notify(tx, portal.clock.now, event));
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    const rows = await queued(id);
    expect(rows.map(({ subscription_id }) => subscription_id)).toEqual(devices);
    expect(rows[0]).toMatchObject({
      notice_id: await newestOf(id),
      kind: 'aviso',
      title: expect.stringMatching(/^Pedido 7: /),
      path: '/pedidos/7',
      due_at: portal.clock.now.toISOString(),
    });
  });

  it('a notice of a person without a device stays in the portal, and is not pushed to a later device', async () => {
    const id = await person();
    await addNotice(id);
    await addDevice(portal, id);
    await push();
    expect([await queued(id), await inApp(id)]).toEqual([[], 1]);
  });

  it('a category that the person switched off stays in the portal', async () => {
    const id = await person();
    await addDevice(portal, id);
    await portal.ops.inbox.updateNoticePreferences({ clube: false }, { as: id });
    await addNotice(id, 'clube');
    const pushed = await addNotice(id);
    expect((await queued(id)).map(({ notice_id }) => notice_id)).toEqual([pushed]);
    expect(await inApp(id)).toBe(2);
  });

  it('a push of the night is due in the morning, or at the end of the own quiet hours', async () => {
    const [usual, own] = [await person(), await person()];
    const noon = portal.clock.now;
    for (const id of [usual, own]) await addDevice(portal, id);
    await portal.ops.inbox.updateNoticePreferences({ quiet: { de: '20:00', ate: '10:30' } }, { as: own });
    // 23:00 in Brazil.
    portal.clock.advance(11 * HOUR_MS);
    for (const id of [usual, own]) await addNotice(id);
    await push();
    expect(await queued(usual)).toMatchObject([
      { status: 'na_fila', due_at: new Date(noon.getTime() + 20 * HOUR_MS).toISOString() },
    ]);
    expect(await queued(own)).toMatchObject([
      { status: 'na_fila', due_at: new Date(noon.getTime() + 22.5 * HOUR_MS).toISOString() },
    ]);
    portal.clock.now = new Date(noon.getTime() + 24 * HOUR_MS);
  });

  it('a lesson is not pushed once it has begun, nor when quiet hours last until then', async () => {
    const [awake, asleep] = [await person(), await person()];
    for (const id of [awake, asleep]) await addDevice(portal, id);
    await portal.ops.inbox.updateNoticePreferences({ quiet: { de: '11:00', ate: '14:00' } }, { as: asleep });
    const begins = ahead(HOUR_MS);
    for (const id of [awake, asleep]) await addLesson(id, begins);
    await addLesson(awake, ahead(-1));
    expect((await queued(awake)).map((row) => row.expires_at)).toEqual([begins.toISOString()]);
    await push();
    expect(await queued(asleep)).toMatchObject([{ status: 'expirada', reason: 'quiet' }]);
    expect(await inApp(asleep)).toBe(1);
  });

  it('old notices are not pushed, such as after days without the sender', async () => {
    const id = await person();
    await addDevice(portal, id);
    await addNotice(id);
    portal.clock.advance(73 * HOUR_MS);
    await push();
    expect(await queued(id)).toMatchObject([{ status: 'expirada', reason: 'late' }]);
  });

  it('one run handles several batches', async () => {
    const id = await person();
    await addDevice(portal, id);
    const params = { documento: 'RG', motivo: null };
    const events = Array.from({ length: 450 }, (_, n) => ({
      userId: id,
      kind: 'documento_recusado' as const,
      about: `${n}`,
      params,
    }));
    await notifyAll(portal.school.db, portal.clock.now, events);
    expect(await queued(id)).toHaveLength(450);
  });

  describe('a press on a push message', () => {
    const readAtOf = async (as: number) =>
      (await portal.ops.inbox.listNotices({}, { as })).body.items.map(({ read_at }) => read_at);
    const tokensOf = (user_id: number) =>
      portal.school.db.selectFrom('deliveries').select('token').where('user_id', '=', user_id).execute();
    const report = (token: string | null | undefined, event: 'shown' | 'clicked' | 'closed') =>
      portal.ops.devices.reportEvent({ delivery_token: token ?? '', event }, {});

    it('a press on a push marks its notice as read, for this person only, and keeps the first time', async () => {
      const [id, other] = [await person(), await person()];
      for (const each of [id, other]) await addDevice(portal, each);
      for (const each of [id, id, other]) await addNotice(each);
      await push();
      const [first] = await tokensOf(id);
      for (const event of ['shown', 'closed'] as const) await report(first?.token, event);
      expect(await readAtOf(id)).toEqual([null, null]);
      const at = portal.clock.now.toISOString();
      await Promise.all([report(first?.token, 'clicked'), report(first?.token, 'clicked')]);
      portal.clock.advance(60_000);
      await report(first?.token, 'clicked');
      expect([await readAtOf(id), await readAtOf(other)]).toEqual([[null, at], [null]]);
    });

    it('a press on a push marks the notice of a broadcast as read', async () => {
      const [id, other] = [await person(), await person()];
      await addDevice(portal, id);
      const broadcast = await addBroadcast(portal, { audience: audience({ user_ids: [id, other] }) });
      await send(portal, { id: broadcast.id });
      await work(portal);
      const [row] = await tokensOf(id);
      await report(row?.token, 'clicked');
      expect([await readAtOf(id), await readAtOf(other)]).toEqual([[portal.clock.now.toISOString()], [null]]);
    });

    it('a press on a push marks nothing once the device belongs to somebody else', async () => {
      const [id, other] = [await person(), await person()];
      const device = await addDevice(portal, id);
      await addNotice(id);
      await push();
      const [row] = await tokensOf(id);
      const subscriptions = portal.school.db.updateTable('push_subscriptions').where('id', '=', device);
      await subscriptions.set({ user_id: other }).execute();
      expect((await report(row?.token, 'clicked')).status).toBe(200);
      expect(await readAtOf(id)).toEqual([null]);
    });
  });

  describe('preferences', () => {
    const read = (as: number) => portal.ops.inbox.getNoticePreferences({}, { as });
    const update = (body: Record<string, unknown>, as?: number, more = {}) =>
      portal.ops.inbox.updateNoticePreferences(body as never, as === undefined ? {} : { as, ...more });
    const all = { aula: true, financeiro: true, clube: true, pedido: true, campanha: true, aviso: true };
    const others = { falta: false, filhos: true, email: true, equipe: [], resumo: null };
    const quiet = { de: '21:00', ate: '08:00' };

    it('by default all but absences is on, with quiet hours at night; a change keeps other settings', async () => {
      const id = await person();
      expect((await read(id)).body).toEqual({ ...all, ...others, quiet });
      await update({ campanha: false, aula: false }, id);
      await update({ aula: true, quiet: { de: '22:30', ate: '06:00' } }, id);
      const now = { ...all, ...others, campanha: false, quiet: { de: '22:30', ate: '06:00' } };
      expect((await read(id)).body).toEqual(now);
      expect((await update({}, id)).body).toEqual(now);
      const me = await portal.call(getMe, {}, { as: id });
      expect(me.body.notification_preferences).toEqual({ ...all, campanha: false });
    });

    it('ROLE-08 a person reads and changes only the own preferences', async () => {
      const [one, other] = [await person(), await person()];
      await update({ user_id: other, clube: false }, one);
      expect((await read(other)).body).toEqual({ ...all, ...others, quiet });
    });

    it('two concurrent changes of preferences both count', async () => {
      const id = await person();
      await Promise.all([update({ clube: false }, id), update({ pedido: false }, id), update({ clube: false }, id)]);
      expect((await read(id)).body).toMatchObject({ clube: false, pedido: false, aula: true });
    });

    it('AUTH-26 preferences need a bearer, and a change a session with a password', async () => {
      expect(await portal.ops.inbox.getNoticePreferences()).toMatchObject(noSession);
      expect(await update({ aula: false })).toMatchObject(noSession);
      expect((await update({ aula: false }, people.ana, { scope: 'book' })).status).toBe(403);
    });

    it.each([
      [{ aula: 'não' }, 'aula'],
      [{ quiet: { de: '25:00', ate: '08:00' } }, 'quiet.de'],
      [{ quiet: { de: '21:00' } }, 'quiet.ate'],
      [{ quiet: '21:00' }, 'quiet'],
    ])('S1 preferences refuse %j in words', async (body, field) => {
      const id = await person();
      const answer = await update(body, id);
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.stringMatching(/\S/) } } });
      expect((await read(id)).body).toEqual({ ...all, ...others, quiet });
    });
  });

  describe('POST portal/notices/read', () => {
    const readAll = (as?: number) => portal.ops.inbox.markAllNoticesRead({}, as === undefined ? {} : { as });
    const unread = async (as: number) => (await portal.ops.inbox.countUnreadNotices({}, { as })).body.unread;

    it('reading all notices marks all own ones, and keeps earlier reading times', async () => {
      const [id, other] = [await person(), await person()];
      const first = await addNotice(id);
      await portal.ops.inbox.markNoticeRead({ id: first }, { as: id });
      const readAt = portal.clock.now.toISOString();
      for (const each of [id, id, other]) await addNotice(each);
      portal.clock.advance(1000);
      expect(await readAll(id)).toMatchObject({ status: 200, body: { detail: 'Todos os avisos estão lidos.' } });
      expect([await unread(id), await unread(other)]).toEqual([0, 1]);
      const { items } = (await portal.ops.inbox.listNotices({}, { as: id })).body;
      expect(items.find((notice) => notice.id === first)?.read_at).toBe(readAt);
    });

    it('AUTH-26 reading and counting all notices needs a bearer', async () => {
      expect(await readAll()).toMatchObject(noSession);
      expect(await portal.ops.inbox.countUnreadNotices()).toMatchObject(noSession);
    });
  });

  describe('kinds that a manager switches', () => {
    const list = (as?: number) => portal.ops.inbox.listNoticeKinds({}, as === undefined ? {} : { as });
    const set = (kind: string, enabled: unknown, as?: number) =>
      portal.ops.inbox.updateNoticeKind({ kind, enabled } as never, as === undefined ? {} : { as });
    const isOn = async (kind: string, as: number) =>
      (await list(as)).body.items.find((each) => each.kind === kind)?.enabled;

    it('kinds of notices are listed with an example text', async () => {
      const { items } = (await list(people.helena)).body;
      expect(items).toHaveLength(13);
      expect(items[0]).toEqual({
        id: 1,
        kind: 'nota_lancada',
        nome: 'Nota liberada',
        category: 'aula',
        exemplo: expect.stringMatching(/^Suas notas saíram\n/),
        enabled: true,
      });
    });

    it('kinds of notices are switched for the own school and back, and the log records it', async () => {
      const off = await set('pontos_vencem', false, people.helena);
      expect(off.body).toMatchObject({ kind: 'pontos_vencem', enabled: false });
      await set('pontos_vencem', false, people.helena);
      expect(await isOn('pontos_vencem', people.helena)).toBe(false);
      const { id: far } = await addAccount(portal, { company: 102 });
      await portal.school.db.insertInto('user_actions').values({ user_id: far, action_id: 4 }).execute();
      expect(await isOn('pontos_vencem', far)).toBe(true);
      // An admin's switch is for his own school too.
      expect((await set('pontos_vencem', true, people.igor)).body.enabled).toBe(true);
      expect(await isOn('pontos_vencem', people.helena)).toBe(true);
      const log = await portal.school.db
        .selectFrom('audit_log')
        .select(['user_id', 'action'])
        .where('target', '=', 'notice-kind:pontos_vencem')
        .orderBy('id')
        .execute();
      expect(log).toEqual([
        { user_id: people.helena, action: 'notice-kind-off' },
        { user_id: people.igor, action: 'notice-kind-on' },
      ]);
    });

    it('ROLE-02 kinds of notices are for managers, with a school', async () => {
      expect([(await list(people.ana)).status, (await set('pontos_vencem', false, people.ana)).status]).toEqual([
        403, 403,
      ]);
      expect(await list()).toMatchObject(noSession);
      expect(await set('pontos_vencem', false)).toMatchObject(noSession);
      const { id } = await addAccount(portal, { company: null });
      await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: 1 }).execute();
      for (const answer of [await list(id), await set('pontos_vencem', false, id)]) {
        expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('nenhuma escola') } });
      }
    });

    it.each([
      ['outro', true],
      ['pontos_vencem', 'sim'],
      ['pontos_vencem', null],
    ])('S1 kinds of notices refuse %s %j in words', async (kind, enabled) => {
      const { status, body } = await set(kind, enabled, people.helena);
      expect(status).toBe(422);
      expect(body.detail).toMatch(/\S/);
    });
  });
});
