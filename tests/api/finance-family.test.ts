import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { getFinance, payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { receiptPath } from '../../src/lib/rules/routes/file-addresses.ts';
import { addAccount } from '../support/accounts.ts';
import { openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { addBills, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const CHILD = '2014-05-05';
let families = 0;

describe.each(engines)('bills of a family on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** A mother, her two children, and a bill of each. */
  async function family({ birth = CHILD, company = 101 }: { birth?: string; company?: number } = {}) {
    families += 1;
    const cpf = cpfOf(714_287_000 + families);
    const full_name = `Mãe ${families}`;
    const mother = await addAccount(portal, { cpf, full_name, email_verified: true });
    const named = { full_name, cpf, email: mother.email, phone: '19994440000', relation: 'Mãe' };
    const childOf = (birth_date: string, unit: number) =>
      addAccount(portal, { birth_date, company: unit, guardian: JSON.stringify(named) });
    const [older, younger] = [await childOf(birth, 101), await childOf(CHILD, company)];
    const billOf = async (id: number) => (await addBills(portal, id))[0]?.id ?? 0;
    const bills = [await billOf(mother.id), await billOf(older.id), await billOf(younger.id)] as const;
    return { mother: mother.id, older: older.id, younger: younger.id, bills, full_name };
  }
  const pix = (as: number, [bill = 0, ...others]: readonly number[], txid?: string) =>
    portal.call(
      payWithPix,
      { params: { id: bill }, query: { ...(others.length > 0 && { com: others.join() }), ...(txid && { txid }) } },
      { as },
    );
  async function pay(txid: string) {
    const { sandbox: bank } = portal.school.ports.payments;
    expect(await bank?.pay(txid)).toBe(true);
    const { body, headers } = bank?.messageAbout(txid) ?? { body: '', headers: {} };
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
  }
  const receipt = (bill: number, as: number) => portal.send('GET', receiptPath(bill), {}, { as });
  const rowsOf = (ids: readonly number[]) =>
    portal.school.db
      .selectFrom('parcelas')
      .select(['id', 'user_id', 'status', 'charge_id'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
  const refundsOf = (ids: readonly number[]) =>
    portal.school.db
      .selectFrom('refunds')
      .select(['parcela_id', 'valor_centavos', 'motivo'])
      .where('parcela_id', 'in', [...ids])
      .execute();

  it('one Pix pays the bills of two children and an own one, each with its receipt', async () => {
    const { mother, older, bills } = await family();
    const { body: listed } = await portal.ops.finance.listBills({ ids: bills.join() }, { as: mother });
    expect(listed.map(({ de }) => de === undefined)).toEqual([true, false, false]);
    const code = await pix(mother, bills);
    expect([code.status, code.body.valor_centavos]).toEqual([200, 30_000]);
    await pay(code.body.txid);
    const paid = await rowsOf(bills);
    expect(paid.map(({ status }) => status)).toEqual(['paga', 'paga', 'paga']);
    expect(new Set(paid.map(({ charge_id }) => charge_id)).size).toBe(1);
    expect((await pix(mother, bills, code.body.txid)).body.status).toBe('CONCLUIDA');
    for (const parcela_id of bills) expect((await receipt(parcela_id, mother)).status).toBe(200);
    const hers = (await portal.ops.finance.listTransactions({ limit: 20, offset: 0 }, { as: mother })).body;
    expect(hers.items.map(({ parcela_id, de }) => [parcela_id, de !== null])).toEqual(
      expect.arrayContaining(bills.map((id, index) => [id, index > 0])),
    );
    expect([hers.items.length, hers.pago_centavos]).toEqual([3, 30_000]);
    const childs = (await portal.ops.finance.listTransactions({ limit: 20, offset: 0 }, { as: older })).body;
    expect([childs.items.map(({ parcela_id }) => parcela_id), childs.pago_centavos]).toEqual([[bills[1]], 10_000]);
    expect(await refundsOf(bills)).toEqual([]);
  });

  it('concurrent and repeated payments of guardian and child pay a bill once', async () => {
    const { mother, older, bills } = await family();
    const [all, own] = await Promise.all([pix(mother, bills), pix(older, [bills[1]])]);
    expect([all.status, own.status].every((status) => status === 200 || status === 409)).toBe(true);
    const one = await pix(older, [bills[1]]);
    const same = await pix(mother, [bills[1]]);
    expect(same.body.txid).toBe(one.body.txid);
    const together = await pix(mother, bills);
    await pay(one.body.txid);
    await pay(together.body.txid);
    const paid = await rowsOf(bills);
    expect(paid.map(({ status }) => status)).toEqual(['paga', 'paga', 'paga']);
    // The middle bill was paid by another method: only its part of the second code is refunded.
    expect(await refundsOf(bills)).toMatchObject([{ parcela_id: bills[1], valor_centavos: 10_000 }]);
    expect((await portal.ops.finance.listTransactions({ limit: 20, offset: 0 }, { as: older })).body).toMatchObject({
      pago_centavos: 20_000,
      devolvido_centavos: 0,
    });
  });

  it('two payers of one child who request a code at once get the same code', async () => {
    const { mother, bills } = await family();
    const link = await portal.ops.finance.getPaymentLink({ parcela_id: bills[1] }, { as: mother });
    const assinatura = new URL(link.body.url).pathname.split('/').at(-1) ?? '';
    const [father, hers] = await Promise.all([
      portal.call(payWithPix, { params: { id: bills[1] }, query: { assinatura } }),
      pix(mother, [bills[1]]),
    ]);
    expect([father.status, father.body.txid]).toEqual([200, hers.body.txid]);
  });

  it('pays a child’s bill by card once, for her own key', async () => {
    const { mother, bills } = await family();
    const paid = await payByCard(portal, bills[1], cards.approved, { as: mother });
    expect(paid.body.status).toBe('aprovado');
    expect((await payByCard(portal, bills[1], cards.approved, { as: mother })).status).toBe(409);
    expect(await rowsOf([bills[1]])).toMatchObject([{ status: 'paga' }]);
  });

  it('bills of another family are not found, also among own ones', async () => {
    const [one, other] = [await family(), await family()];
    const answers = [
      await pix(one.mother, [other.bills[1]]),
      await pix(one.mother, [...one.bills, other.bills[2]]),
      await portal.ops.finance.listBills({ ids: `${one.bills[1]},${other.bills[1]}` }, { as: one.mother }),
      await portal.ops.finance.getPaymentLink({ parcela_id: other.bills[1] }, { as: one.mother }),
      await receipt(other.bills[1], one.mother),
      // A child pays neither for the mother nor for a sibling.
      await pix(one.older, [one.bills[0]]),
      await pix(one.older, [one.bills[2]]),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await portal.ops.finance.listFamilyFinance({}, { as: one.older })).body).toEqual([]);
    expect((await portal.ops.finance.listFamilyFinance()).status).toBe(401);
  });

  it('the guardian pays for an adult child only by contracts that name the guardian', async () => {
    const { mother, older, younger, bills, full_name } = await family({ birth: '2001-05-05' });
    expect((await pix(mother, [bills[1]])).status).toBe(404);
    // After a yes at 18 the guardian sees the course, but cannot pay or get documents by it.
    expect((await portal.ops.account.setFamilyChoice({ pode_ver: true }, { as: older })).status).toBe(200);
    const shownTo = async (as: number) =>
      (await portal.ops.account.listFamily({}, { as })).body.map(({ id, menor, financeiro }) => [
        ...[id, menor],
        financeiro.parcelas.map((bill) => bill.id),
      ]);
    expect(await shownTo(mother)).toEqual([
      [older, false, []],
      [younger, true, [bills[2]]],
    ]);
    expect((await pix(mother, [bills[1]])).status).toBe(404);
    const paper = { tipo: 'pagamentos' as const, referencia: String(portal.clock.now.getFullYear()) };
    const requested = (aluno: number) => portal.ops.account.createDocument({ ...paper, aluno }, { as: mother });
    expect((await requested(older)).body).toMatchObject({ detail: expect.stringContaining('entre os seus filhos') });
    expect(JSON.stringify((await requested(younger)).body)).not.toContain('entre os seus filhos');
    await portal.school.db
      .updateTable('contratos')
      .set({ responsavel: full_name.toUpperCase() })
      .where('user_id', '=', older)
      .execute();
    const [own] = await addBills(portal, older);
    const shown = (await portal.ops.finance.listFamilyFinance({}, { as: mother })).body;
    expect(shown.map(({ id, financeiro }) => [id, financeiro.parcelas.map((bill) => bill.id)])).toEqual([
      [older, [bills[1]]],
      [younger, [bills[2]]],
    ]);
    expect((await pix(mother, [bills[1], bills[2]])).body.valor_centavos).toBe(20_000);
    expect((await pix(mother, [own?.id ?? 0])).status).toBe(404);
    expect((await portal.call(getFinance, {}, { as: mother })).body.parcelas.map(({ id }) => id)).toEqual([bills[0]]);
  });

  it('bills of two receivers cannot be paid by one Pix, with a message', async () => {
    // The bank is never called: the refusal comes first.
    await openAsaasAccount(portal, { url: 'https://banco.invalid' }, 102);
    const { mother, bills } = await family({ company: 102 });
    const { status, body } = await pix(mother, bills);
    expect([status, body.code]).toEqual([409, 'two_receivers']);
    expect((await pix(mother, bills.slice(0, 2))).status).toBe(200);
    // A page pays one receiver at a time, also for one person with bills at two units.
    await portal.school.db.updateTable('parcelas').set({ company_id: 102 }).where('id', '=', bills[0]).execute();
    const { body: others } = await portal.ops.finance.listFamilyFinance({}, { as: mother });
    const { body: own } = await portal.call(getFinance, {}, { as: mother });
    const [a, b, c] = [own, ...others.map(({ financeiro }) => financeiro)].map(
      ({ parcelas }) => parcelas[0]?.recebedor,
    );
    expect([a === c, a === b, b]).toEqual([true, false, 0]);
    expect((await pix(mother, [bills[1], bills[2]])).body.code).toBe('two_receivers');
  });
});
