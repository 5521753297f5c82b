import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadReceipt, getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import type { Sandbox } from '../../src/server/core/ports/payments/sandbox.ts';
import { notifyOfBillsPaid } from '../../src/server/money/finance/bill-notices.ts';
import { markCostlessPaid } from '../../src/server/money/finance/costless-bills.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { exportTable, kinds } from '../../src/server/operate/import/kinds.ts';
import { booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const UNIT = 'KNN Vila Nova';
const HEAD = 'unidade;matricula;contrato;numero;total;vencimento;valor;desconto';

describe.each(allEngines)('a bill with an amount of zero on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = new Date('2030-03-05T15:00:00Z');
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  let count = 0;
  /** A student with the bills that a file of the office names. */
  async function student(bills: readonly string[]) {
    count += 1;
    const matricula = `N-${count}`;
    await take('alunos', ['unidade;matricula;nome;email', `${UNIT};${matricula};Nina Sá;n${count}@escola.example`]);
    const line = (cells: string, index: number) => `${UNIT};${matricula};Bolsa;${index + 1};12;${cells}`;
    const bring = (some: readonly string[]) => take('parcelas', [HEAD, ...some.map(line)]);
    await bring(bills);
    const { id } = await portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .select('users.id')
      .where('matricula', '=', matricula)
      .executeTakeFirstOrThrow();
    return { id, matricula, bring };
  }
  const billsOf = async (id: number) => (await portal.call(getFinance, {}, { as: id })).body;
  const runJob = () => markCostlessPaid(portal.school);

  it.each([
    ['a value of nothing', '15/03/2030;0,00;0,00'],
    ['a discount of all of it', '15/03/2030;100,00;100,00'],
    ['a value of nothing, late', '10/01/2030;0,00;0,00'],
  ])('a bill imported with %s is never charged, and settles automatically', async (_what, cells) => {
    const { id } = await student([cells]);
    const [bill] = (await billsOf(id)).parcelas;
    expect(bill).toMatchObject({ valor_atualizado_centavos: 0, formas: [] });
    const params = { id: bill?.id ?? 0 };
    const pix = await portal.call(payWithPix, { params, query: {} }, { as: id });
    const boleto = await portal.ops.finance.issueBoleto({ ...params }, withKey({ as: id }));
    const card = await payByCard(portal, params.id, cards.approved, { as: id });
    expect([pix.status, pix.body.code]).toEqual([409, 'nothing_due']);
    expect([card.status, card.body.code]).toEqual([409, 'nothing_due']);
    expect(boleto.status).toBeLessThan(500);
    await runJob();
    await runJob();
    const { parcelas, resumo } = await billsOf(id);
    expect(parcelas).toMatchObject([{ status: 'paga', recibo_url: null, forma: null, valor_atualizado_centavos: 0 }]);
    expect(resumo).toMatchObject({ aberto_centavos: 0, vencido_centavos: 0, proxima_parcela_id: null });
    // Without a payment there is no receipt, no movement and no notice.
    expect((await portal.call(downloadReceipt, { params: { parcela_id: params.id } }, { as: id })).status).toBe(409);
    expect((await portal.ops.finance.listTransactions({}, { as: id })).body.items).toEqual([]);
    await notifyOfBillsPaid(portal.school);
    expect((await portal.ops.inbox.listNotices({}, { as: id })).body.items).toEqual([]);
    const { body: office } = await portal.ops.finance.getSchoolBill({ ...params }, { as: HELENA });
    expect(office).toMatchObject({ status: 'paga', recibo_url: null, pode: { receber: false, devolver: false } });
    const { body: close } = await portal.ops.finance.listMonthClose({ mes: '2030-03' }, { as: HELENA });
    expect(close.items.filter(({ forma }) => forma === null)).toEqual([]);
  });

  it('a bill of zero is owed again when the next file sets a price, and the same file changes nothing', async () => {
    const { id, matricula, bring } = await student(['15/03/2030;100,00;100,00']);
    await runJob();
    expect(await bring(['15/03/2030;100,00;100,00'])).toMatchObject({ changed: 0, same: 1 });
    const line = (await exportTable(portal.school, 'parcelas')).split('\n').find((each) => each.includes(matricula));
    expect(line).toMatch(/;aberta;;/);
    expect((await billsOf(id)).parcelas).toMatchObject([{ status: 'paga' }]);
    expect(await bring(['15/03/2030;100,00;40,00'])).toMatchObject({ changed: 1 });
    await runJob();
    expect((await billsOf(id)).parcelas).toMatchObject([
      { status: 'a_vencer', pago_em: null, valor_atualizado_centavos: 6_000 },
    ]);
  });

  describe('with an earlier partial payment', () => {
    const moveDay = (id: number) => {
      const body = { vencimento: '2030-03-20', motivo: 'Acordo' };
      return portal.ops.finance.moveDueDay({ id, ...body }, withKey({ as: HELENA }));
    };
    /** A late bill of 100 reais and more, with a part of it paid. */
    async function partPaid(centavos: number) {
      const made = await student(['10/01/2030;100,00;0,00']);
      const bill = (await billsOf(made.id)).parcelas[0]?.id ?? 0;
      const { txid } = (await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: made.id })).body;
      const bank = portal.school.ports.payments.sandbox as Sandbox;
      await portal.school.db
        .updateTable('sandbox_charges')
        .set({ amount: centavos })
        .where('reference', '=', txid)
        .execute();
      await bank.pay(txid);
      const { body, headers } = bank.messageAbout(txid);
      await portal.send('POST', `${API_PREFIX}portal/payments/webhooks/sandbox/`, { body, headers });
      expect((await booksOf(portal, bill)).bill.pago_parcial_centavos).toBe(centavos);
      return { ...made, bill };
    }

    it('the earlier payment pays the bill, and the surplus is refunded', async () => {
      const { id, bill } = await partPaid(10_100);
      expect((await moveDay(bill)).status).toBe(200);
      await runJob();
      await runJob();
      const { bill: row, refunds } = await booksOf(portal, bill);
      expect(row).toMatchObject({ status: 'paga', forma: 'pix', pago_parcial_centavos: 0 });
      expect(refunds.map((each) => [each.motivo, each.valor_centavos])).toEqual([['pago_a_mais', 100]]);
      const { parcelas, resumo } = await billsOf(id);
      expect(parcelas[0]?.recibo_url).not.toBeNull();
      expect(resumo).toMatchObject({ aberto_centavos: 0 });
      const shown = (await portal.ops.finance.getSchoolBill({ id: bill }, { as: HELENA })).body;
      expect(shown).toMatchObject({ status: 'paga', resta_centavos: 10_000, a_devolver_centavos: 100 });
    });

    it('a discount of the office cannot go below the paid part', async () => {
      const { bill } = await partPaid(10_000);
      const discount = async (abatimento_centavos: number, sem_encargos: boolean) => {
        const body = { abatimento_centavos, sem_encargos, motivo: 'Acordo' };
        const sent = withKey({ as: HELENA });
        return (await portal.ops.finance.discountBill({ id: bill, ...body }, sent)).status;
      };
      // A part of fine and interest, then all of it.
      expect(await discount(100, false)).toBe(200);
      expect(await discount(0, true)).toBe(422);
    });

    it('an import does not change the bill', async () => {
      const { bill, bring } = await partPaid(6_000);
      expect(await bring(['10/01/2030;50,00;0,00'])).toMatchObject({ changed: 0 });
      expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'aberta', valor_centavos: 10_000 });
    });
  });

  it('a bill that lost its discount is owed, until the office moves the due date', async () => {
    const { id } = await student(['10/01/2030;100,00;100,00']);
    await runJob();
    const [late] = (await billsOf(id)).parcelas;
    expect(late).toMatchObject({ status: 'vencida', desconto_centavos: 0 });
    const body = { vencimento: '2030-03-20', motivo: 'Bolsa integral' };
    const sent = withKey({ as: HELENA });
    expect((await portal.ops.finance.moveDueDay({ id: late?.id ?? 0, ...body }, sent)).status).toBe(200);
    await runJob();
    expect((await billsOf(id)).parcelas).toMatchObject([{ status: 'paga' }]);
  });
});
