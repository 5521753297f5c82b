import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { getFinance, payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { SIGNATURE_HEADER, sign } from '../../src/server/core/ports/payments/signature.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { reviewPaidCharges } from '../../src/server/money/finance/review-paid.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { type PaymentService, SERVICE_SECRET, startPaymentService } from '../support/payment-service.ts';
import { withKey } from '../support/points.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 86_400_000;

describe('a payment service over HTTP (S12, FIN-08)', () => {
  let service: PaymentService;
  let portal: TestSchool;
  beforeAll(async () => {
    service = await startPaymentService();
    portal = await openTestSchool('sqlite', {
      env: {
        PAYMENTS_URL: service.url,
        PAYMENTS_KEY: 'key-of-the-school',
        PAYMENTS_WEBHOOK_SECRET: SERVICE_SECRET,
        PAYMENTS_TIMEOUT_MS: '3000',
        PAYMENTS_RECEIVER: 'Escola Ltda.,**.222.333/0001-**,Banco Exemplo',
      },
    });
  });
  beforeEach(() => {
    service.mood = 'well';
    service.next = { status: 'paga' };
  });
  afterAll(async () => {
    await portal.close();
    await service.close();
  });

  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const chargeOf = async (bill: number) => service.charges.get((await booksOf(portal, bill)).charges[0]?.txid ?? '');

  it('the adapter charges a card with our reference and the school’s key', async () => {
    const { id, bills } = await addDebtor(portal);
    const { body } = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id, installments: 2 });
    expect(body).toMatchObject({ status: 'aprovado', bandeira: 'Visa', final: '0010', codigo_autorizacao: 'A1' });
    expect((await chargeOf(bills[0] ?? 0))?.body).toMatchObject({ kind: 'card', amount: 10_000, installments: 2 });
    expect(service.requests.at(-1)?.bearer).toBe('Bearer key-of-the-school');
  });

  it('a refusal gets a message of the portal, also for an unknown reason', async () => {
    const { id, bills } = await addDebtor(portal);
    service.next = { status: 'recusada', reason: 'saldo_insuficiente' };
    const first = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    service.next = { status: 'recusada', reason: 'E_4711' };
    const second = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    expect([first.body.motivo, second.body.motivo]).toEqual([
      expect.stringMatching(/limite/),
      expect.stringMatching(/não autorizou/),
    ]);
  });

  it('received and refunded amounts follow the service, and a refund is sent once', async () => {
    const { id, bills } = await addDebtor(portal);
    const bill = bills[0] ?? 0;
    await pix(bill, id);
    const stored = await chargeOf(bill);
    if (!stored) throw new Error('no charge');
    Object.assign(stored, {
      status: 'paga',
      more: { paid_amount: 10_000, returned: [{ amount: 4_000, reason: 'fraud' }] },
    });
    portal.clock.advance(33 * 60_000);
    await followUpCharges(portal.school);
    const body = { motivo: 'Combinado', total_visto_centavos: 6_000 };
    await portal.ops.finance.refundSchoolBill({ id: bill, ...body }, withKey({ as: HELENA }));
    await sendRefunds(portal.school);
    const [ours = ''] = Object.keys(stored.refunds);
    stored.more?.returned?.push({ amount: 6_000, refund: ours });
    portal.clock.advance(DAY_MS);
    await reviewPaidCharges(portal.school);
    const { refunds } = await booksOf(portal, bill);
    expect(refunds.map(({ motivo, valor_centavos, fora }) => [motivo, valor_centavos, fora])).toEqual([
      ['devolvido_por_fraude_1', 4_000, 'banco'],
      ['pela_escola', 6_000, null],
    ]);
  });

  it.each(['slow', 'reset', 'nonsense'] as const)(
    'a service that is %s after it took the money: the bill is held, then found out',
    async (mood) => {
      const { id, bills } = await addDebtor(portal);
      const bill = bills[0] ?? 0;
      const key = randomUUID();
      service.mood = mood;
      expect((await payByCard(portal, bill, cards.approved, { as: id, key })).body.status).toBe('em_analise');
      expect((await booksOf(portal, bill)).bill.status).toBe('em_processamento');
      service.mood = 'well';
      portal.clock.advance(11_000);
      await followUpCharges(portal.school);
      expect((await payByCard(portal, bill, cards.approved, { as: id, key })).body.status).toBe('aprovado');
    },
  );

  it.each(['down', 'error', 'html'] as const)(
    'a service that is %s before it heard of it: the bill is open again after two minutes',
    async (mood) => {
      const { id, bills } = await addDebtor(portal);
      const bill = bills[0] ?? 0;
      service.mood = mood;
      expect((await payByCard(portal, bill, cards.approved, { as: id })).body.status).toBe('em_analise');
      portal.clock.advance(11_000);
      await followUpCharges(portal.school);
      expect((await booksOf(portal, bill)).bill.status).toBe('em_processamento');
      service.mood = 'well';
      portal.clock.advance(2 * 60_000);
      await followUpCharges(portal.school);
      expect((await booksOf(portal, bill)).bill.status).toBe('aberta');
      expect((await payByCard(portal, bill, cards.approved, { as: id })).body.status).toBe('aprovado');
    },
  );

  it.each(['slow', 'down', 'error', 'html', 'nonsense'] as const)(
    'a service that is %s when a Pix is wanted: the page says so, and the next try works',
    async (mood) => {
      const { id, bills } = await addDebtor(portal);
      service.mood = mood;
      const { status, body } = await pix(bills[0] ?? 0, id);
      expect([status, body.detail]).toEqual([
        503,
        'O banco não respondeu. Nada foi cobrado: tente de novo em instantes.',
      ]);
      service.mood = 'well';
      const again = await pix(bills[0] ?? 0, id);
      expect(again.body).toMatchObject({
        status: 'ATIVA',
        recebedor: { nome: 'Escola Ltda.', instituicao: 'Banco Exemplo' },
      });
      expect((await booksOf(portal, bills[0] ?? 0)).charges).toHaveLength(1);
    },
  );

  it('a signed webhook settles a Pix; a duplicate payment is refunded', async () => {
    const { id, bills } = await addDebtor(portal);
    const bill = bills[0] ?? 0;
    const { txid } = (await pix(bill, id)).body;
    const stored = service.charges.get(txid);
    if (stored) stored.status = 'paga';
    await portal.school.db
      .updateTable('parcelas')
      .set({ status: 'paga', forma: 'dinheiro', pago_em: portal.clock.now.toISOString() })
      .where('id', '=', bill)
      .execute();
    const body = JSON.stringify({
      id: randomUUID(),
      reference: txid,
      kind: 'charge.changed',
      at: new Date().toISOString(),
    });
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: sign(SERVICE_SECRET, body, portal.clock.now),
    };
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'http');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
    service.mood = 'down';
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('pedida');
    service.mood = 'well';
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('feita');
    expect(Object.values(service.charges.get(txid)?.refunds ?? {})).toEqual([10_000]);
  });
});

it('a school without payments says so, and shows no payment method', async () => {
  const portal = await openTestSchool('sqlite', { env: { PAYMENTS: 'off' } });
  const { body } = await portal.call(getFinance, {}, { as: 1 });
  expect(new Set(body.parcelas.flatMap(({ formas }) => formas))).toEqual(new Set());
  const answer = await portal.call(payWithPix, { params: { id: 106 }, query: {} }, { as: 1 });
  expect([answer.status, answer.body.detail]).toEqual([503, expect.stringContaining('ainda não recebe pagamentos')]);
  await portal.close();
});
