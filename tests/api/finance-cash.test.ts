import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addDebtor } from '../support/bills.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const [ANA, HELENA] = [1, 7];
const helena = { as: HELENA };
const COUNTER: readonly (string | null)[] = ['dinheiro', 'maquina', 'transferencia'];

describe.each(engines)('the cash of a day on %s', (engine) => {
  let portal: TestSchool;
  let clerk: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    clerk = await addStaff(portal, { rights: ['financeiro'] });
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const cashOf = async (dia?: string, as = HELENA, more = {}) =>
    (await portal.ops.finance.listCashOfDay({ ...(dia && { dia }), ...more }, { as })).body;
  async function take(forma: 'dinheiro' | 'maquina' | 'transferencia', dia: string, as: number, valor?: number) {
    const { bills } = await addDebtor(portal, [{}]);
    const id = bills[0] ?? 0;
    const { body } = await portal.ops.finance.getSchoolBill({ id, dia }, { as });
    const total_visto_centavos = body.em_dia.total_centavos;
    const input = { id, forma, dia, total_visto_centavos, valor_centavos: valor ?? total_visto_centavos };
    expect((await portal.ops.finance.payAtCounter(input, withKey({ as }))).status).toBe(200);
    return { id, centavos: input.valor_centavos };
  }

  it('the cash of a day shows who received which amount, by which method and for which bill', async () => {
    const nameOf = async (id: number) =>
      (await portal.school.db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst())
        ?.full_name;
    const mine = await take('dinheiro', today(), HELENA);
    const part = await take('maquina', today(), clerk, 1_234);
    const { dia, hoje, items } = await cashOf();
    expect([dia, hoje]).toEqual([today(), today()]);
    const found = [mine, part].map(({ id }) => items.find(({ parcela_id }) => parcela_id === id));
    expect(found.map((each) => [each?.quem, each?.forma, each?.centavos])).toEqual([
      [await nameOf(HELENA), 'dinheiro', mine.centavos],
      [await nameOf(clerk), 'maquina', 1_234],
    ]);
  });

  it('the days add up to the month-end close, by day and method, also after refunds', async () => {
    const mes = today().slice(0, 7);
    const days = [today(), shiftDay(today(), -1), shiftDay(today(), -2)].filter((day) => day.startsWith(mes));
    for (const day of days) {
      for (const forma of ['dinheiro', 'maquina', 'transferencia'] as const) await take(forma, day, clerk, 333);
    }
    const { id, centavos } = await take('dinheiro', today(), HELENA);
    const refund = { id, motivo: 'Aula que não houve', total_visto_centavos: centavos };
    expect((await portal.ops.finance.refundSchoolBill(refund, withKey(helena))).status).toBe(200);
    await portal.worker.runOnce();
    const { items: lines } = (await portal.ops.finance.listMonthClose({ mes }, helena)).body;
    for (const day of days) {
      const { items } = await cashOf(day);
      for (const forma of COUNTER) {
        const own = items.filter((each) => each.forma === forma);
        const sum = (some: typeof own) => some.reduce((total, each) => total + each.centavos, 0);
        const line = lines.filter((each) => each.dia === day && each.forma === forma);
        expect([day, forma, sum(own.filter((each) => each.centavos > 0))]).toEqual([
          day,
          forma,
          line.reduce((total, each) => total + each.recebido_centavos, 0),
        ]);
        const returned = line.reduce((total, each) => total + each.devolvido_centavos, 0);
        expect(sum(own.filter((each) => each.centavos < 0)) + returned).toBe(0);
      }
    }
    const back = (await cashOf()).items.filter((each) => each.parcela_id === id && each.centavos < 0);
    expect(back.map((each) => [each.centavos, each.quem])).toEqual([[-centavos, null]]);
  });

  it('an undone payment leaves the day, and the export has the same lines', async () => {
    const { id } = await take('dinheiro', today(), HELENA);
    const undo = { id, motivo: 'Engano' };
    expect((await portal.ops.finance.undoCounterPayment(undo, withKey(helena))).status).toBe(200);
    const { items } = await cashOf();
    expect(items.some(({ parcela_id }) => parcela_id === id)).toBe(false);
    const path = `/api/v1/portal/manager/finance/close/csv/?mes=${today().slice(0, 7)}&dia=${today()}`;
    const file = await portal.send('GET', path, {}, helena);
    expect(file.headers.get('content-disposition')).toContain(`caixa-${today()}.csv`);
    const [head, ...rows] = (await file.text()).trim().split('\r\n');
    expect(head).toContain('Quem recebeu');
    expect(rows).toHaveLength(items.length);
  });

  it('the cash of a day is for staff of the unit with the right; an invalid day is refused', async () => {
    const unit = await addUnit(portal, 'KNN Caixa');
    const far = await addStaff(portal, { company: unit, rights: ['financeiro'], units: [unit] });
    expect((await cashOf(undefined, far)).items).toEqual([]);
    const { listCashOfDay } = portal.ops.finance;
    expect((await listCashOfDay({})).status).toBe(401);
    expect((await listCashOfDay({}, { as: ANA })).status).toBe(403);
    expect((await listCashOfDay({}, { as: await addStaff(portal, { rights: ['pedidos'] }) })).status).toBe(403);
    expect((await listCashOfDay({ unidade: 101 }, { as: far })).status).toBe(404);
    expect((await listCashOfDay({ dia: '2026-02-30' }, helena)).status).toBe(422);
  });
});
