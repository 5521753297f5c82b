import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
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

const HOUR_MS = 3_600_000;
const helena = { as: HELENA };

describe.each(engines)('the end of reminders that are queued on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // A Tuesday at noon, far from holidays and from bills of the demo.
    portal.clock.now = new Date('2031-05-06T15:00:00.000Z');
    await remindOfBills(portal.school);
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const noon = (days: number) => portal.clock.advance(days * 24 * HOUR_MS);
  const owe = (...days: number[]) =>
    addDebtor(
      portal,
      days.map((day): Partial<Insertable<Schema['parcelas']>> => ({ vencimento: shiftDay(today(), day) })),
    );
  const sentOf = (ids: readonly number[]) =>
    portal.school.db.selectFrom('bill_reminders').selectAll().where('parcela_id', 'in', ids).execute();

  it('after random events, also during sending, no reminder stays queued for bills that need none', async () => {
    const { db } = portal.school;
    const act = fc.record({
      kind: fc.constantFrom('wait', 'pay', 'promise', 'pause', 'move', 'agree', 'block', 'hold' as const),
      bill: fc.nat(2),
      days: fc.integer({ min: 1, max: 5 }),
    });
    /** The days of messages to this person that wait for a sender, or that one has. */
    const queuedDays = async (id: number) => {
      const rows = await db
        .selectFrom('deliveries')
        .leftJoin('notices', 'notices.id', 'deliveries.notice_id')
        .select(({ fn }) => fn.coalesce('deliveries.key', 'notices.chave').as('key'))
        .where('deliveries.user_id', '=', id)
        .where('deliveries.status', '=', 'na_fila')
        .execute();
      return rows.flatMap(({ key }) => /^parcela_lembrete:\d+:(.+)$/.exec(key ?? '')?.[1] ?? []);
    };
    const until = (days: number) => shiftDay(today(), days);
    const totalOf = async (id: number) => (await portal.ops.finance.getSchoolBill({ id }, helena)).body.total_centavos;
    let [queuedOnce, ended] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        noon(1);
        const { id, bills } = await owe(-1, 0, 3);
        await addDevices(portal.school, id, [deviceAt(`https://push.example/q-${id}`)]);
        await remindOfBills(portal.school);
        for (const { kind, bill: at, days } of acts) {
          const bill = bills[at] ?? 0;
          const before = (await queuedDays(id)).length;
          queuedOnce += before;
          if (kind === 'wait') {
            portal.clock.advance(days * 5 * HOUR_MS);
            await remindOfBills(portal.school);
          } else if (kind === 'hold') {
            const claimed_until = new Date(portal.clock.now.getTime() + HOUR_MS).toISOString();
            await db.updateTable('deliveries').set({ claimed_until }).where('user_id', '=', id).execute();
          } else if (kind === 'pay') {
            const seen = { total_visto_centavos: await totalOf(bill) };
            const paid = { id: bill, forma: 'dinheiro' as const, dia: today(), ...seen };
            await portal.ops.finance.payAtCounter(paid, withKey(helena));
          } else if (kind === 'promise') {
            await portal.ops.finance.promiseBills({ ids: [bill], prometida_para: until(days) }, withKey(helena));
          } else if (kind === 'pause') {
            const pause = { ids: bills, pausar: true, motivo: 'x', ate: until(days) };
            await portal.ops.finance.pauseReminders(pause, withKey(helena));
          } else if (kind === 'move') {
            await portal.ops.finance.moveDueDay({ id: bill, vencimento: until(days), motivo: 'x' }, withKey(helena));
          } else if (kind === 'block') {
            await portal.ops.people.setUserBlock({ id, bloqueado: true }, helena);
          } else {
            const plan = { parcelas: 2, primeiro_dia: until(days), motivo: 'x', acrescimo_centavos: 0 };
            const seen = { parcela_ids: [bill], total_visto_centavos: await totalOf(bill), desconto_centavos: 0 };
            await portal.ops.finance.renegotiateBills({ ...seen, ...plan }, withKey(helena));
          }
          const left = await queuedDays(id);
          if (left.length < before) ended += 1;
          const person = await db
            .selectFrom('users')
            .select('is_blocked')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const pause = await db.selectFrom('reminder_pauses').select('ate').where('user_id', '=', id).execute();
          for (const dia of left) {
            expect([kind, person.is_blocked]).toEqual([kind, false]);
            expect(pause.filter(({ ate }) => ate === null || ate >= today())).toEqual([]);
            const about = (await sentOf(bills)).filter((sent) => sent.dia === dia);
            const rows = await db.selectFrom('parcelas').selectAll().where('id', 'in', bills).execute();
            const toPay = about.filter(({ parcela_id, vencimento }) => {
              const row = rows.find((each) => each.id === parcela_id);
              return row?.status === 'aberta' && row.vencimento === vencimento && (row.prometida_para ?? '') < dia;
            });
            expect(toPay.length, `${kind}: ${JSON.stringify(about)}`).toBeGreaterThan(0);
          }
        }
        await db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', 'in', bills).execute();
        await db.deleteFrom('reminder_pauses').where('user_id', '=', id).execute();
      }),
      { numRuns: 20 },
    );
    expect(queuedOnce).toBeGreaterThan(0);
    expect(ended).toBeGreaterThan(0);
  });

  it('a guardian of several reads in the title whose bill changed', async () => {
    const cpf = cpfOf(714_990_077);
    const mother = await addAccount(portal, { cpf, full_name: 'Rita Mãe', email_verified: true });
    const named = { full_name: 'Rita Mãe', cpf, email: mother.email, phone: '19994440000', relation: 'Mãe' };
    const { id, bills } = await owe(9);
    const child = { full_name: 'Otto Lima', birth_date: '2022-05-05', guardian: JSON.stringify(named) };
    await portal.school.db.updateTable('users').set(child).where('id', '=', id).execute();
    const move = { id: bills[0] ?? 0, vencimento: shiftDay(today(), 5), motivo: 'Combinado' };
    expect((await portal.ops.finance.moveDueDay(move, withKey(helena))).status).toBe(200);
    const changed = await notificationsOf(portal, mother.id, 'parcela_mudou');
    expect(changed.map(({ title }) => title)).toEqual(['Novo vencimento de Otto: Mensalidade 1']);
  });
});
