import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeKind } from '../../src/lib/contract/inbox.schema.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { notify } from '../../src/server/messages/inbox/notify.ts';
import { notifyOfBillsPaid } from '../../src/server/money/finance/bill-notices.ts';
import { remindOfBills } from '../../src/server/money/finance/bill-reminders.ts';
import { notifyOfClasses, notifyOfLessons } from '../../src/server/study/teaching/class-notices.ts';
import { addAccount } from '../support/accounts.ts';
import { addDebtor } from '../support/bills.ts';
import { addClass, addLesson, atNoon, notificationsOf } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ZONE = 'America/Sao_Paulo';
const guardian = {
  full_name: 'Sandra Nunes',
  cpf: '00000000191',
  email: 'sandra@teste.example',
  phone: '1',
  relation: 'Mãe',
};

describe.each(engines)('notices by event on %s (PUSH-13)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    atNoon(portal);
    // The first run for each kind: earlier events are not notified.
    await look();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.clock.advance(MINUTE_MS));

  /** As two processes do. */
  async function look() {
    const both = (job: (school: TestSchool['school']) => Promise<void>) =>
      Promise.all([job(portal.school), job(portal.school)]);
    await both(notifyOfClasses);
    await both(remindOfBills);
    await both(notifyOfBillsPaid);
    await both(mailDeliveries);
  }
  const person = async (overrides: Parameters<typeof addAccount>[1] = {}) => (await addAccount(portal, overrides)).id;
  const ahead = (ms: number) => new Date(portal.clock.now.getTime() + ms);
  const notified = (id: number, kind = '') => notificationsOf(portal, id, kind);
  const dayIn3 = () => dayIn(ZONE, ahead(3 * DAY_MS));
  const switchOff = (kind: NoticeKind, escola_id = 1) =>
    portal.school.db.insertInto('notice_kinds_off').values({ escola_id, kind }).execute();
  const switchOn = (kind: NoticeKind) =>
    portal.school.db.deleteFrom('notice_kinds_off').where('kind', '=', kind).execute();

  it('a job does not notify of events before its first run', async () => {
    // The one that the demo school has.
    expect(
      await portal.school.db.selectFrom('notices').select('chave').where('chave', 'is not', null).execute(),
    ).toEqual([{ chave: 'nota_lancada:62' }]);
  });

  it('an event makes one notice, also when several processes handle it', async () => {
    const id = await person();
    const event = {
      userId: id,
      kind: 'documento_recusado',
      about: '7',
      params: { documento: 'Passaporte', motivo: null },
    } as const;
    const tell = () => portal.school.db.transaction().execute((tx) => notify(tx, portal.clock.now, event));
    expect((await Promise.all([tell(), tell(), tell()])).toSorted()).toEqual([false, false, true]);
    expect(await notified(id)).toMatchObject([{ title: 'Envie de novo: Passaporte', category: 'aviso' }]);
  });

  it('a kind that one school switched off creates no notifications there, and still does elsewhere', async () => {
    const [here, elsewhere] = [await person(), await person({ company: 102 })];
    await switchOff('documento_recusado');
    const tell = (userId: number) =>
      notify(portal.school.db, portal.clock.now, {
        userId,
        kind: 'documento_recusado',
        about: '1',
        params: { documento: 'RG', motivo: 'Ilegível' },
      });
    expect([await tell(here), await tell(elsewhere)]).toEqual([false, true]);
    await switchOn('documento_recusado');
  });

  describe('lessons', () => {
    it('a lesson that begins within the hour is notified to the class once, with its place', async () => {
      const id = await person();
      const { turma } = await addClass(portal, id);
      const inicio = ahead(90 * MINUTE_MS);
      await addLesson(portal, turma, inicio);
      await addLesson(portal, turma, inicio, 'presencial');
      await look();
      expect(await notified(id)).toEqual([]);
      portal.clock.advance(31 * MINUTE_MS);
      await look();
      await look();
      const notices = await notified(id);
      expect(notices.map(({ path }) => path).toSorted()).toEqual([
        `/aula-online/details/${turma}`,
        `/pedagogico/notas/${turma}?por=turma&parte=aulas`,
      ]);
      expect(notices.map(({ expires_at }) => expires_at)).toEqual([inicio.toISOString(), inicio.toISOString()]);
      const hour = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, timeStyle: 'short' }).format(inicio);
      expect(notices[0]).toMatchObject({ title: `Sua aula começa às ${hour}`, category: 'aula' });
      expect(notices.map(({ body }) => body).toSorted()).toEqual([
        'Travel plans, na escola: Sala 4.',
        'Travel plans, online. A sala abre 10 minutos antes.',
      ]);
    });

    it('a lesson that is added late or moved is notified too; a cancelled one is not', async () => {
      // Within the first hour existing lessons cannot be distinguished from late ones.
      portal.clock.advance(HOUR_MS);
      await look();
      const id = await person();
      const { turma } = await addClass(portal, id);
      const lesson = await addLesson(portal, turma, ahead(20 * MINUTE_MS));
      const off = await addLesson(portal, turma, ahead(30 * MINUTE_MS));
      const cancelada_em = portal.clock.now.toISOString();
      await portal.school.db.updateTable('aulas').set({ cancelada_em }).where('id', '=', off).execute();
      await look();
      expect((await notified(id)).map(({ chave }) => chave?.split(':')[0])).toEqual(['aula_em_1h']);
      const inicio = ahead(50 * MINUTE_MS).toISOString();
      await portal.school.db.updateTable('aulas').set({ inicio }).where('id', '=', lesson).execute();
      await look();
      expect(await notified(id, 'aula_em_1h')).toHaveLength(2);
    });

    it('a cancelled future lesson is notified once, and not to students who left the class', async () => {
      const [id, gone] = [await person(), await person()];
      const { turma } = await addClass(portal, id);
      await portal.school.db
        .insertInto('turma_alunos')
        .values({ turma_id: turma, user_id: gone, status: 'trancada' })
        .execute();
      const soon = await addLesson(portal, turma, ahead(26 * HOUR_MS));
      const over = await addLesson(portal, turma, ahead(-2 * HOUR_MS));
      const { db, now } = portal.school;
      for (let times = 0; times < 2; times += 1) {
        await db
          .transaction()
          .execute((tx) => notifyOfLessons(tx, now(), 'aula_cancelada', [soon, over], 'America/Sao_Paulo'));
      }
      expect((await notified(id)).map(({ title }) => title)).toEqual([
        expect.stringMatching(/^Aula cancelada: amanhã, \d\d:\d\d$/),
      ]);
      expect(await notified(gone)).toEqual([]);
    });
  });

  describe('bills', () => {
    it('FIN-01 a bill due in three days is notified once, by the calendar of the school', async () => {
      const { id, bills } = await addDebtor(portal, [
        { vencimento: dayIn3() },
        { vencimento: dayIn(ZONE, ahead(4 * DAY_MS)) },
      ]);
      // A bill counts only if the first run was before its three days. Here it was minutes ago.
      portal.clock.advance(DAY_MS);
      await look();
      expect((await notified(id)).map(({ chave }) => chave)).toEqual([
        `parcela_lembrete:${id}:${dayIn(ZONE, ahead(0))}`,
      ]);
      portal.clock.advance(DAY_MS);
      await look();
      const [notice, ...others] = await notified(id);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({
        title: 'Parcela vence em 3 dias',
        body: expect.stringMatching(
          /^Mensalidade 2: R\$\s100,00, até \d\d\/\d\d\/\d{4}\. Pague por Pix, boleto ou cartão\.$/,
        ),
        path: `/financial/pagar?parcelas=${bills[1]}`,
        category: 'financeiro',
      });
    });

    it('a bill whose notice fails is skipped, and the rest of its batch is notified', async () => {
      const paid = [{ status: 'paga' as const, pago_em: portal.clock.now.toISOString(), forma: 'pix' as const }];
      const [before, bad, after] = [
        await addDebtor(portal, paid),
        await addDebtor(portal, paid),
        await addDebtor(portal, paid),
      ];
      await makeMinor(bad.id, {});
      const setGuardian = (guardian: string | null) =>
        portal.school.db.updateTable('users').set({ guardian }).where('id', '=', bad.id).execute();
      await setGuardian('null');
      await notifyOfBillsPaid(portal.school);
      expect(await Promise.all([before, bad, after].map(async ({ id }) => (await notified(id)).length))).toEqual([
        1, 0, 1,
      ]);
      expect(portal.errors.splice(0)).toEqual([expect.stringContaining('a row of a job was set aside')]);
      await setGuardian(null);
      await notifyOfBillsPaid(portal.school);
      expect(await notified(bad.id)).toHaveLength(1);
    });

    it('a paid bill is notified, although the bank reports it hours later', async () => {
      const pago_em = ahead(-5 * MINUTE_MS).toISOString();
      const { id } = await addDebtor(portal, [{ status: 'paga', pago_em, forma: 'pix' }]);
      await look();
      await look();
      expect((await notified(id)).map(({ title, path }) => [title, path])).toEqual([
        ['Recebemos o pagamento', '/financial?mostrar=pagas'],
      ]);
    });

    const birth_date = () => dayIn(ZONE, ahead(-15 * 365 * DAY_MS));
    const makeMinor = (id: number, overrides: object = {}) =>
      portal.school.db
        .updateTable('users')
        .set({ birth_date: birth_date(), guardian: JSON.stringify({ ...guardian, ...overrides }) })
        .where('id', '=', id)
        .execute();

    it('a bill of a minor is notified to the guardian’s account, which can pay it; the minor gets no notice', async () => {
      const cpf = '00000000272';
      const email = 'mae.felipe@teste.example';
      const mother = await person({ cpf, email, email_verified: true, full_name: 'Sandra Nunes' });
      const { id } = await addDebtor(portal, [
        { status: 'paga', pago_em: portal.clock.now.toISOString(), forma: 'pix' },
      ]);
      await portal.school.db.updateTable('users').set({ full_name: 'Felipe Nunes' }).where('id', '=', id).execute();
      await makeMinor(id, { cpf, email });
      // A CPF is typed by anybody: it proves nothing.
      const stranger = await person({ cpf });
      await look();
      await look();
      expect([await notified(id), await notified(stranger)]).toEqual([[], []]);
      expect(await notified(mother)).toMatchObject([
        { title: 'Recebemos o pagamento de Felipe', path: expect.stringMatching(/^\/pagar\/[\w.-]+$/) },
      ]);
    });

    it('a related guardian is notified without a registration; a child with the same CPF is not', async () => {
      const paid = [{ status: 'paga' as const, pago_em: portal.clock.now.toISOString(), forma: 'pix' as const }];
      const { id } = await addDebtor(portal, paid);
      const father = await person({ full_name: 'Rui Nunes' });
      const { db } = portal.school;
      const { drive_user_id } = await db
        .selectFrom('users')
        .select('drive_user_id')
        .where('id', '=', father)
        .executeTakeFirstOrThrow();
      await db.updateTable('drive_users').set({ papel: 'responsavel' }).where('id', '=', drive_user_id).execute();
      await db.insertInto('related_users').values({ user_id: id, related_user_id: father }).execute();
      await makeMinor(id);
      await db.updateTable('users').set({ guardian: null }).where('id', '=', id).execute();
      const cpf = '00000000353';
      const sibling = await person({ cpf, birth_date: birth_date() });
      const other = await addDebtor(portal, paid);
      await makeMinor(other.id, { cpf, email: 'mae@teste.example' });
      await look();
      expect([await notified(id), await notified(sibling), await notified(other.id)]).toEqual([[], [], []]);
      expect(await notified(father)).toHaveLength(1);
      expect(await portal.mails('mae@teste.example')).toHaveLength(1);
    });

    it('a guardian without an account gets a mail about a bill, once', async () => {
      const email = 'tutora@teste.example';
      const { id } = await addDebtor(portal, [
        { status: 'paga', pago_em: portal.clock.now.toISOString(), forma: 'pix' },
      ]);
      await portal.school.db.updateTable('users').set({ full_name: 'Bia Reis' }).where('id', '=', id).execute();
      await makeMinor(id, { email });
      await look();
      await look();
      const mails = await portal.mails(email);
      expect(mails.map(({ subject }) => subject)).toEqual(['Recebemos o pagamento de Bia']);
      expect(mails[0]?.text).toContain('https://aluno.example/pagar/');
      expect(await notified(id)).toEqual([]);
    });

    it('bills are notified to the student from the 18th birthday on', async () => {
      const { id } = await addDebtor(portal, [
        { status: 'paga', pago_em: portal.clock.now.toISOString(), forma: 'pix' },
      ]);
      await makeMinor(id);
      const today = dayIn(ZONE, portal.clock.now);
      const birthday = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
      await portal.school.db.updateTable('users').set({ birth_date: birthday }).where('id', '=', id).execute();
      await look();
      expect(await notified(id)).toHaveLength(1);
    });
  });
});
