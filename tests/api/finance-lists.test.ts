import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { countOverdue } from '../../src/server/money/finance/bill-list.ts';
import { OWN_CONTRACT } from '../../src/server/money/finance/open-bill.ts';
import { addDebtor, addPayer } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: HELENA };

describe.each(engines)('lists and sums of the office on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const note = (id: number, total: number) =>
    portal.ops.finance.payAtCounter(
      { id, forma: 'dinheiro', dia: today(), total_visto_centavos: total },
      withKey(helena),
    );

  describe('the list', () => {
    const list = async (query: Record<string, string>) =>
      (await portal.ops.finance.listSchoolBills({ limit: 100, ...query } as never, helena)).body;

    it('the list filters by state, student and name, and its sums are those of its rows', async () => {
      const { id, bills } = await addDebtor(portal, [
        { vencimento: shiftDay(today(), -40), desconto_centavos: 500 },
        { vencimento: shiftDay(today(), 40), desconto_centavos: 500 },
        {},
        { status: 'cancelada' },
      ]);
      const aluno = String(id);
      await note(bills[2] ?? 0, 10_000);
      for (const [estado, expected] of [
        ['abertas', bills.slice(0, 2)],
        ['vencidas', bills.slice(0, 1)],
        ['pagas', bills.slice(2, 3)],
        ['canceladas', bills.slice(3)],
      ] as const) {
        const { items, somas, total } = await list({ estado, aluno });
        expect(items.map((each) => each.id)).toEqual(expected);
        const counted = items.filter(({ status }) => status !== 'cancelada');
        const sum = (of: (each: (typeof items)[number]) => number) => counted.reduce((all, each) => all + of(each), 0);
        expect([total, somas]).toEqual([
          items.length,
          {
            quantidade: items.length,
            valor_centavos: sum((each) => each.valor_centavos),
            desconto_centavos: sum((each) => each.desconto_centavos),
            encargos_centavos: sum((each) => each.multa_centavos + each.juros_centavos),
            recebido_centavos: sum((each) => (each.status === 'paga' ? each.total_centavos : 0)),
            a_receber_centavos: sum((each) => (each.status === 'paga' ? 0 : each.total_centavos)),
          },
        ]);
      }
      const { full_name } = await portal.school.db
        .selectFrom('users')
        .select('full_name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect((await list({ q: full_name })).items.some(({ aluno: { id: found } }) => found === id)).toBe(true);
      expect((await list({ q: 'nobody of this name' })).total).toBe(0);
    });

    it('the list has a cursor for the next page, and an invalid cursor starts at the beginning', async () => {
      const { id, bills } = await addDebtor(portal, [{}, { vencimento: '2031-02-10' }, {}, {}]);
      const aluno = String(id);
      const order = [bills[0], bills[2], bills[3], bills[1]];
      const walk = async (query: Record<string, string>) => {
        const found: number[] = [];
        for (let depois: string | null = ''; depois !== null; ) {
          const { items, next }: Awaited<ReturnType<typeof list>> = await list({
            ...query,
            limit: '1',
            ...(depois && { depois }),
          });
          found.push(...items.map((each) => each.id));
          depois = next;
        }
        return found;
      };
      expect(await walk({ aluno, estado: 'abertas' })).toEqual(order);
      for (const bill of bills) await note(bill, 10_000);
      expect(await walk({ aluno, estado: 'pagas' })).toEqual(order.toReversed());
      const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
      for (const depois of ['x', forged(['a']), forged(['2031-01-10', 'b']), forged(['\0', 1]), forged([1, 2 ** 40])]) {
        expect((await list({ aluno, estado: 'pagas', depois })).items).toHaveLength(4);
      }
    });

    it('the list shows the payer’s telephone while something is owed', async () => {
      const { id, bills } = await addPayer(portal, null, [{}, { vencimento: '2031-02-10' }]);
      const [first = 0, second = 0] = bills;
      const { db } = portal.school;
      const person = (values: object) => db.updateTable('users').set(values).where('id', '=', id).execute();
      const pays = (responsavel: string) =>
        db.updateTable('contratos').set({ responsavel }).where('user_id', '=', id).execute();
      const phones = async () => {
        const { telefone } = (await portal.ops.finance.getSchoolBill({ id: second }, helena)).body;
        return [...(await list({ aluno: String(id) })).items.map((item) => item.telefone), telefone];
      };
      await person({ phone: '19991112222' });
      expect(await phones()).toEqual(['19991112222', '19991112222', '19991112222']);
      await note(first, 10_000);
      await pays('Tio');
      expect(await phones()).toEqual([null, null, null]);
      const guardian = {
        ...{ full_name: 'Mãe', cpf: '52998224725', email: 'mae@exemplo.com', phone: '19993334444', relation: 'Mãe' },
      };
      await person({ birth_date: shiftDay(today(), -3_650), guardian: JSON.stringify(guardian) });
      expect(await phones()).toEqual([null, null, null]);
      await pays(OWN_CONTRACT);
      expect(await phones()).toEqual([null, '19993334444', '19993334444']);
      await pays('MAE');
      expect(await phones()).toEqual([null, '19993334444', '19993334444']);
      await person({ guardian: JSON.stringify({ ...guardian, phone: '' }) });
      expect(await phones()).toEqual([null, null, null]);
    });

    it('each bill is listed with the day of its unit, as on its page', async () => {
      const { id, bills } = await addDebtor(portal);
      const days = async () => {
        const [row] = (await list({ aluno: String(id) })).items;
        const { body } = await portal.ops.finance.getSchoolBill({ id: bills[0] ?? 0 }, helena);
        return [row?.hoje, body.hoje, body.em_dia.dia];
      };
      const dayAt = (zone: string) => Array(3).fill(dayIn(zone, portal.clock.now));
      const units = portal.school.db.updateTable('companies');
      // Never the same day on both sides of the date line.
      for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await units.set({ timezone }).execute();
        expect(await days()).toEqual(dayAt(timezone));
      }
      await units.set({ timezone: 'America/Sao_Paulo' }).execute();
    });

    it('late bills are counted for the home of the panel', async () => {
      const { somas } = await list({ estado: 'vencidas' });
      const late = await countOverdue(portal.school, { escolaId: 1, units: null }, portal.clock.now);
      expect([late.count, late.centavos]).toEqual([somas.quantidade, somas.a_receber_centavos]);
      const nowhere = await countOverdue(portal.school, { escolaId: 1, units: [102] }, portal.clock.now);
      expect(nowhere.count).toBe(0);
    });
  });

  it('the month-end close is the sum of its movements, and its export has each of them', async () => {
    const mes = today().slice(0, 7);
    const before = (await portal.ops.finance.listMonthClose({ mes }, helena)).body;
    const { bills } = await addDebtor(portal, [{}, {}]);
    for (const bill of bills) await note(bill, 10_000);
    const after = (await portal.ops.finance.listMonthClose({ mes }, helena)).body;
    expect(after.recebido_centavos - before.recebido_centavos).toBe(20_000);
    expect(after.items.reduce((sum, line) => sum + line.recebido_centavos, 0)).toBe(after.recebido_centavos);
    const csv = await portal.send('GET', `/api/v1/portal/manager/finance/close/csv/?mes=${mes}`, {}, helena);
    const rows = (await csv.text()).trim().split('\r\n').slice(1);
    const centavos = rows.map((row) => Number((row.split(';')[5] ?? '').replace(',', '')));
    const whole = after.recebido_centavos - after.devolvido_centavos;
    expect(centavos.reduce((sum, each) => sum + each, 0)).toBe(whole);
    const log = portal.school.db.selectFrom('audit_log').select('id').where('action', '=', 'finance-export');
    expect(await log.execute()).toHaveLength(1);
  });
});
