import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { clockIn, dayIn } from '../../src/lib/rules/time/zones.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { remindOfBills } from '../../src/server/money/finance/bill-reminders.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount } from '../support/accounts.ts';
import { addDebtor } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cpfOf } from '../support/cpf.ts';
import { addDevices, deviceAt } from '../support/device-rows.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const ZONE = 'America/Sao_Paulo';
const HOUR_MS = 3_600_000;
const helena = { as: HELENA };
const ANA = 1;

describe.each(engines)('reminders of bills by steps on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // A Tuesday at noon, far from holidays and from bills of the demo.
    portal.clock.now = new Date('2031-05-06T15:00:00.000Z');
    await remindOfBills(portal.school);
    await setSteps({ 4: true, 5: true });
    portal.clock.advance(24 * HOUR_MS);
  });
  afterAll(() => portal.close());

  const today = () => dayIn(ZONE, portal.clock.now);
  const setSteps = async (on: Record<number, boolean>) => {
    for (const [id, ligado] of Object.entries(on)) {
      const dias = [-3, 0, 1, 7, 15][Number(id) - 1] ?? 0;
      const sent = { id: Number(id), dias, ligado };
      expect((await portal.ops.finance.updateReminderStep(sent, helena)).status).toBe(200);
    }
  };
  /** As two processes do. */
  const look = async () => {
    await Promise.all([remindOfBills(portal.school), remindOfBills(portal.school)]);
    await mailDeliveries(portal.school);
  };
  const owe = (...days: number[]) =>
    addDebtor(
      portal,
      days.map((day): Partial<Insertable<Schema['parcelas']>> => ({ vencimento: shiftDay(today(), day) })),
    );
  const notified = (id: number) => notificationsOf(portal, id, 'parcela_lembrete');
  const sentOf = (ids: readonly number[]) =>
    portal.school.db.selectFrom('bill_reminders').selectAll().where('parcela_id', 'in', ids).orderBy('id').execute();
  const set = (id: number, values: Partial<Insertable<Schema['parcelas']>>) =>
    portal.school.db.updateTable('parcelas').set(values).where('id', '=', id).execute();
  const noon = (days: number) => portal.clock.advance(days * 24 * HOUR_MS);
  const mailsOf = async (id: number) =>
    (
      await portal.school.db
        .selectFrom('deliveries')
        .select('deliveries.id')
        .where('user_id', '=', id)
        .where('target', '=', 'mail')
        .execute()
    ).length;

  it('two processes send each step once, with the amount of the day; people without devices get mails', async () => {
    const { id, bills } = await owe(3);
    for (let day = 0; day < 26; day += 1) {
      await look();
      noon(1);
    }
    const sent = await sentOf(bills);
    expect(sent.map(({ passo, dias }) => [passo, dias])).toEqual([
      ...[
        [1, -3],
        [2, 0],
        [3, 1],
        [4, 7],
        [5, 15],
      ],
    ]);
    expect(sent.map(({ dia }) => weekdayOf(dia))).not.toContain(0);
    const notices = await notified(id);
    expect(notices.map(({ title }) => title)).toEqual([
      ...['Parcela vence em 3 dias', 'Parcela vence hoje', expect.stringMatching(/^Parcela venceu/)],
      ...[expect.stringMatching(/^Parcela venceu há \d dias$/), expect.stringMatching(/^Parcela venceu há \d\d dias$/)],
    ]);
    // Fine of two per cent and interest from the first day on.
    expect(notices[2]?.body).toMatch(/Hoje são R\$\s102,\d\d\./);
    expect(notices[2]?.path).toBe(`/financial/pagar?parcelas=${bills[0]}`);
    expect(await mailsOf(id)).toBe(5);
    // From Monday to Wednesday: a bill due yesterday is late.
    noon(2);
  });

  it('several bills of a person make one message with the sum, and at most one a day', async () => {
    const { id, bills } = await owe(-7, -1, 3);
    await look();
    await look();
    const notices = await notified(id);
    expect(notices.map(({ title }) => title)).toEqual(['3 parcelas em aberto']);
    expect(notices[0]?.body).toMatch(/^Hoje são R\$\s30\d,\d\d ao todo, a primeira de /);
    expect(notices[0]?.path).toContain(bills[0]);
    expect((await sentOf(bills)).map(({ passo }) => passo).toSorted()).toEqual([1, 3, 4]);
  });

  it('no reminder is sent for old debts, blocked people, pending payments, promises and pauses', async () => {
    const old = await owe(-400);
    const blocked = await owe(-1);
    await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute();
    const paying = await owe(-1);
    await set(paying.bills[0] ?? 0, { status: 'em_processamento' });
    const promised = await owe(-1);
    const paused = await owe(-1);
    const promise = await portal.ops.finance.promiseBills(
      { ids: promised.bills, prometida_para: shiftDay(today(), 2) },
      withKey(helena),
    );
    const pause = await portal.ops.finance.pauseReminders(
      { ids: paused.bills, pausar: true, motivo: 'Está no hospital' },
      withKey(helena),
    );
    await look();
    for (const { id } of [old, blocked, paying, promised, paused]) expect(await notified(id)).toEqual([]);
    const list = await portal.ops.finance.listSchoolBills({ aluno: paused.id, lembrete: 'pausa' }, helena);
    expect(list.body.items.map(({ lembrete }) => lembrete.pausa)).toEqual([{ ate: null }]);
    expect(list.body.somas.a_receber_centavos).toBe(list.body.items[0]?.total_centavos);
    // Once undone, they are reminded.
    for (const { desfazer } of [promise.body, pause.body]) {
      expect((await portal.ops.finance.undoReminderHolds({ desfazer: desfazer ?? '' }, helena)).body.ids).toHaveLength(
        1,
      );
    }
    await look();
    expect(await notified(promised.id)).toHaveLength(1);
    expect(await notified(paused.id)).toHaveLength(1);
  });

  it('the office sees the step of a bill, filters by it with right sums, and sees what was paid after it', async () => {
    const { id, bills } = await owe(-1, 30);
    const [first = 0] = bills;
    await look();
    const at = await portal.ops.finance.listSchoolBills({ aluno: id, lembrete: '3' }, helena);
    expect(at.body.items.map(({ id: bill, lembrete }) => [bill, lembrete.ultimo])).toEqual([
      [first, { dias: 1, dia: today() }],
    ]);
    expect(at.body.somas).toMatchObject({ quantidade: 1, a_receber_centavos: at.body.items[0]?.total_centavos });
    const read = await portal.ops.finance.getSchoolBill({ id: first }, helena);
    expect(read.body.lembretes).toHaveLength(1);
    const brought = async () =>
      (await portal.ops.finance.listReminderSteps({}, helena)).body.items.find((step) => step.id === 3);
    const before = await brought();
    await portal.ops.finance.payAtCounter(
      {
        ...{ id: first, forma: 'dinheiro', dia: today() },
        total_visto_centavos: read.body.total_centavos,
      },
      withKey(helena),
    );
    const after = await brought();
    expect((after?.pagas ?? 0) - (before?.pagas ?? 0)).toBe(1);
    expect((after?.pago_centavos ?? 0) - (before?.pago_centavos ?? 0)).toBe(read.body.total_centavos);
  });

  it('a clerk and the portal do not remind on the same day', async () => {
    const { id, bills } = await owe(-1);
    expect((await portal.ops.finance.remindBills({ ids: bills }, withKey(helena))).status).toBe(200);
    await look();
    expect(await notified(id)).toEqual([]);
    noon(1);
    await look();
    expect(await notified(id)).toHaveLength(1);
    expect((await portal.ops.finance.remindBills({ ids: bills }, withKey(helena))).body.code).toBe('reminded');
  });

  it('a queued reminder expires in the evening, and is dropped when its last bill is paid, promised or paused', async () => {
    const { db } = portal.school;
    const queued = async (id: number) => {
      const rows = db.selectFrom('deliveries').select(['target', 'expires_at']).where('user_id', '=', id);
      return rows.where('status', '=', 'na_fila').execute();
    };
    const [paid, promised, paused, moved] = [await owe(-1, -1), await owe(-1), await owe(-1), await owe(-1)];
    for (const { id } of [paid, promised, paused, moved])
      await addDevices(portal.school, id, [deviceAt(`https://push.example/r-${id}`)]);
    await remindOfBills(portal.school);
    const [push] = (await queued(paid.id)).filter(({ target }) => target === 'push');
    expect(clockIn(ZONE, new Date(push?.expires_at ?? ''))).toBe('21:00');
    expect(dayIn(ZONE, new Date(push?.expires_at ?? ''))).toBe(today());
    // A killed sender still holds its claim.
    const claimed_until = new Date(portal.clock.now.getTime() + HOUR_MS).toISOString();
    await db.updateTable('deliveries').set({ claimed_until }).where('user_id', '=', paid.id).execute();
    for (const [at, bill] of paid.bills.entries()) {
      expect((await queued(paid.id)).length).toBeGreaterThan(0);
      const { total_centavos } = (await portal.ops.finance.getSchoolBill({ id: bill }, helena)).body;
      const counter = { id: bill, forma: 'dinheiro' as const, dia: today(), total_visto_centavos: total_centavos };
      expect([at, (await portal.ops.finance.payAtCounter(counter, withKey(helena))).status]).toEqual([at, 200]);
    }
    // Only the notice of the payment is left.
    const queuedReminders = (id: number) =>
      db
        .selectFrom('deliveries')
        .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
        .select('notices.chave')
        .where('deliveries.user_id', '=', id)
        .where('deliveries.status', '=', 'na_fila')
        .where('notices.chave', 'like', 'parcela_lembrete%')
        .execute();
    expect(await queuedReminders(paid.id)).toEqual([]);
    const promise = { ids: promised.bills, prometida_para: shiftDay(today(), 2) };
    await portal.ops.finance.promiseBills(promise, withKey(helena));
    await portal.ops.finance.pauseReminders({ ids: paused.bills, pausar: true, motivo: 'Viagem' }, withKey(helena));
    expect([await queued(promised.id), await queued(paused.id)]).toEqual([[], []]);
    const move = { id: moved.bills[0] ?? 0, vencimento: shiftDay(today(), 5), motivo: 'Combinado' };
    expect((await portal.ops.finance.moveDueDay(move, withKey(helena))).status).toBe(200);
    expect((await notified(moved.id)).length).toBe(1);
    expect((await queuedReminders(moved.id)).length).toBe(0);
    // A change is no reminder: the office may still send one.
    const [bill = 0] = (await owe(9)).bills;
    await portal.ops.finance.moveDueDay({ ...move, id: bill }, withKey(helena));
    const remind = () => portal.ops.finance.remindBills({ ids: [bill] }, withKey(helena));
    expect([(await remind()).status, (await remind()).status]).toEqual([200, 409]);
  });

  it('a guardian with a payment link is reminded of its bill, a guardian with an account of all bills', async () => {
    const cpf = cpfOf(714_990_001);
    const named = { full_name: 'Rita Mãe', cpf, email: 'rita.mae@teste.example', phone: '19994440000', relation: '' };
    const birth_date = shiftDay(today(), -4000);
    const childOwes = async () => {
      const child = await owe(-1, -1, -1);
      await portal.school.db
        .updateTable('users')
        .set({ birth_date, guardian: JSON.stringify(named) })
        .where('id', '=', child.id)
        .execute();
      return child;
    };
    const linked = await childOwes();
    await remindOfBills(portal.school);
    const { content } = await portal.school.db
      .selectFrom('deliveries')
      .select('content')
      .where('user_id', '=', linked.id)
      .where('target', '=', 'mail')
      .executeTakeFirstOrThrow();
    expect(content).toContain('Há mais 2 parcelas.');
    expect(content).toMatch(/R\$\s10\d,/);
    expect(content).toContain('/pagar/');
    const mother = await addAccount(portal, {
      cpf,
      full_name: named.full_name,
      email: named.email,
      email_verified: true,
    });
    const ward = await childOwes();
    await remindOfBills(portal.school);
    const notice = (await notified(mother.id)).find(({ chave }) => chave?.includes(`:${ward.id}:`));
    expect(notice?.body).toMatch(/R\$\s3\d\d,\d\d ao todo/);
    expect(notice?.path).toBe(`/financial/pagar?parcelas=${ward.bills.join('%2C')}`);
  });

  it('a person notified of a new due date is not reminded on the same day', async () => {
    const { id, bills } = await owe(20);
    const moved = { id: bills[0] ?? 0, vencimento: today(), motivo: 'Pediu' };
    expect((await portal.ops.finance.moveDueDay(moved, withKey(helena))).status).toBe(200);
    await look();
    expect(await notified(id)).toEqual([]);
  });

  it('a moved step is sent once more, and an expired pause or promise delays nothing', async () => {
    const { id, bills } = await owe(-1);
    await look();
    expect((await sentOf(bills)).map(({ dias }) => dias)).toEqual([1]);
    const [bill = 0] = bills;
    const until = shiftDay(today(), 1);
    await portal.ops.finance.promiseBills({ ids: bills, prometida_para: until }, withKey(helena));
    await portal.ops.finance.pauseReminders({ ids: bills, pausar: true, ate: until, motivo: 'x' }, withKey(helena));
    const found = async (lembrete: 'promessa' | 'quebrada' | 'pausa') =>
      (await portal.ops.finance.listSchoolBills({ aluno: id, lembrete }, helena)).body.somas.quantidade;
    expect([await found('promessa'), await found('quebrada'), await found('pausa')]).toEqual([1, 0, 1]);
    const change = (dias: number) => portal.ops.finance.updateReminderStep({ id: 3, dias, ligado: true }, helena);
    expect((await change(4)).status).toBe(200);
    noon(2);
    expect([await found('promessa'), await found('quebrada'), await found('pausa')]).toEqual([0, 1, 0]);
    const { lembrete } = (await portal.ops.finance.getSchoolBill({ id: bill }, helena)).body;
    expect(lembrete).toMatchObject({ prometida_para: until, nao_cumpriu: true, pausa: null });
    for (let day = 0; day < 3; day += 1) {
      await look();
      noon(1);
    }
    expect((await sentOf(bills)).map(({ passo, dias }) => [passo, dias])).toEqual([[3, 4]]);
    expect(await notified(id)).toHaveLength(2);
    await change(1);
  });

  it('only staff of the whole school change steps and their texts; invalid ones are refused at the field', async () => {
    const change = (given: object, as: number = HELENA) =>
      portal.ops.finance.updateReminderStep({ id: 3, dias: 1, ligado: true, ...given } as never, { as });
    expect((await change({ dias: 7 })).body.fields).toHaveProperty('dias');
    expect((await change({ dias: 61 })).body.fields).toHaveProperty('dias');
    expect((await change({ texto: 'Olá, {nome}' })).body.fields).toHaveProperty('texto');
    expect((await change({ texto: 'Olá, {valor' })).body.fields).toHaveProperty('texto');
    expect((await change({}, ANA)).status).toBe(403);
    const clerk = await addStaff(portal, { rights: ['financeiro'], units: [101] } as never);
    expect((await change({}, clerk)).status).toBe(403);
    expect((await change({ texto: 'Esqueceu de {parcela}? São {valor}.' })).status).toBe(200);
    const { id } = await owe(-1);
    noon(1);
    const own = await owe(-1);
    await look();
    expect((await notified(own.id))[0]?.body).toMatch(/^Esqueceu de Mensalidade 1\? São R\$\s10\d,\d\d\. Pague por/);
    expect((await notified(id)).length).toBeLessThanOrEqual(1);
    await change({ texto: null });
  });

  it('bad promises and pauses are refused at the field, and bills out of reach are not found', async () => {
    const { bills } = await owe(-1);
    const promise = (prometida_para: string | null, ids = bills, as = HELENA) =>
      portal.ops.finance.promiseBills({ ids, prometida_para }, withKey({ as }));
    expect((await promise(shiftDay(today(), -1))).body.fields).toHaveProperty('prometida_para');
    expect((await promise(shiftDay(today(), 91))).body.fields).toHaveProperty('prometida_para');
    expect((await promise(today(), [999_999])).status).toBe(404);
    expect((await promise(today(), bills, ANA)).status).toBe(403);
    const pause = (given: object) =>
      portal.ops.finance.pauseReminders({ ids: bills, pausar: true, ...given }, withKey(helena));
    expect((await pause({})).body.fields).toHaveProperty('motivo');
    expect((await pause({ motivo: 'Doença', ate: shiftDay(today(), -1) })).body.fields).toHaveProperty('ate');
  });

  it('after random events: no reminder after a payment, each step once, one a day, none on Sundays or at night', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
      fc.record({
        kind: fc.constantFrom('pay', 'cancel', 'hold', 'reopen', 'promise', 'pause', 'resume', 'move' as const),
        bill: fc.nat(2),
        days: fc.integer({ min: 0, max: 9 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
        const { id, bills } = await owe(-6, 0, 4);
        const { db } = portal.school;
        const closed = new Map<number, string>();
        for (const each of acts) {
          if (each.kind === 'wait') portal.clock.advance(each.hours * HOUR_MS);
          else {
            const bill = bills[each.bill] ?? 0;
            const day = shiftDay(today(), each.days);
            const state = { pay: 'paga', cancel: 'cancelada', hold: 'em_processamento', reopen: 'aberta' } as const;
            if (each.kind in state) {
              const status = state[each.kind as keyof typeof state];
              await set(bill, { status });
              if (status === 'aberta') closed.delete(bill);
              else closed.set(bill, portal.clock.now.toISOString());
            } else if (each.kind === 'promise') await set(bill, { prometida_para: day });
            else if (each.kind === 'move') await set(bill, { vencimento: day });
            else {
              await db.deleteFrom('reminder_pauses').where('user_id', '=', id).execute();
              const pause = { user_id: id, ate: day, motivo: 'x', created_at: portal.clock.now.toISOString() };
              if (each.kind === 'pause') await db.insertInto('reminder_pauses').values(pause).execute();
            }
          }
          const before = (await sentOf(bills)).length;
          await look();
          for (const sent of (await sentOf(bills)).slice(before)) {
            const row = await db
              .selectFrom('parcelas')
              .selectAll()
              .where('id', '=', sent.parcela_id)
              .executeTakeFirstOrThrow();
            expect(row.status).toBe('aberta');
            expect(closed.has(sent.parcela_id)).toBe(false);
            expect((row.prometida_para ?? '') < today()).toBe(true);
            const pause = await db
              .selectFrom('reminder_pauses')
              .select('ate')
              .where('user_id', '=', id)
              .executeTakeFirst();
            expect((pause?.ate ?? '') < today()).toBe(true);
            expect(weekdayOf(sent.dia)).not.toBe(0);
            const clock = clockIn(ZONE, portal.clock.now);
            expect(clock >= '08:00' && clock < '21:00').toBe(true);
          }
        }
        const sent = await sentOf(bills);
        const steps = sent.map(({ parcela_id, vencimento, passo }) => `${parcela_id} ${vencimento} ${passo}`);
        expect(new Set(steps).size).toBe(steps.length);
        const days = new Set(sent.map(({ dia }) => dia));
        // One message for each day on which anything was sent.
        expect((await notified(id)).length).toBe(days.size);
        await db.deleteFrom('reminder_pauses').where('user_id', '=', id).execute();
        for (const bill of bills) await set(bill, { status: 'cancelada' });
      }),
      { numRuns: 25 },
    );
  });
});
