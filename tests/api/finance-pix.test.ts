import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { isPixCopyPaste } from 'validation-br';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { drawQrCode, getFinance, payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { endCode } from '../../src/server/money/finance/pix.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { allEngines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const MINUTE = 60_000;

describe.each(allEngines)('paying by Pix on %s (API-25, FIN-03, FIN-05)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  type Query = { com?: string; txid?: string; assinatura?: string };
  const pix = (bill: number, sent: Sent, query: Query = {}) =>
    portal.call(payWithPix, { params: { id: bill }, query }, sent);
  const sandbox = () => {
    const { sandbox: bank } = portal.school.ports.payments;
    if (!bank) throw new Error('The tests pay in the sandbox');
    return bank;
  };
  /** Delivers the webhook of the bank about a charge, `times` times. */
  async function deliver(txid: string, times = 1) {
    const { body, headers } = sandbox().messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    const answers = [];
    for (let count = 0; count < times; count += 1) answers.push(await portal.send('POST', path, { body, headers }));
    return answers.map(({ status }) => status);
  }
  async function pay(txid: string) {
    expect(await sandbox().pay(txid)).toBe(true);
    return deliver(txid);
  }

  it('a Pix code is accepted by two libraries, and returned again while it is valid for ten more minutes', async () => {
    const { id, bills } = await addDebtor(portal, [{ desconto_centavos: 250 }]);
    const [bill = 0] = bills;
    const first = await pix(bill, { as: id });
    expect(first.body).toMatchObject({ parcela_id: bill, valor_centavos: 9_750, status: 'ATIVA', pago_em: null });
    expect(isPixCopyPaste(first.body.br_code)).toBe(true);
    expect(getPixPayloadInfo(first.body.br_code)).toMatchObject({ amount: 97.5, txid: first.body.txid });
    portal.clock.advance(19 * MINUTE);
    expect((await pix(bill, { as: id })).body.txid).toBe(first.body.txid);
    portal.clock.advance(2 * MINUTE);
    const later = await pix(bill, { as: id });
    expect(later.body.txid).not.toBe(first.body.txid);
    expect((await pix(bill, { as: id }, { txid: first.body.txid })).body.status).not.toBe('ATIVA');
    portal.clock.advance(31 * MINUTE);
    expect((await pix(bill, { as: id }, { txid: later.body.txid })).body.status).toBe('EXPIRADA');
  });

  it('a Pix code that ended while the bank created it is refused with a message, and the next one works', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const bank = sandbox();
    const make = bank.createPix.bind(bank);
    const ending = vi.spyOn(bank, 'createPix').mockImplementationOnce(async (order) => {
      const { db } = portal.school;
      const charge = db.selectFrom('charges').select('id').where('txid', '=', order.reference);
      await endCode(db, (await charge.executeTakeFirstOrThrow()).id, 'removida');
      return make(order);
    });
    const { status, body } = await pix(bill, { as: id });
    ending.mockRestore();
    expect([status, body.code]).toEqual([409, 'charge_ended']);
    const again = await pix(bill, { as: id });
    expect([again.status, isPixCopyPaste(again.body.br_code)]).toEqual([200, true]);
  });

  it('a repeated request of a code only reads', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    await pix(bill, { as: id });
    const { db } = portal.school;
    /** Rows that were ever written, or the transaction that last wrote the bill. */
    const written = async () => {
      const { rows } =
        engine === 'sqlite'
          ? await sql<{ by: number }>`select total_changes() as by`.execute(db)
          : await sql<{ by: string }>`select xmin::text as by from parcelas where id = ${bill}`.execute(db);
      return rows[0]?.by;
    };
    const before = await written();
    expect((await pix(bill, { as: id })).body.status).toBe('ATIVA');
    expect(await written()).toBe(before);
  });

  it('a Pix holds nothing about the person (FIN-06)', async () => {
    const { id, bills } = await addDebtor(portal);
    const { full_name, email, cpf, phone } = await portal.school.db
      .selectFrom('users')
      .select(['full_name', 'email', 'cpf', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify((await pix(bills[0] ?? 0, { as: id })).body);
    for (const personal of [full_name, email, cpf, phone]) if (personal) expect(text).not.toContain(personal);
  });

  it('S4 64 concurrent requests make one charge', async () => {
    const { id, bills } = await addDebtor(portal);
    const answers = await Promise.all(Array.from({ length: 64 }, () => pix(bills[0] ?? 0, { as: id })));
    expect(new Set(answers.map(({ body }) => body.txid)).size).toBe(1);
    expect((await booksOf(portal, bills[0] ?? 0)).charges).toHaveLength(1);
  });

  it('a paid code pays the bill, and a repeated request says so', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const { txid } = (await pix(bill, { as: id })).body;
    expect(await pay(txid)).toEqual([200]);
    for (const query of [{}, { txid }]) {
      expect((await pix(bill, { as: id }, query)).body).toMatchObject({
        txid,
        status: 'CONCLUIDA',
        br_code: expect.any(String),
      });
    }
    const { body } = await portal.call(getFinance, {}, { as: id });
    expect(body.parcelas[0]).toMatchObject({ status: 'paga', forma: 'pix', formas: [] });
    expect((await payByCard(portal, bill, cards.approved, { as: id })).body.code).toBe('already_paid');
  });

  it('a webhook that comes five times, before and after others, counts once', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const { txid } = (await pix(bill, { as: id })).body;
    const early = sandbox().messageAbout(txid);
    await sandbox().pay(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => portal.send('POST', path, early)),
      ...Array.from({ length: 5 }, () => deliver(txid)),
    ]);
    expect(answers).toHaveLength(10);
    const books = await booksOf(portal, bill);
    expect([books.bill.status, books.charges.length, books.refunds]).toEqual(['paga', 1, []]);
    const events = await portal.school.db.selectFrom('payment_events').selectAll().where('txid', '=', txid).execute();
    expect(events).toHaveLength(6);
  });

  it('a lost webhook is replaced by polling', async () => {
    const { id, bills } = await addDebtor(portal);
    const { txid } = (await pix(bills[0] ?? 0, { as: id })).body;
    await sandbox().pay(txid);
    portal.clock.advance(11_000);
    expect((await pix(bills[0] ?? 0, { as: id }, { txid })).body.status).toBe('CONCLUIDA');
  });

  it('unsigned, altered and old webhooks change nothing', async () => {
    const { id, bills } = await addDebtor(portal);
    const { txid } = (await pix(bills[0] ?? 0, { as: id })).body;
    await sandbox().pay(txid);
    const { body, headers } = sandbox().messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    const json = { 'content-type': 'application/json' };
    expect((await portal.send('POST', path, { body, headers: json })).status).toBe(401);
    const altered = body.replace('charge.changed', 'charge.altered');
    expect((await portal.send('POST', path, { body: altered, headers })).status).toBe(401);
    const other = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'http');
    expect((await portal.send('POST', other, { body, headers })).status).toBe(404);
    portal.clock.advance(6 * MINUTE);
    expect((await portal.send('POST', path, { body, headers })).status).toBe(401);
    expect((await booksOf(portal, bills[0] ?? 0)).bill.status).toBe('aberta');
  });

  it('one code pays several bills, and cancels codes that cover some of them', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}, {}]);
    const [one = 0, two = 0, three = 0] = bills;
    const alone = (await pix(two, { as: id })).body;
    const { body } = await pix(one, { as: id }, { com: `${three},${two}` });
    expect(body.valor_centavos).toBe(30_000);
    expect((await pix(three, { as: id }, { com: `${one},${two}` })).body.txid).toBe(body.txid);
    expect((await pix(two, { as: id }, { txid: alone.txid })).body.status).toBe('REMOVIDA');
    await pay(body.txid);
    for (const bill of bills) expect((await booksOf(portal, bill)).bill.status).toBe('paga');
  });

  it('a duplicate payment is refunded once', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const alone = (await pix(one, { as: id })).body;
    const both = (await pix(one, { as: id }, { com: String(two) })).body;
    // The bank still took the first code.
    await pay(alone.txid);
    await pay(both.txid);
    await deliver(both.txid, 3);
    await Promise.all([sendRefunds(portal.school), sendRefunds(portal.school)]);
    const { refunds } = await booksOf(portal, one);
    expect(refunds).toMatchObject([{ valor_centavos: 10_000, motivo: 'em_duplicidade', status: 'feita' }]);
    const stored = await portal.school.db
      .selectFrom('sandbox_charges')
      .select('refunded')
      .where('reference', '=', both.txid)
      .executeTakeFirstOrThrow();
    expect(stored.refunded).toBe(10_000);
    expect((await booksOf(portal, two)).bill.status).toBe('paga');
  });

  it('a bill locked by a card gets no code', async () => {
    const { id, bills } = await addDebtor(portal);
    await payByCard(portal, bills[0] ?? 0, cards.review, { as: id });
    const { status, body } = await pix(bills[0] ?? 0, { as: id });
    expect([status, body.code]).toEqual([409, 'in_progress']);
  });

  it('an unpaid code expires by itself', async () => {
    const { id, bills } = await addDebtor(portal);
    await pix(bills[0] ?? 0, { as: id });
    portal.clock.advance(33 * MINUTE);
    await followUpCharges(portal.school);
    expect((await booksOf(portal, bills[0] ?? 0)).charges[0]).toMatchObject({ status: 'expirada', chave: null });
  });

  it('a Pix has the code as an image', async () => {
    const { id, bills } = await addDebtor(portal);
    const { txid, qr_svg_url } = (await pix(bills[0] ?? 0, { as: id })).body;
    const image = await portal.send('GET', qr_svg_url);
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    expect(await image.text()).toMatch(/^<svg/);
    expect(qr_svg_url).toContain(txid);
    const unknown = API_PREFIX + drawQrCode.path.replace('{txid}', 'A'.repeat(24));
    expect((await portal.send('GET', unknown)).status).toBe(404);
  });

  it('ROLE-08 bills of others are not found, alone or among own ones, and nobody sees charges of others', async () => {
    const mine = await addDebtor(portal);
    const theirs = await addDebtor(portal);
    const [own = 0] = mine.bills;
    const [foreign = 0] = theirs.bills;
    expect((await pix(foreign, { as: mine.id })).status).toBe(404);
    expect((await pix(own, { as: mine.id }, { com: String(foreign) })).status).toBe(404);
    const { txid } = (await pix(foreign, { as: theirs.id })).body;
    expect((await pix(own, { as: mine.id }, { txid })).status).toBe(404);
    expect((await pix(own, {})).status).toBe(404);
    expect((await pix(own, { token: 'ended' })).status).toBe(401);
    expect((await pix(own, { as: mine.id, scope: 'book' })).status).toBe(403);
  });
});
