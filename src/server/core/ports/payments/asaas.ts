import { createHash, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { AsaasDoor } from './asaas-door.ts';
import { asaasPayments, dayOf, moneyOf, PAGE, PAID, ZONE } from './asaas-payments.ts';
import { Event, type Payment, Payments, read, Wallets, Webhooks } from './asaas-shapes.ts';
import {
  type ChargeState,
  GRACE_MS,
  type PaymentProvider,
  ProviderSilent,
  type Received,
  WrongSignature,
} from './provider.ts';
import { tryOutAsaas } from './try-out-asaas.ts';

interface AsaasOptions {
  name: string;
  receiver: PaymentProvider['receiver'];
  door: AsaasDoor;
  /** The house sends it with each message. */
  webhookToken: string;
  /** The house writes there when it cannot deliver messages. */
  email: string;
  now(): Date;
}

const MAX_PAGES = 200;
/** No page says how soon a list shows a new refund. A second one within this time might send the money twice. */
const REFUND_PAUSE_MS = 15 * MINUTE_MS;
const TOKEN_HEADER = 'asaas-access-token';
/** Page “Payment events”. Others tell nothing that changes a bill. */
const EVENTS = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_DELETED',
  'PAYMENT_UPDATED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
];
const isOurs = (reference: string) => /^[0-9A-F]{24}$/.test(reference);
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The payment house Asaas, API v3: Pix, boleto and its own page for a card. `externalReference` is a free field there and a
 * POST may be repeated, so we look for our reference before we make a payment, and requests of one process for one
 * reference share one payment. Two processes may make two: nobody sees the code of the second one, and it ends with the
 * first.
 */
export function asaas({ name, receiver, door, webhookToken, email, now }: AsaasOptions): PaymentProvider {
  const underWay = new Map<string, Promise<unknown>>();
  const { paymentsOf, makePix, makeBoleto, makeCardPage, end, refund } = asaasPayments(door);

  async function stateOf(reference: string, expiresAt: Date | undefined): Promise<ChargeState | null> {
    const payments = await paymentsOf(reference);
    const paid = payments.filter(({ status }) => PAID.has(status));
    // Two processes may have made two: the one that nobody saw ends, and where both were paid, both count.
    if (paid.length > 0 && payments.length > 1) await end(payments.filter(({ status }) => !PAID.has(status)));
    const [first] = paid;
    if (first) return { ...paidState(first, now()), ...sumOf(paid.map((one) => moneyOf(one, now()))) };
    if (payments.length === 0) return null;
    if (payments.every(({ deleted }) => deleted)) return { status: 'expirada' };
    // A code of the house lives for a year: it ends when ours does, so that nobody pays it later.
    const isOver = expiresAt !== undefined && expiresAt.getTime() + GRACE_MS <= now().getTime();
    return { status: isOver && (await end(payments)) ? 'expirada' : 'pendente' };
  }

  /** Requests for one reference share one answer. */
  function shared<T>(reference: string, make: () => Promise<T>): Promise<T> {
    const asked = underWay.get(reference) ?? make().finally(() => underWay.delete(reference));
    underWay.set(reference, asked);
    return asked as Promise<T>;
  }

  return {
    name,
    receiver,
    ways: ['pix', 'boleto', 'pagina'],
    needsPayer: true,
    createPix: (order) => shared(order.reference, () => makePix(order)),
    issueBoleto: (order) => shared(order.reference, () => makeBoleto(order)),
    cardPage: (order) => shared(order.reference, () => makeCardPage(order)),
    async chargeCard() {
      throw new Error('Cards are not taken here: a number would pass through this process');
    },
    find: stateOf,
    refund,
    refundPauseMs: REFUND_PAUSE_MS,
    async identify() {
      const { data } = read(Wallets, await door('GET', '/wallets/'), 'GET wallets');
      const [wallet] = data;
      if (!wallet) throw new ProviderSilent('GET wallets: the account has none');
      return wallet.id;
    },
    readEvent(body, headers) {
      if (!timingSafeEqual(digest(headers.get(TOKEN_HEADER) ?? ''), digest(webhookToken))) {
        throw new WrongSignature('the token of the message is missing or another one');
      }
      const event = Event.safeParse(jsonOf(body));
      if (!event.success) throw new WrongSignature('the message lacks id or event');
      const { id, event: kind, payment } = event.data;
      const reference = payment?.externalReference ?? '';
      // A message about anything else is taken, or the queue of the house would stop.
      return { id, kind: kind.slice(0, 30), reference: isOurs(reference) ? reference : 'OUTRA', at: now() };
    },
    async endCharge(reference) {
      if (!(await end(await paymentsOf(reference)))) throw new ProviderSilent('the payment was paid meanwhile');
    },
    async sendMessagesTo(url) {
      const { data } = read(Webhooks, await door('GET', '/webhooks?limit=100'), 'GET webhooks');
      const known = data.find((one) => one.url === url);
      const body = {
        name: 'Portal do aluno',
        url,
        email,
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        authToken: webhookToken,
        sendType: 'SEQUENTIALLY',
        events: EVENTS,
      };
      const answer = await door(known ? 'PUT' : 'POST', known ? `/webhooks/${known.id}` : '/webhooks', body);
      if (answer.status !== 200) throw new ProviderSilent(`webhooks were answered with ${answer.status}`);
    },
    async messages(url) {
      const { data } = read(Webhooks, await door('GET', '/webhooks?limit=100'), 'GET webhooks');
      const known = data.find((one) => one.url === url);
      // One that an earlier version registered may lack messages that count by now.
      const { events } = known ?? {};
      if (!known || (events && EVENTS.some((event) => !events.includes(event)))) return 'ausente';
      return known.interrupted ? 'parada' : 'registrada';
    },
    received: (from, to) => receivedBetween(door, from, to),
    tryOut: () => tryOutAsaas(door),
  };
}

const paidState = (paid: Payment, now: Date): ChargeState => ({
  status: 'paga',
  paidAt: paidAtOf(paid, now),
  authorization: paid.pixTransaction ?? undefined,
  brand: paid.creditCard?.creditCardBrand,
  last4: paid.creditCard?.creditCardNumber,
});

const sumOf = (all: readonly ReturnType<typeof moneyOf>[]) => ({
  received: all.reduce((sum, { received }) => sum + received, 0),
  returned: all.flatMap(({ returned }) => returned),
});

async function* receivedBetween(door: AsaasDoor, from: Date, to: Date): AsyncGenerator<Received> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      'paymentDate[ge]': dayIn(ZONE, from),
      'paymentDate[le]': dayIn(ZONE, to),
      limit: String(PAGE),
      offset: String(page * PAGE),
    });
    const { data, hasMore } = read(Payments, await door('GET', `/payments?${query}`), 'GET payments');
    for (const payment of data) {
      const reference = payment.externalReference ?? '';
      if (!isOurs(reference) || !PAID.has(payment.status)) continue;
      yield { reference, paidAt: paidAtOf(payment, to), ...moneyOf(payment, to) };
    }
    if (!hasMore) return;
  }
  throw new ProviderSilent('the list of payments has no end');
}

const paidAtOf = ({ clientPaymentDate, confirmedDate, paymentDate }: Payment, at: Date): Date =>
  dayOf([clientPaymentDate, confirmedDate, paymentDate], at);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
