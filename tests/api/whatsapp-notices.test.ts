import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { notify } from '../../src/server/messages/inbox/notify.ts';
import { sendWhatsapp } from '../../src/server/messages/whatsapp/send.ts';
import { endReminders } from '../../src/server/money/finance/end-reminders.ts';
import { addBills } from '../support/bills.ts';
import { engines } from '../support/school.ts';
import { keys, openWhatsappSchool } from '../support/whatsapp/school.ts';

const MINUTE = 60_000;
const [MANAGER, UNIT] = [7, 101];
type World = Awaited<ReturnType<typeof openWhatsappSchool>>;

describe.each(engines)('notices by WhatsApp on %s', (engine) => {
  let school: World;
  let { api, portal, tell, unit, reader, cancel, notificationsOf, sentTo, sentence } = {} as World;
  beforeAll(async () => {
    school = await openWhatsappSchool(engine);
    ({ api, portal, tell, unit, reader, cancel, notificationsOf, sentTo, sentence } = school);
    await school.connect();
  });
  afterAll(() => school.close());
  beforeEach(async () => {
    portal.clock.advance(MINUTE);
    await api.behave();
  });

  describe('a notice', () => {
    it('a notice is sent by WhatsApp in place of push and mail, with its outcome', async () => {
      const { id, phone } = await reader({ device: true });
      await cancel(id);
      await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
      const [, message, ...more] = await sentTo(phone);
      expect(more).toEqual([]);
      expect(message?.text).toContain('Aula cancelada');
      expect(await notificationsOf(id)).toEqual(['whatsapp aceita']);
      for (const status of ['delivered', 'sent', 'delivered', 'failed'] as const)
        await tell(await api.status(message?.id ?? '', status, portal.clock.now));
      expect(await notificationsOf(id)).toEqual(['whatsapp mostrada']);
      expect(await sentence(id)).toEqual(['Entregue no WhatsApp.']);
      await tell(await api.status(message?.id ?? '', 'read', portal.clock.now));
      portal.clock.advance(20 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(id)).toEqual(['whatsapp clicada']);
    });

    it.each([
      ['with a device, by push', true, 'push na_fila'],
      ['without a device, by mail', false, 'mail na_fila'],
    ])('a failed notice reaches its reader %s, once', async (_what, device, other) => {
      const { id, phone } = await reader({ device });
      await cancel(id);
      await sendWhatsapp(portal.school);
      const message = (await sentTo(phone))[1];
      const failed = await api.status(message?.id ?? '', 'failed', portal.clock.now, 131_026);
      await tell(failed);
      await tell(failed);
      await Promise.all([sendWhatsapp(portal.school), sendWhatsapp(portal.school)]);
      expect(await notificationsOf(id)).toEqual(['whatsapp falhou', other]);
      expect((await sentence(id))?.[0]).toBe(
        'Não chegou por WhatsApp: o WhatsApp da pessoa não pôde receber. Segue por notificação ou e-mail.',
      );
    });

    it('a notice not delivered in 15 minutes is sent by another target, unless read in the portal', async () => {
      const [silent, read] = [await reader(), await reader()];
      await cancel(silent.id);
      await cancel(read.id);
      await sendWhatsapp(portal.school);
      await portal.school.db.updateTable('notices').set({ read_at: 'x' }).where('user_id', '=', read.id).execute();
      portal.clock.advance(14 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(silent.id)).toEqual(['whatsapp aceita']);
      portal.clock.advance(2 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(silent.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
      expect(await notificationsOf(read.id)).toEqual(['whatsapp aceita']);
      await mailDeliveries(portal.school);
    });

    it('a notice whose answer is lost is sent once, and its status found by its reference', async () => {
      const [known, unknown] = [await reader(), await reader()];
      await api.behave({ does: 'lost', times: 2 });
      await cancel(known.id);
      await cancel(unknown.id);
      for (let round = 0; round < 3; round += 1) await sendWhatsapp(portal.school);
      expect([(await sentTo(known.phone)).length, (await sentTo(unknown.phone)).length]).toEqual([2, 2]);
      expect((await sentence(known.id))?.[0]).toContain('não confirmou');
      await tell(await api.status((await sentTo(known.phone))[1]?.id ?? '', 'delivered', portal.clock.now));
      portal.clock.advance(16 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(known.id)).toEqual(['whatsapp mostrada']);
      expect(await notificationsOf(unknown.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
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
      expect((await notificationsOf(id))[0]).toBe(`whatsapp ${state}`);
      expect((await api.look()).tries.length - before).toBe(tries);
    });

    it('a notice of a bill has its sum and its link', async () => {
      const { id } = await reader();
      await portal.school.db.transaction().execute((tx) =>
        notify(tx, portal.clock.now, {
          ...{ userId: id, kind: 'parcela_lembrete', about: `${id}:hoje`, isPressing: true },
          params: { descricao: 'Mensalidade', centavos: 38_900, vencimento: '2026-12-10', dias: 3, path: '/financial' },
        }),
      );
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(id)).toEqual(['whatsapp aceita']);
      const said = (await api.look()).sent.at(-1)?.text;
      expect(said).toContain('https://aluno.example/financial');
    });

    it('a notice of a bill that is paid meanwhile is not sent by another target', async () => {
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
      expect(await notificationsOf(paid.id)).toEqual(['whatsapp aceita']);
      expect(await notificationsOf(open.id)).toEqual(['whatsapp aceita', 'mail na_fila']);
    });

    it('with an expired token notices are sent by another target at once, and by WhatsApp after a new token', async () => {
      const { id } = await reader();
      await api.behave({ does: 'error', status: 401, code: 190, times: 1 });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(id)).toEqual(['whatsapp falhou', 'mail na_fila']);
      expect((await unit())?.parado).toBe('token');
      const { espera } = (await portal.ops.panel.getPanelHome({}, { as: MANAGER })).body;
      expect(espera.find(({ tipo }) => tipo === 'whatsapp')?.quantos).toBe(1);
      await cancel(id);
      expect((await notificationsOf(id)).at(-1)).toBe('mail na_fila');
      await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await notificationsOf(id)).at(-1)).toBe('whatsapp aceita');
    });

    it('a notice waits for quiet hours to end, and an urgent one is mailed at night', async () => {
      const [later, now] = [await reader(), await reader()];
      const noon = portal.clock.now;
      for (const { id } of [later, now])
        await portal.ops.inbox.updateNoticePreferences({ quiet: { de: '00:00', ate: '23:59' } }, { as: id });
      await cancel(later.id, { isPressing: false, minutes: 2_880 });
      await cancel(now.id);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(later.id)).toEqual(['whatsapp na_fila']);
      expect(await notificationsOf(now.id)).toEqual(['whatsapp expirada', 'mail na_fila']);
      portal.clock.now = noon;
    });

    it('a notice about a lesson within half an hour uses another target, and blocked people get none', async () => {
      const [soon, blocked] = [await reader(), await reader()];
      await cancel(soon.id, { minutes: 20 });
      expect(await notificationsOf(soon.id)).toEqual(['mail na_fila']);
      await cancel(blocked.id);
      await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute();
      await sendWhatsapp(portal.school);
      expect((await sentTo(blocked.phone)).length).toBe(1);
    });

    it('a notice whose request gets the HTML page of a gateway is sent once', async () => {
      const { id, phone } = await reader();
      await api.behave({ does: 'html', times: 1 });
      await cancel(id);
      for (let round = 0; round < 3; round += 1) {
        await sendWhatsapp(portal.school);
        portal.clock.advance(6 * MINUTE);
      }
      await sendWhatsapp(portal.school);
      expect((await sentTo(phone)).length).toBe(2);
      expect(await notificationsOf(id)).toEqual(['whatsapp aceita', 'mail na_fila']);
    });

    it('the time of a notice starts at sending, and a failure from before a new token stops nothing', async () => {
      const { id, phone } = await reader();
      await cancel(id);
      portal.clock.advance(14 * MINUTE);
      await sendWhatsapp(portal.school);
      portal.clock.advance(2 * MINUTE);
      await sendWhatsapp(portal.school);
      expect(await notificationsOf(id)).toEqual(['whatsapp aceita']);
      await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      const message = (await sentTo(phone))[1];
      await tell(await api.status(message?.id ?? '', 'failed', portal.clock.now, 131_042));
      expect((await unit())?.parado).toBeNull();
    });

    it('a notice claimed by a killed process is sent by another target', async () => {
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
      expect(await notificationsOf(id)).toEqual(['whatsapp aceita', 'mail na_fila']);
      expect((await sentTo(phone)).length).toBe(1);
    });
  });

  it('after disconnecting a number its notices are sent by another target', async () => {
    const { id } = await reader();
    await cancel(id);
    expect((await portal.ops.whatsapp.disconnectNumber({ id: UNIT }, { as: MANAGER })).status).toBe(200);
    portal.clock.advance(16 * MINUTE);
    await sendWhatsapp(portal.school);
    expect(await notificationsOf(id)).toEqual(['whatsapp expirada', 'mail na_fila']);
    expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body).toBeNull();
  });
});
