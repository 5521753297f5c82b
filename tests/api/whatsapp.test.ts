import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { notify } from '../../src/server/messages/inbox/notify.ts';
import { sendWhatsapp } from '../../src/server/messages/whatsapp/send.ts';
import { endReminders } from '../../src/server/money/finance/end-reminders.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { addDevices, deviceAt } from '../support/device-rows.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { WhatsappApi } from '../support/whatsapp/api.ts';
import { ACCOUNT_ID, APP_SECRET, DISPLAY, type Hook, PHONE_NUMBER_ID, TOKEN } from '../support/whatsapp/steering.ts';

const MINUTE = 60_000;
const [MANAGER, UNIT, OTHER_UNIT] = [7, 101, 102];
const keys = { phone_number_id: PHONE_NUMBER_ID, account_id: ACCOUNT_ID, token: TOKEN, app_secret: APP_SECRET };
let phones = 11_900_000_000;

describe.each(engines)('notices by WhatsApp on %s', (engine) => {
  let api: WhatsappApi;
  let portal: TestSchool;
  let numberId: number;
  const path = () => `${API_PREFIX}portal/whatsapp/webhooks/${numberId}/`;
  const tell = (hook: Hook, signature = hook.signature) =>
    portal.send('POST', path(), {
      body: hook.body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    });
  const write = async (from: string | null, text: string, more: { sender?: string; id?: string; at?: Date } = {}) =>
    (await tell(await api.write(from, text, more.at ?? portal.clock.now, more))).status;
  const unit = async () => (await portal.ops.units.getUnit({ id: UNIT }, { as: MANAGER })).body.whatsapp_ligado;

  beforeAll(async () => {
    api = await WhatsappApi.start();
    portal = await openTestSchool(engine, { env: { WHATSAPP_API_URL: api.url } });
    portal.clock.now = noonOf(portal);
  });
  afterAll(() => Promise.all([portal.close(), api.close()]));
  beforeEach(async () => {
    portal.clock.advance(MINUTE);
    await api.behave();
  });

  /** Somebody of the unit who gets notices by WhatsApp. */
  async function reader(more: { device?: boolean; sender?: string; hidesPhone?: boolean } = {}) {
    const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
    const phone = `55${++phones}`;
    const { body } = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id });
    if (body?.estado !== 'espera') throw new Error('no code');
    await write(more.hidesPhone ? null : phone, body.texto, more.sender ? { sender: more.sender } : {});
    await sendWhatsapp(portal.school);
    if (more.device) await addDevices(portal.school, id, [deviceAt(`https://fcm.googleapis.com/${id}`)]);
    return { id, phone };
  }
  /** A lesson of somebody is cancelled. */
  const cancel = (userId: number, more: { isPressing?: boolean } = {}) =>
    portal.school.db.transaction().execute((tx) =>
      notify(tx, portal.clock.now, {
        ...{ userId, kind: 'aula_cancelada', about: `teste-${Math.random()}`, isPressing: true, ...more },
        params: { turmaId: 1, titulo: 'Travel\nplans', hora: '19:00', dia: 'hoje' },
        expiresAt: new Date(portal.clock.now.getTime() + 300 * MINUTE).toISOString(),
      }),
    );
  const toldOf = (userId: number) =>
    portal.school.db
      .selectFrom('deliveries')
      .select(['target', 'status', 'reason', 'last_status'])
      .where('user_id', '=', userId)
      .where('notice_id', 'is not', null)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ target, status }) => `${target} ${status}`));
  const sentTo = async (phone: string) => (await api.look()).sent.filter(({ to }) => to === phone);
  const sentence = async (userId: number) =>
    (await portal.ops.students.getPerson({ id: userId }, { as: MANAGER })).body.avisos.mensagens[0]?.alvos.map(
      ({ frase }) => frase,
    );

  describe('the number of a unit', () => {
    it.each([
      ['another token', { token: 'x'.repeat(40) }, 'token'],
      ['the secret of another app', { app_secret: 'f'.repeat(32) }, 'app_secret'],
      ['an unknown number', { phone_number_id: '999999' }, 'phone_number_id'],
      ['an unknown account', { account_id: '999999' }, 'account_id'],
      ['a token with blanks', { token: 'a b' }, 'token'],
    ])('is refused with %s, at its field', async (_what, wrong, field) => {
      const { status, body } = await portal.ops.whatsapp.connectNumber(
        { id: UNIT, ...keys, ...wrong },
        { as: MANAGER },
      );
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
      expect(await unit()).toBeNull();
    });

    it('shows nothing to people before it is connected and heard', async () => {
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: 1 })).body).toBeNull();
      expect((await portal.ops.whatsapp.startOwnWhatsapp({}, { as: 1 })).status).toBe(409);
    });

    it('is connected for the own unit alone, and shows no key', async () => {
      const elsewhere = await portal.ops.whatsapp.connectNumber({ id: OTHER_UNIT, ...keys }, { as: MANAGER });
      expect(elsewhere.status).toBe(404);
      expect((await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: 1 })).status).toBe(403);
      const { status, body } = await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      expect([status, body?.numero, body?.ouvido_em]).toEqual([200, DISPLAY, null]);
      expect(body?.modelos.map(({ nome, serve }) => [nome, serve])).toEqual([
        ['aviso_de_aula', true],
        ['com_figura', false],
        ['em_analise', true],
        ['lembrete', true],
      ]);
      expect(JSON.stringify(body)).not.toContain(TOKEN);
      expect(JSON.stringify(body)).not.toContain(APP_SECRET);
      const rows = await portal.school.db.selectFrom('whatsapp_numbers').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
      numberId = rows[0]?.id ?? 0;
      const hello = (word: string) =>
        portal.send('GET', `${path()}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=1158201444`);
      expect((await hello('outra')).status).toBe(403);
      const answer = await hello(body?.palavra ?? '');
      expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    });

    it('takes signed messages alone', async () => {
      const hook = await api.write('5511900000000', 'Oi', portal.clock.now);
      expect((await tell(hook, `sha256=${'0'.repeat(64)}`)).status).toBe(401);
      expect((await tell({ ...hook, body: hook.body.replace('Oi', 'PARAR') })).status).toBe(401);
      expect((await unit())?.ouvido_em).toBeNull();
      expect((await tell(hook)).status).toBe(200);
      expect((await unit())?.ouvido_em).not.toBeNull();
    });

    it('uses approved templates that it can fill in, with a value for each variable', async () => {
      const ids = new Map((await unit())?.modelos.map(({ nome, id }) => [nome, id]));
      const use = (nome: string, more: object = {}) =>
        portal.ops.whatsapp.useTemplate(
          {
            id: ids.get(nome) ?? 0,
            kind: 'aula_cancelada',
            v1: 'nome',
            v2: 'escola',
            v3: 'titulo',
            v4: 'texto',
            ...more,
          },
          { as: MANAGER },
        );
      expect((await use('em_analise')).status).toBe(409);
      expect((await use('com_figura')).status).toBe(409);
      const missing = await use('aviso_de_aula', { v3: null });
      expect([missing.status, Object.keys(missing.body.fields ?? {})]).toEqual([422, ['v3']]);
      expect((await use('aviso_de_aula')).status).toBe(200);
      const bills = { kind: 'parcela_lembrete' as const, v3: 'texto' as const, v4: 'link' as const };
      expect((await use('lembrete', bills)).status).toBe(200);
      const elsewhere = await portal.ops.whatsapp.dropTemplate({ id: ids.get('lembrete') ?? 0 }, { as: 9 });
      expect([403, 404]).toContain(elsewhere.status);
    });

    it('sends a test to the own telephone', async () => {
      const id = (await unit())?.modelos.find(({ nome }) => nome === 'lembrete')?.id ?? 0;
      await portal.school.db.updateTable('users').set({ phone: '11987654321' }).where('id', '=', MANAGER).execute();
      expect((await portal.ops.whatsapp.testTemplate({ id }, { as: MANAGER })).status).toBe(200);
      expect((await sentTo('5511987654321')).length).toBe(1);
      await api.behave({ does: 'error', status: 400, code: 131_026, times: 1 });
      const refused = await portal.ops.whatsapp.testTemplate({ id }, { as: MANAGER });
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'A Meta não aceitou o teste: o WhatsApp da pessoa não pôde receber.',
      ]);
    });
  });

  describe('who opts in', () => {
    it('sends the own code, hears that it works, and nobody else can use it', async () => {
      const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
      const start = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id });
      const text = start.body?.estado === 'espera' ? start.body.texto : '';
      await write('5511955550001', 'Código: AAAA-BBBB');
      await write('5511955550001', text, { id: 'wamid.once' });
      await write('5511955550001', text, { id: 'wamid.once' });
      await write('5511955550002', text);
      await sendWhatsapp(portal.school);
      const own = await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id });
      expect(own.body).toMatchObject({ estado: 'ativa', telefone: 'final 0001' });
      expect((await sentTo('5511955550001')).map((each) => each.text.slice(0, 7))).toEqual(['Pronto!']);
      expect(await sentTo('5511955550002')).toEqual([]);
    });

    it('cannot be a minor, nor use a code of yesterday', async () => {
      const { id } = await addAccount(portal, { birth_date: '2014-03-02' });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body).toEqual({ estado: 'menor' });
      expect((await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id })).status).toBe(409);
      const adult = await addAccount(portal, { birth_date: '1990-01-01' });
      const start = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: adult.id });
      portal.clock.advance(61 * MINUTE);
      await write('5511955550003', start.body?.estado === 'espera' ? start.body.texto : '');
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: adult.id })).body?.estado).toBe('nenhuma');
    });

    it('ends it by a word and begins again by another, whatever comes late', async () => {
      const { id, phone } = await reader();
      const before = portal.clock.now;
      portal.clock.advance(MINUTE);
      await write(phone, ' Parar! ');
      await sendWhatsapp(portal.school);
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
      expect(await toldOf(id)).toEqual(['mail na_fila']);
      // A message of before the word, which comes after it.
      await write(phone, 'voltar', { at: before });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
      portal.clock.advance(MINUTE);
      await write(phone, 'VOLTAR');
      portal.clock.advance(MINUTE);
      await write(phone, 'Posso remarcar?');
      await write(phone, 'Alguém aí?');
      await sendWhatsapp(portal.school);
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('ativa');
      expect((await sentTo(phone)).map((each) => each.text.split(/[:!]/)[0])).toEqual([
        'Pronto',
        'Combinado',
        'Pronto',
        'Ninguém lê as respostas deste número',
      ]);
      await portal.ops.whatsapp.stopOwnWhatsapp({}, { as: id });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
    });

    it('is written to by the name that WhatsApp gives, where it hides the telephone', async () => {
      const { id } = await reader({ hidesPhone: true, sender: 'BR.1502576394655843' });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await sentTo('BR.1502576394655843')).length).toBe(2);
      portal.clock.advance(MINUTE);
      await write(null, 'sair', { sender: 'BR.1502576394655843' });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
    });
  });

  describe('a notice', () => {
    it('goes by WhatsApp in place of push and mail, and says what became of it', async () => {
      const { id, phone } = await reader({ device: true });
      await cancel(id);
      await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
      const [, message, ...more] = await sentTo(phone);
      expect(more).toEqual([]);
      expect(message?.text).toContain('Aula cancelada');
      expect(await toldOf(id)).toEqual(['whatsapp aceita']);
      for (const status of ['delivered', 'sent', 'delivered', 'failed'] as const)
        await tell(await api.status(message?.id ?? '', status, portal.clock.now));
      expect(await toldOf(id)).toEqual(['whatsapp mostrada']);
      expect(await sentence(id)).toEqual(['Entregue no WhatsApp.']);
      await tell(await api.status(message?.id ?? '', 'read', portal.clock.now));
      portal.clock.advance(20 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(id)).toEqual(['whatsapp clicada']);
    });

    it.each([
      ['with a device, by push', true, 'push na_fila'],
      ['without a device, by mail', false, 'mail na_fila'],
    ])('that fails reaches its reader %s, once', async (_what, device, other) => {
      const { id, phone } = await reader({ device });
      await cancel(id);
      await sendWhatsapp(portal.school);
      const message = (await sentTo(phone))[1];
      const failed = await api.status(message?.id ?? '', 'failed', portal.clock.now, 131_026);
      await tell(failed);
      await tell(failed);
      await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
      expect(await toldOf(id)).toEqual(['whatsapp falhou', other]);
      expect((await sentence(id))?.[0]).toBe(
        'Não chegou por WhatsApp: o WhatsApp da pessoa não pôde receber. Segue por notificação ou e-mail.',
      );
    });

    it('that is not delivered within a quarter of an hour goes otherwise, unless it was read in the portal', async () => {
      const [silent, read] = [await reader(), await reader()];
      await cancel(silent.id);
      await cancel(read.id);
      await sendWhatsapp(portal.school);
      await portal.school.db.updateTable('notices').set({ read_at: 'x' }).where('user_id', '=', read.id).execute();
      portal.clock.advance(14 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(silent.id)).toEqual(['whatsapp aceita']);
      portal.clock.advance(2 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(silent.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
      expect(await toldOf(read.id)).toEqual(['whatsapp aceita']);
      await mailDeliveries(portal.school);
    });

    it('whose answer is lost is sent once, and its status is found by what it carried', async () => {
      const [known, unknown] = [await reader(), await reader()];
      await api.behave({ does: 'lost', times: 2 });
      await cancel(known.id);
      await cancel(unknown.id);
      for (let turn = 0; turn < 3; turn += 1) await sendWhatsapp(portal.school);
      expect([(await sentTo(known.phone)).length, (await sentTo(unknown.phone)).length]).toEqual([2, 2]);
      expect((await sentence(known.id))?.[0]).toContain('não confirmou');
      await tell(await api.status((await sentTo(known.phone))[1]?.id ?? '', 'delivered', portal.clock.now));
      portal.clock.advance(16 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(known.id)).toEqual(['whatsapp mostrada']);
      expect(await toldOf(unknown.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
      expect((await sentTo(unknown.phone)).length).toBe(2);
    });

    it.each([
      ['is tried again after a fault of Meta', { status: 500, code: 131_016 }, 'aceita', 2],
      ['waits where the reader got too much', { status: 400, code: 131_056 }, 'aceita', 2],
      ['waits where the number is too fast', { status: 429, code: 130_429 }, 'aceita', 2],
      ['ends where the reader is not there', { status: 400, code: 131_026 }, 'falhou', 1],
    ])('%s', async (_what, error, state, tries) => {
      const { id } = await reader();
      const before = (await api.look()).tries.length;
      await api.behave({ does: 'error', times: 1, ...error });
      await cancel(id);
      await sendWhatsapp(portal.school);
      portal.clock.advance(3 * MINUTE);
      await sendWhatsapp(portal.school);
      expect((await toldOf(id))[0]).toBe(`whatsapp ${state}`);
      expect((await api.look()).tries.length - before).toBe(tries);
    });

    it('of a bill holds its sum and its link', async () => {
      const { id } = await reader();
      await portal.school.db.transaction().execute((tx) =>
        notify(tx, portal.clock.now, {
          ...{ userId: id, kind: 'parcela_lembrete', about: `${id}:hoje`, isPressing: true },
          params: { descricao: 'Mensalidade', centavos: 38_900, vencimento: '2026-12-10', dias: 3, path: '/financial' },
        }),
      );
      await sendWhatsapp(portal.school);
      expect(await toldOf(id)).toEqual(['whatsapp aceita']);
      const said = (await api.look()).sent.at(-1)?.text;
      expect(said).toContain('https://aluno.example/financial');
    });

    it('of a bill that is paid meanwhile goes no other way', async () => {
      const [paid, open] = [await reader(), await reader()];
      const dia = '2031-01-10';
      const billsOf = async (id: number) => {
        const bills = (await addBills(portal, id)).map((bill) => bill.id);
        const sent = { parcela_id: bills[0] ?? 0, vencimento: dia, passo: 2, dias: 0, dia, created_at: dia };
        await portal.school.db.insertInto('bill_reminders').values(sent).execute();
        await portal.school.db.transaction().execute((tx) =>
          notify(tx, portal.clock.now, {
            ...{ userId: id, kind: 'parcela_lembrete', about: `${id}:${dia}`, isPressing: true },
            params: { descricao: 'Mensalidade', centavos: 10_000, vencimento: dia, dias: 0, path: '/financial' },
          }),
        );
        return bills;
      };
      const bills = [...(await billsOf(paid.id)), ...(await billsOf(open.id))];
      await sendWhatsapp(portal.school);
      await portal.school.db.transaction().execute(async (tx) => {
        await tx.updateTable('parcelas').set({ status: 'paga' }).where('user_id', '=', paid.id).execute();
        await endReminders(tx, bills, portal.clock.now);
      });
      portal.clock.advance(16 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(paid.id)).toEqual(['whatsapp aceita']);
      expect(await toldOf(open.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
    });

    it('stops with a token that ended, goes otherwise at once, and again after a new token', async () => {
      const { id } = await reader();
      await api.behave({ does: 'error', status: 401, code: 190, times: 1 });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect(await toldOf(id)).toEqual(['whatsapp falhou', 'mail na_fila']);
      expect((await unit())?.parado).toBe('token');
      const { espera } = (await portal.ops.panel.getPanelHome({}, { as: MANAGER })).body;
      expect(espera.find(({ tipo }) => tipo === 'whatsapp')?.quantos).toBe(1);
      await cancel(id);
      expect((await toldOf(id)).at(-1)).toBe('mail na_fila');
      await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await toldOf(id)).at(-1)).toBe('whatsapp aceita');
    });

    it('waits for quiet hours to end, and what presses is mailed at night', async () => {
      const [later, now] = [await reader(), await reader()];
      const noon = portal.clock.now;
      for (const { id } of [later, now])
        await portal.ops.inbox.updateNoticePreferences({ quiet: { de: '00:00', ate: '23:59' } }, { as: id });
      await cancel(later.id, { isPressing: false });
      await cancel(now.id);
      await sendWhatsapp(portal.school);
      expect(await toldOf(later.id)).toEqual(['whatsapp na_fila']);
      expect(await toldOf(now.id)).toEqual(['whatsapp expirada', 'mail na_fila']);
      portal.clock.now = noon;
    });

    it('is not sent by who died with it: it goes otherwise', async () => {
      const { id, phone } = await reader();
      await cancel(id);
      const at = new Date(portal.clock.now.getTime() + MINUTE).toISOString();
      await portal.school.db
        .updateTable('deliveries')
        .set({ claimed_until: at, attempts: 1 })
        .where('user_id', '=', id)
        .where('notice_id', 'is not', null)
        .execute();
      portal.clock.advance(16 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await toldOf(id)).toEqual(['whatsapp aceita', 'mail na_fila']);
      expect((await sentTo(phone)).length).toBe(1);
    });
  });

  it('a number that is disconnected leaves nobody untold', async () => {
    const { id } = await reader();
    await cancel(id);
    expect((await portal.ops.whatsapp.disconnectNumber({ id: UNIT }, { as: MANAGER })).status).toBe(200);
    portal.clock.advance(16 * MINUTE);
    await sendWhatsapp(portal.school);
    expect(await toldOf(id)).toEqual(['whatsapp expirada', 'mail na_fila']);
    expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body).toBeNull();
  });
});
