import { isPixCopyPaste } from 'validation-br';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { callbackPath } from '../../src/server/money/finance/callback-key.ts';
import { followUpCharges, reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { Books, CHAVE } from '../support/pix-bank/books.ts';
import { faultsIn } from '../support/pix-bank/keeps-to-book.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 86_400_000;
const UNIT = 101;

describe.each(engines)('a unit that receives by the API Pix of its bank, on %s', (engine) => {
  let bank: PixBank;
  let portal: TestSchool;
  let account: string;
  beforeAll(async () => {
    bank = await PixBank.start();
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '8000' } });
    account = await openBankAccount(portal, bank, UNIT);
  });
  beforeEach(async () => {
    // A pause that the bank requested earlier has passed.
    portal.clock.advance(60_000);
    await bank.behave();
    await bank.refunds('done');
    await bank.followClock(portal);
  });
  afterAll(async () => {
    await portal.close();
    await bank.close();
  });

  const debtor = async () => {
    const { id, bills } = await addDebtor(portal, [{ company_id: UNIT }]);
    return { id, bill: bills[0] ?? 0 };
  };
  const pix = (bill: number, as: number, query: { com?: string; txid?: string } = {}) =>
    portal.call(payWithPix, { params: { id: bill }, query }, { as });
  /** Delivers a webhook of the bank after a payment. */
  const callBack = async (body: unknown, at = callbackPath(portal.school.tokens, account)) =>
    portal.send('POST', `${at}/pix`, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;

  it('a code is a charge at the bank with our reference, and its webhook settles the bill', async () => {
    const { id, bill } = await debtor();
    const { status, body } = await pix(bill, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ATIVA',
      valor_centavos: 10_000,
      recebedor: { instituicao: 'Banco de Testes' },
    });
    expect(isPixCopyPaste(body.br_code)).toBe(true);
    expect(await bank.cob(body.txid)).toMatchObject({ status: 'ATIVA', valor: { original: '100.00' } });
    const paid = await bank.pay(body.txid);
    expect((await callBack({ pix: [paid] })).status).toBe(200);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'paga', forma: 'pix', pago_em: paid?.horario });
    expect((await booksOf(portal, bill)).charges[0]).toMatchObject({
      provider: account,
      codigo_autorizacao: paid?.endToEndId,
    });
    expect((await pix(bill, id)).body.status).toBe('CONCLUIDA');
  });

  it('if the bank returns only the location, the portal writes the code', async () => {
    await bank.tellCodes(false);
    const { id, bill } = await debtor();
    const { body } = await pix(bill, id);
    await bank.tellCodes(true);
    expect(isPixCopyPaste(body.br_code)).toBe(true);
    expect(body.br_code).toContain((await bank.cob(body.txid))?.location);
  });

  it('bills of a unit without an account use the portal’s own provider, and a code has one account', async () => {
    const { id, bills } = await addDebtor(portal, [{ company_id: UNIT }, { company_id: 102 }]);
    const [first = 0, second = 0] = bills;
    await pix(second, id);
    expect((await booksOf(portal, second)).charges[0]?.provider).toBe('sandbox');
    expect((await pix(first, id, { com: String(second) })).body.code).toBe('two_receivers');
    const shown = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
    expect(shown.map(({ formas }) => formas)).toEqual([['pix'], ['pix', 'boleto', 'cartao']]);
    expect((await payByCard(portal, first, cards.approved, { as: id })).body.code).toBe('no_card');
  });

  it('S4 64 concurrent requests make one charge and one payment', async () => {
    const { id, bill } = await debtor();
    const answers = await Promise.all(Array.from({ length: 64 }, () => pix(bill, id)));
    const txids = new Set(answers.map(({ body }) => body.txid));
    expect([new Set(answers.map(({ status }) => status)), txids.size]).toEqual([new Set([200]), 1]);
    const [txid = ''] = txids;
    const paid = await bank.pay(txid);
    const heard = await Promise.all(Array.from({ length: 64 }, () => callBack({ pix: [paid, paid] })));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
    const { charges, bill: row, refunds } = await booksOf(portal, bill);
    expect([charges.length, row.status, refunds.length]).toEqual([1, 'paga', 0]);
  });

  it('a webhook before the payment, or without one, changes nothing', async () => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    const early = { pix: [{ txid: `PORTALPIX0${txid}`, endToEndId: 'E1', valor: '100.00', horario: 'now' }] };
    expect((await callBack(early)).status).toBe(200);
    for (const odd of [{}, { pix: null }, { pix: [null, { txid: 7 }, { txid: 'CURTO' }] }, { evento: 'teste' }]) {
      expect((await callBack(odd)).status).toBe(200);
    }
    expect(await statusOf(bill)).toBe('aberta');
    await bank.pay(txid);
    expect((await callBack(early)).status).toBe(200);
    expect(await statusOf(bill)).toBe('paga');
  });

  it('a webhook at a forged address is not found', async () => {
    const path = callbackPath(portal.school.tokens, account);
    const other = callbackPath(portal.school.tokens, 'pix-bcb-999');
    for (const wrong of [`${path.slice(0, -1)}x`, other.replace('pix-bcb-999', account)]) {
      expect((await callBack({ pix: [] }, wrong)).status).toBe(404);
    }
  });

  it.each(['deaf', 'lost', 'silent', 'html', 'busy', 'away'] as const)(
    'a bank that is %s at the charge: the page says so, and the next try is the same charge',
    async (does) => {
      const { id, bill } = await debtor();
      await bank.behave({ at: 'PUT /cob', does, times: 1 });
      const first = await pix(bill, id);
      expect([first.status, first.body.detail]).toEqual([503, expect.stringContaining('O banco não respondeu')]);
      portal.clock.advance(8_000);
      const { body } = await pix(bill, id);
      expect(body.status).toBe('ATIVA');
      expect((await booksOf(portal, bill)).charges).toHaveLength(1);
      await bank.pay(body.txid);
      expect((await pix(bill, id, { txid: body.txid })).body.status).toBe('CONCLUIDA');
    },
  );

  it('a pause that the bank requests is respected: no request is sent', async () => {
    const { id, bill } = await debtor();
    await bank.behave({ at: 'PUT /cob', does: 'busy', times: 1 });
    await pix(bill, id);
    const before = (await bank.look()).seen.length;
    expect((await pix(bill, id)).status).toBe(503);
    portal.clock.advance(6_000);
    expect((await pix(bill, id)).status).toBe(503);
    expect((await bank.look()).seen).toHaveLength(before);
    portal.clock.advance(2_000);
    expect((await pix(bill, id)).status).toBe(200);
  });

  it('an expired token costs one more request, also for concurrent calls', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, debtor));
    await bank.forgetTokens();
    const before = (await bank.look()).tokens;
    const answers = await Promise.all(people.map(({ id, bill }) => pix(bill, id)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect((await bank.look()).tokens - before).toBe(1);
    portal.clock.advance(301_000);
    await Promise.all((await Promise.all(people.map(debtor))).map(({ id, bill }) => pix(bill, id)));
    expect((await bank.look()).tokens - before).toBe(2);
  });

  it('a payment without a webhook is found by polling, and by the list of the bank', async () => {
    const requested = await debtor();
    const listed = await debtor();
    const first = (await pix(requested.bill, requested.id)).body.txid;
    const second = (await pix(listed.bill, listed.id)).body.txid;
    await bank.pay(second);
    // As if the portal had learned that the second code expired unpaid.
    await portal.school.db.updateTable('charges').set({ status: 'expirada' }).where('txid', '=', second).execute();
    await bank.pay(first);
    portal.clock.advance(33 * 60_000);
    await followUpCharges(portal.school);
    expect([await statusOf(requested.bill), await statusOf(listed.bill)]).toEqual(['paga', 'aberta']);
    portal.clock.advance(DAY_MS);
    await reconcileAccounts(portal.school);
    expect(await statusOf(listed.bill)).toBe('paga');
    const lists = async () => (await bank.look()).seen.filter(({ method, path }) => `${method} ${path}` === 'GET /pix');
    const count = (await lists()).length;
    expect(count).toBeGreaterThan(1);
    await reconcileAccounts(portal.school);
    expect(await lists()).toHaveLength(count);
  });

  it('a replaced code is cancelled at the bank; a replaced code that was paid meanwhile is refunded', async () => {
    const { id, bills } = await addDebtor(portal, [{ company_id: UNIT }, { company_id: UNIT }]);
    const [one = 0, two = 0] = bills;
    const alone = (await pix(one, id)).body.txid;
    const together = (await pix(one, id, { com: String(two) })).body.txid;
    await endCodes(portal.school);
    expect((await bank.cob(alone))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    expect(await bank.pay(alone)).toBeNull();
    const again = (await pix(one, id)).body.txid;
    // Both were paid before the bank heard that one had ended.
    await bank.pay(together);
    const paid = await bank.pay(again);
    await callBack({ pix: [paid] });
    await endCodes(portal.school);
    portal.clock.advance(33 * 60_000);
    await followUpCharges(portal.school);
    await sendRefunds(portal.school);
    const { refunds } = await booksOf(portal, one);
    expect(refunds.map(({ status, valor_centavos }) => [status, valor_centavos])).toEqual([['feita', 10_000]]);
    expect((await bank.cob(together))?.pix?.[0]?.devolucoes?.map(({ valor }) => valor)).toEqual(['100.00']);
    expect([await statusOf(one), await statusOf(two)]).toEqual(['paga', 'paga']);
  });

  it.each([
    ['lost', 'done'],
    [null, 'late'],
    [null, 'refused'],
  ] as const)('a refund whose answer is %s, and that is %s at first, moves money once', async (does, end) => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    const paid = await bank.pay(txid);
    await portal.school.db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', '=', bill).execute();
    await callBack({ pix: [paid] });
    await bank.refunds(end);
    if (does) await bank.behave({ at: 'PUT /pix', does, times: 1 });
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('pedida');
    await bank.refunds('done');
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('feita');
    const given = (await bank.cob(txid))?.pix?.[0]?.devolucoes ?? [];
    expect(given.filter(({ status }) => status === 'DEVOLVIDO').map(({ valor }) => valor)).toEqual(['100.00']);
  });

  it('all requests and answers conform to the Central Bank’s API Pix 2.8.1', async () => {
    const { seen } = await bank.look();
    expect(new Set(seen.map(({ method, path }) => `${method} ${path.split('/')[1]}`))).toEqual(
      new Set(['POST oauth', 'PUT cob', 'GET cob', 'PATCH cob', 'GET pix', 'PUT pix']),
    );
    expect(faultsIn(seen)).toEqual([]);
  });

  it('a bank refuses a txid that is too short, another key, and an amount of zero', () => {
    const good = { calendario: { expiracao: 60 }, valor: { original: '1.00' }, chave: CHAVE };
    const statuses = [
      ['A'.repeat(26), good],
      ['A'.repeat(25), good],
      ['A'.repeat(36), good],
      [`${'A'.repeat(25)}-`, good],
      ['B'.repeat(26), { ...good, chave: 'outra' }],
      ['C'.repeat(26), { ...good, valor: { original: '0.00' } }],
      ['D'.repeat(26), { ...good, valor: { original: '1,00' } }],
      ['E'.repeat(26), { valor: good.valor, chave: CHAVE }],
    ].map(([txid, body]) => new Books().answer('PUT', `/cob/${String(txid)}`, {}, body).status);
    expect(statuses).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  });
});
