import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const helena = { as: HELENA };
const VILA_NOVA = 101;

describe.each(allEngines)('money keeps its unit on %s', (engine) => {
  let portal: TestSchool;
  let second: number;
  /** Staff who see the money of one unit. */
  let old: number;
  let fresh: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    second = await addUnit(portal, 'KNN Taquaral');
    await portal.school.db
      .updateTable('companies')
      .set({ multa_bps: 0, juros_bps: 0, razao_social: 'Taquaral Idiomas Ltda.' })
      .where('id', '=', second)
      .execute();
    old = await addStaff(portal, { rights: ['alunos', 'financeiro'], units: [VILA_NOVA] });
    fresh = await addStaff(portal, { company: second, rights: ['alunos', 'financeiro'], units: [second] });
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const move = (id: number, unidade_id: number) => portal.ops.students.moveStudent({ id, unidade_id }, helena);
  const unitsOfBills = async (id: number) =>
    (
      await portal.school.db
        .selectFrom('parcelas')
        .select('company_id')
        .where('user_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ company_id }) => company_id);
  const listed = async (as: number, query: object) => (await portal.ops.finance.listSchoolBills(query, { as })).body;
  const read = (id: number, as = HELENA) => portal.ops.finance.getSchoolBill({ id }, { as });
  const note = async (id: number, as = HELENA) =>
    portal.ops.finance.payAtCounter(
      {
        id,
        forma: 'dinheiro',
        dia: today(),
        total_visto_centavos: (await read(id, as)).body.total_centavos,
      },
      withKey({ as }),
    );
  const closeOf = async (unidade: number) => {
    const query = { mes: today().slice(0, 7), unidade };
    return (await portal.ops.finance.listMonthClose(query, helena)).body;
  };
  /** Three bills of a unique name: one late, one future, one paid at the counter. */
  async function debtor(full_name: string) {
    const { id } = await addAccount(portal, { full_name });
    const rows = await addBills(portal, id, [{ vencimento: shiftDay(today(), -40) }, {}, {}]);
    const [late = 0, ahead = 0, paid = 0] = rows.map((row) => row.id);
    expect((await note(paid)).status).toBe(200);
    return { id, late, ahead, paid };
  }

  it('a move to another unit takes only bills that are not yet due', async () => {
    const { id } = await debtor('Zulmira Um');
    expect(await unitsOfBills(id)).toEqual([VILA_NOVA, VILA_NOVA, VILA_NOVA]);
    expect((await move(id, second)).status).toBe(200);
    expect(await unitsOfBills(id)).toEqual([VILA_NOVA, second, VILA_NOVA]);
    const { items } = (await portal.ops.people.listAudit({ alvo: `user:${id}` }, helena)).body;
    expect(items[0]?.mudancas).toContainEqual({ campo: 'Parcelas', antes: 'vazio', depois: '1' });
    await move(id, VILA_NOVA);
    expect(await unitsOfBills(id)).toEqual([VILA_NOVA, VILA_NOVA, VILA_NOVA]);
  });

  it('a closed month, its file and the sums of a unit stay after the move', async () => {
    const { id, ahead } = await debtor('Zulmira Dois');
    const before = [await closeOf(VILA_NOVA), await closeOf(second)];
    const mes = { estado: 'vencidas', mes: shiftDay(today(), -40).slice(0, 7) };
    const sums = (await listed(HELENA, { ...mes, unidade: VILA_NOVA })).somas;
    await move(id, second);
    expect([await closeOf(VILA_NOVA), await closeOf(second)]).toEqual(before);
    expect((await listed(HELENA, { ...mes, unidade: VILA_NOVA })).somas).toEqual(sums);
    await note(ahead);
    expect(await closeOf(VILA_NOVA)).toEqual(before[0]);
    expect((await closeOf(second)).recebido_centavos).toBe((before[1]?.recebido_centavos ?? 0) + 10_000);
    const csv = await portal.send(
      'GET',
      `/api/v1/portal/manager/finance/close/csv/?mes=${today().slice(0, 7)}&unidade=${second}`,
      {},
      helena,
    );
    expect(csv.status).toBe(200);
    expect((await csv.text()).match(/Zulmira Dois/g)).toHaveLength(1);
  });

  it('an office sees the bills of its unit, also those of a student who left', async () => {
    const { id, late, ahead, paid } = await debtor('Zulmira Três');
    await move(id, second);
    expect((await listed(old, { q: 'Zulmira Três', estado: 'vencidas' })).items.map((each) => each.id)).toEqual([late]);
    expect((await listed(fresh, { q: 'Zulmira Três' })).items.map((each) => each.id)).toEqual([ahead]);
    expect((await listed(old, { aluno: id })).aluno).toMatchObject({ nome: 'Zulmira Três', saiu: true });
    expect((await read(late, old)).body).toMatchObject({ aluno_em: 'KNN Taquaral', pode: { ver_aluno: false } });
    expect((await read(ahead, fresh)).body).toMatchObject({ aluno_em: null, pode: { ver_aluno: true } });
    for (const bill of [late, paid]) expect((await read(bill, fresh)).status).toBe(404);
    expect((await read(ahead, old)).status).toBe(404);
    expect((await note(late, old)).status).toBe(200);
    expect((await note(ahead, fresh)).status).toBe(200);
    const lateIn = async (as: number) =>
      (await portal.ops.students.listStudents({ q: 'Zulmira', estado: 'em_atraso' }, { as })).body.total;
    expect(await lateIn(fresh)).toBe(0);
    expect(await lateIn(HELENA)).toBeGreaterThan(0);
  });

  it('each bill follows the terms of its own unit, for the student, a link and a code', async () => {
    const { id } = await addAccount(portal, { full_name: 'Zulmira Quatro' });
    const due = shiftDay(today(), -40);
    const [here] = await addBills(portal, id, [{ vencimento: due }]);
    await move(id, second);
    const [there] = await addBills(portal, id, [{ vencimento: due }]);
    const bills = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
    const cost = (of: { id: number } | undefined) =>
      bills.find((each) => each.id === of?.id)?.valor_atualizado_centavos;
    expect(cost(here)).toBeGreaterThan(10_000);
    expect(cost(there)).toBe(10_000);
    const both = { params: { id: here?.id ?? 0 }, query: { com: String(there?.id ?? 0) } };
    const code = (await portal.call(payWithPix, both, { as: id })).body;
    expect(code.valor_centavos).toBe((cost(here) ?? 0) + 10_000);
    const { url } = (await portal.ops.finance.getPaymentLink({ parcela_id: there?.id ?? 0 }, { as: id })).body;
    const token = url.split('/').at(-1) ?? '';
    expect((await portal.ops.finance.getBill({ token })).body).toMatchObject({
      valor_atualizado_centavos: 10_000,
      escola: { nome: 'KNN Taquaral' },
    });
  });

  it('a receipt names the unit that was paid, before and after the move', async () => {
    const { id, paid, ahead } = await debtor('Zulmira Cinco');
    const receipt = async (bill: number) => {
      await portal.send('GET', `/api/v1/portal/manager/finance/bills/${bill}/receipt/`, {}, helena);
      const rows = await portal.school.db
        .selectFrom('documents')
        .select('dados')
        .where('kind', '=', 'recibo')
        .where('referencia', '=', String(bill))
        .execute();
      return rows.map(({ dados }) => (JSON.parse(dados) as { escola: { nome: string } }).escola.nome);
    };
    expect(await receipt(paid)).toEqual(['KNN Vila Nova']);
    await move(id, second);
    await note(ahead);
    expect(await receipt(paid)).toEqual(['KNN Vila Nova']);
    expect(await receipt(ahead)).toEqual(['KNN Taquaral']);
  });

  it('a new contract belongs to the unit of its student, and an agreement to that of its bills', async () => {
    const { id, late, ahead } = await debtor('Zulmira Seis');
    await move(id, second);
    const plan = { parcelas: 2, primeiro_dia: shiftDay(today(), 30) };
    const course = { user_id: id, descricao: 'Inglês', valor_centavos: 20_000, desconto_centavos: 0, ...plan };
    expect((await portal.ops.finance.createContract(course, withKey(helena))).status).toBe(200);
    expect((await unitsOfBills(id)).slice(3)).toEqual([second, second]);
    const agree = async (parcela_ids: number[]) => {
      const costs = await Promise.all(parcela_ids.map(async (bill) => (await read(bill)).body.total_centavos));
      const total_visto_centavos = costs.reduce((sum, each) => sum + each, 0);
      const rest = { acrescimo_centavos: 0, desconto_centavos: 0, motivo: 'Acordo' };
      return portal.ops.finance.renegotiateBills(
        { parcela_ids, total_visto_centavos, ...rest, ...plan },
        withKey(helena),
      );
    };
    expect((await agree([late, ahead])).status).toBe(409);
    expect((await agree([late])).status).toBe(200);
    expect((await unitsOfBills(id)).slice(5)).toEqual([VILA_NOVA, VILA_NOVA]);
  });
});
