import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { paidParts } from '../../src/server/money/finance/amount-due.ts';
import { bills as billsWithCharges } from '../../src/server/money/finance/queries.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addUnit } from '../support/staff.ts';

const helena = { as: HELENA };
const motivo = 'Teste';
const kinds = [
  'note',
  'part',
  'undo',
  'refund',
  'cancel',
  'discount',
  'move',
  'plan',
  'card',
  'declined',
  'code',
  'pay',
  'job',
  'unit',
  'contract',
  'terms',
  'course',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(20),
  amount: fc.integer({ min: 0, max: 12_000 }),
});

describe.each(allEngines)('the ledger of the office on %s', (engine) => {
  let portal: TestSchool;
  /** The units of the school. */
  let units: readonly [number, number];
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    // The clock is set so that no history reaches the next month.
    portal.clock.now = noonOf(portal);
    units = [101, await addUnit(portal, 'KNN Taquaral')];
  });
  afterAll(() => portal.close());

  it('after random acts and payments, paid bills equal charges less refunds', async () => {
    const histories = fc.array(step, { minLength: 1, maxLength: 18 });
    await fc.assert(fc.asyncProperty(histories, play), { numRuns: engine === 'sqlite' ? 40 : 12, endOnFailure: true });
  });

  async function play(history: readonly { kind: (typeof kinds)[number]; which: number; amount: number }[]) {
    const today = dayIn('America/Sao_Paulo', portal.clock.now);
    const { id } = await addDebtor(portal, [
      { vencimento: shiftDay(today, -40) },
      { vencimento: shiftDay(today, 20), desconto_centavos: 700 },
      {},
    ]);
    const { db, ports } = portal.school;
    const codes: string[] = [];
    const before = await booksOf(today);
    for (const { kind, which, amount } of history) {
      const rows = await db.selectFrom('parcelas').select('id').where('user_id', '=', id).orderBy('id').execute();
      const params = { id: rows[which % rows.length]?.id ?? 0 };
      const { total_centavos: total } = (await portal.ops.finance.getSchoolBill({ ...params }, helena)).body;
      if (kind === 'note' || kind === 'part') {
        const forma = (['dinheiro', 'maquina', 'transferencia', 'boleto'] as const)[amount % 4] ?? 'dinheiro';
        const part = kind === 'part' && { valor_centavos: Math.max(1, Math.min(amount, total)) };
        await portal.ops.finance.payAtCounter(
          { ...params, forma, dia: today, total_visto_centavos: total, ...part },
          withKey(helena),
        );
      } else if (kind === 'undo') {
        await portal.ops.finance.undoCounterPayment({ ...params, motivo }, withKey(helena));
      } else if (kind === 'refund') {
        await portal.ops.finance.refundSchoolBill({ ...params, motivo, total_visto_centavos: total }, withKey(helena));
      } else if (kind === 'cancel') {
        await portal.ops.finance.cancelSchoolBill({ ...params, motivo }, withKey(helena));
      } else if (kind === 'discount') {
        const body = { abatimento_centavos: amount, sem_encargos: amount % 2 === 0, motivo };
        await portal.ops.finance.discountBill({ ...params, ...body }, withKey(helena));
      } else if (kind === 'move') {
        const body = { vencimento: shiftDay(today, amount % 60), motivo };
        await portal.ops.finance.moveDueDay({ ...params, ...body }, withKey(helena));
      } else if (kind === 'plan') {
        const body = {
          parcela_ids: [params.id],
          total_visto_centavos: total,
          acrescimo_centavos: amount,
          desconto_centavos: 50,
          parcelas: (amount % 3) + 1,
          primeiro_dia: today,
          motivo,
        };
        await portal.ops.finance.renegotiateBills(body, withKey(helena));
      } else if (kind === 'card' || kind === 'declined') {
        await payByCard(portal, params.id, kind === 'card' ? cards.approved : cards.review, { as: id });
      } else if (kind === 'code') {
        const { status, body } = await portal.call(payWithPix, { params, query: {} }, { as: id });
        if (status === 200) codes.push(body.txid);
      } else if (kind === 'pay') {
        const txid = codes[which % Math.max(1, codes.length)];
        if (txid) await ports.payments.sandbox?.pay(txid);
      } else if (kind === 'unit') {
        const body = { unidade_id: units[amount % 2] ?? 101 };
        const closed = await closedBooks(today);
        await portal.ops.students.moveStudent({ id, ...body }, helena);
        expect(await closedBooks(today)).toEqual(closed);
      } else if (kind === 'contract') {
        const plan = { parcelas: (amount % 2) + 1, primeiro_dia: today };
        const course = { user_id: id, descricao: 'Inglês', valor_centavos: 9_000 + amount, desconto_centavos: 100 };
        await portal.ops.finance.createContract({ ...course, ...plan }, withKey(helena));
      } else if (kind === 'terms') {
        const terms = { multa_bps: amount % 201, juros_bps: amount % 101, carencia_dias: amount % 31 };
        const body = { ...terms, a_partir_de: shiftDay(today, (amount % 30) + 1) };
        const seen = await shownIn(id);
        await portal.ops.finance.updateSchoolTerms({ id: units[which % 2] ?? 101, ...body }, helena);
        expect(await shownIn(id)).toEqual(seen);
      } else if (kind === 'course') {
        const body = { motivo, manter_acesso: true, cancelar_parcelas: which % 2 === 0 };
        const ended = await portal.ops.students.endCourse({ id, ...body }, helena);
        if (ended.status === 409) await portal.ops.students.resumeCourse({ id }, helena);
      } else {
        portal.clock.advance(11_000);
        await portal.worker.runOnce();
      }
    }
    await compare(id, before, today);
  }

  /** The month-end close of each unit, which a move of a student does not change. */
  const closedBooks = async (day: string) =>
    (await portal.ops.finance.listMonthClose({ mes: day.slice(0, 7) }, helena)).body.items;

  /** The amount of each bill of a student today. */
  const shownIn = async (id: number) => {
    const { body } = await portal.ops.finance.listSchoolBills({ aluno: id, limit: 100 }, helena);
    return body.items.map((each) => [each.id, each.total_centavos]);
  };

  /** Close and tables of the whole school, since the bank may report payments of others too. */
  async function booksOf(day: string) {
    const { db } = portal.school;
    const { body } = await portal.ops.finance.listMonthClose({ mes: day.slice(0, 7) }, helena);
    const { rows } = await sql<{ taken: number; back: number }>`select
      (select coalesce(sum(i.valor_centavos), 0) from charge_items i join charges c on c.id = i.charge_id
        where c.status = 'paga') as taken,
      (select coalesce(sum(valor_centavos), 0) from refunds) as back`.execute(db);
    return {
      taken: Number(rows[0]?.taken) - body.recebido_centavos,
      back: Number(rows[0]?.back) - body.devolvido_centavos - body.a_devolver_centavos,
    };
  }

  async function compare(id: number, before: Awaited<ReturnType<typeof booksOf>>, today: string) {
    const { db } = portal.school;
    const add = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
    const taken = await db
      .selectFrom('charges')
      .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
      .select(['charge_items.valor_centavos'])
      .where('charges.user_id', '=', id)
      .where('charges.status', '=', 'paga')
      .execute();
    const refunds = await db
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select(['refunds.valor_centavos', 'refunds.motivo', 'refunds.status'])
      .where('charges.user_id', '=', id)
      .execute();
    const paid = await billsWithCharges(db)
      .where('parcelas.user_id', '=', id)
      .where('parcelas.status', '=', 'paga')
      .execute();
    const received = add(taken.map(({ valor_centavos }) => valor_centavos));
    // Only money that pays a bill counts.
    const isOfBill = ({ motivo }: { motivo: string }) => /^(pela_escola|pago_a_mais)/.test(motivo);
    const surplus = add(refunds.filter((each) => !isOfBill(each)).map((each) => each.valor_centavos));
    const left = add(
      refunds.filter((each) => isOfBill(each) && each.status === 'feita').map((each) => each.valor_centavos),
    );
    const all = await db
      .selectFrom('parcelas')
      .select(['status', 'pago_parcial_centavos'])
      .where('user_id', '=', id)
      .execute();
    const partsOf = (some: typeof all) => add(some.map((bill) => bill.pago_parcial_centavos));
    expect(add(paid.map((bill) => paidParts(bill).total)) + partsOf(all)).toBe(received - surplus);
    const { somas } = (await portal.ops.finance.listSchoolBills({ aluno: id }, helena)).body;
    // A payment for a bill that a plan replaced counts for the plan, not for a listed bill.
    const replaced = partsOf(all.filter(({ status }) => status === 'cancelada'));
    expect(somas.recebido_centavos).toBe(received - surplus - left - replaced);
    await unitsAddUp(id);
    expect(await booksOf(today)).toEqual(before);
    await everyActIsLogged(id);
  }

  /** The sums of both units add up to the school, and agree with the listed bills. */
  async function unitsAddUp(id: number) {
    const of = async (query: object) =>
      (await portal.ops.finance.listSchoolBills({ aluno: id, limit: 100, ...query }, helena)).body;
    for (const estado of [undefined, 'abertas', 'vencidas', 'pagas', 'canceladas'] as const) {
      const chosen = estado ? { estado } : {};
      const whole = await of(chosen);
      const parts = await Promise.all(units.map((unidade) => of({ ...chosen, unidade })));
      for (const name of Object.keys(whole.somas) as (keyof typeof whole.somas)[]) {
        expect(parts.reduce((sum, { somas }) => sum + somas[name], 0)).toBe(whole.somas[name]);
      }
      // A cancelled bill has no value, and counts only in the filter of cancelled bills.
      const counted = whole.items.filter(({ status }) => estado === 'canceladas' || status !== 'cancelada');
      expect(whole.somas.quantidade).toBe(counted.length);
      const isOpen = estado === 'abertas' || estado === 'vencidas';
      const cost = whole.items.reduce((sum, each) => sum + each.total_centavos, 0);
      if (isOpen) expect(whole.somas.a_receber_centavos).toBe(cost);
    }
  }

  /** Each counter payment and each change of a bill has its log line, with old and new values. */
  async function everyActIsLogged(id: number) {
    const { db } = portal.school;
    const lines = await db.selectFrom('audit_log').selectAll().where('about_user_id', '=', id).execute();
    const of = (action: string) => lines.filter((line) => line.action === action);
    const counter = await db
      .selectFrom('charges')
      .select('status')
      .where('user_id', '=', id)
      .where('provider', '=', 'balcao')
      .execute();
    expect(of('bill-paid')).toHaveLength(counter.length);
    expect(of('bill-unpaid')).toHaveLength(counter.filter(({ status }) => status === 'desfeita').length);
    const cancelled = await db
      .selectFrom('parcelas')
      .select('id')
      .where('user_id', '=', id)
      .where('status', '=', 'cancelada')
      .execute();
    const ended = of('bill-cancel').length + of('bill-renegotiate').length - of('bill-reopen').length;
    expect(ended).toBe(cancelled.length);
    // A new row has no values before.
    for (const { data } of lines.filter(({ action }) => action !== 'contract-create')) {
      const { antes, depois } = JSON.parse(data ?? '{}') as Record<string, object>;
      expect([typeof antes, typeof depois]).toEqual(['object', 'object']);
      expect(antes).not.toEqual(depois);
    }
  }
});
