import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { boletoLine } from '../../../src/server/core/ports/payments/sandbox.ts';
import { AutomaticBooks } from './automatic.ts';
import type { Customer, Payment, ProviderEvent, Webhook } from './steering.ts';

// State and answers of the provider, by docs.asaas.com on API v3. Its pages and what we took from each:
// “Create new payment” (body, statuses), “List payments” (filters), “Remove payment” (unpaid ones alone), “Refund payment”
// and “Refunds” (sums, states), “Get QR code for payments via Pix”, “Create new client” (duplicates are allowed), “Create
// new Webhook via API”, “Recuperar WalletId”, “Cobranças via boleto”, “Get digitable bill line”, “Cobranças via cartão de crédito” (`invoiceUrl`), “Redirecionamento após o pagamento” (`callback`), “Refund Bank Slip”, “Alteração no formato dos identificadores” (pay_1_…).
// Undocumented assumptions: the status of a refusal's codes, whether lists include removed payments (here they do not),
// and how soon a new payment is in a list (here at once).

const Day = z.iso.date();
const NewPayment = z.object({
  customer: z.string(),
  billingType: z.enum(['PIX', 'BOLETO', 'CREDIT_CARD']),
  value: z.number().positive().multipleOf(0.01),
  dueDate: Day,
  description: z.string().max(500).optional(),
  daysAfterDueDateToRegistrationCancellation: z.int().min(0).optional(),
  externalReference: z.string().optional(),
  pixAutomaticAuthorizationId: z.string().optional(),
  callback: z.object({ successUrl: z.url(), autoRedirect: z.boolean().optional() }).optional(),
});
const NewCustomer = z.object({
  name: z.string().min(1),
  cpfCnpj: z.string().regex(/^\d{11}$|^\d{14}$/),
  notificationDisabled: z.boolean().optional(),
});
const NewWebhook = z.object({
  name: z.string(),
  url: z.url({ protocol: /^https$/ }),
  email: z.email(),
  enabled: z.boolean(),
  interrupted: z.boolean(),
  apiVersion: z.literal(3),
  authToken: z.string(),
  sendType: z.enum(['SEQUENTIALLY', 'NON_SEQUENTIALLY']),
  events: z.array(z.string()).min(1),
});
const NewRefund = z.object({ value: z.number().positive().optional(), description: z.string().optional() });

interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** The account of the sent key. */
  wallet: string;
}
export interface Reply {
  status: number;
  body: unknown;
}
export const refuse = (code: string, description: string): Reply => ({
  status: 400,
  body: { errors: [{ code, description }] },
});
export const missing: Reply = { status: 404, body: {} };

export class Books {
  readonly payments: Payment[] = [];
  readonly customers: Customer[] = [];
  readonly webhooks: Webhook[] = [];
  readonly events: ProviderEvent[] = [];
  readonly automatic = new AutomaticBooks(this);
  refunds: 'DONE' | 'PENDING' | 'CANCELLED' = 'DONE';
  now = () => new Date();
  /** Base address of the provider's own pages. */
  address = 'https://casa.example';
  /** The domain of the account, the only one allowed in callbacks. */
  domain = 'aluno.example';
  /** The time until a refund appears in lists. */
  lagMs = 0;

  get day(): string {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(this.now());
  }

  /** @returns null if it cannot be paid */
  pay(reference: string): Payment | null {
    const payment = this.payments.find(
      ({ externalReference, status, deleted }) => externalReference === reference && status === 'PENDING' && !deleted,
    );
    if (payment?.billingType === 'BOLETO' && this.#lastDay(payment) < this.day) return null;
    if (!payment) return null;
    const day = this.day;
    // A card payment is confirmed at once, and its money arrives weeks later.
    const isCard = payment.billingType === 'CREDIT_CARD';
    Object.assign(payment, {
      status: isCard ? 'CONFIRMED' : 'RECEIVED',
      clientPaymentDate: day,
      confirmedDate: day,
      paymentDate: day,
      ...(isCard && { creditCard: { creditCardNumber: '8829', creditCardBrand: 'MASTERCARD' } }),
    });
    if (payment.billingType === 'PIX') payment.pixTransaction = id('pix');
    this.automatic.withdraw(payment.id);
    this.#tell(isCard ? 'PAYMENT_CONFIRMED' : 'PAYMENT_RECEIVED', payment);
    return payment;
  }

  /** @returns null for a reference that the provider does not know */
  payCopy(reference: string): Payment | null {
    const known = this.payments.find(({ externalReference }) => externalReference === reference);
    if (!known) return null;
    this.payments.push({ ...known, id: `pay_1_${randomBytes(7).toString('hex')}`, status: 'PENDING', refunds: null });
    return this.pay(reference);
  }

  chargeBack(reference: string): Payment | null {
    const payment = this.payments.find(({ externalReference }) => externalReference === reference);
    if (!payment) return null;
    payment.status = 'CHARGEBACK_REQUESTED';
    this.#tell('PAYMENT_CHARGEBACK_REQUESTED', payment);
    return payment;
  }

  /** The school won the dispute and has its money back. */
  winDispute(reference: string): Payment | null {
    const payment = this.payments.find(({ externalReference }) => externalReference === reference);
    if (payment?.status !== 'CHARGEBACK_REQUESTED') return null;
    payment.status = 'RECEIVED';
    this.#tell('PAYMENT_RECEIVED', payment);
    return payment;
  }

  /** The school refunds a payment in the panel of the provider. */
  refundInPanel(reference: string, value: number): Payment | null {
    const payment = this.payments.find(({ externalReference }) => externalReference === reference);
    if (!payment) return null;
    this.#refund(payment, { value });
    this.#tell(payment.status === 'REFUNDED' ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED', payment);
    return payment;
  }

  /** The school changes a payment in the panel of the provider. */
  setValue(reference: string, value: number): Payment | null {
    const payment = this.payments.find(({ externalReference }) => externalReference === reference);
    return payment ? Object.assign(payment, { value }) : null;
  }

  /** Completes pending refunds. */
  finishRefunds(): void {
    for (const { refunds } of this.payments)
      for (const one of refunds ?? []) if (one.status === 'PENDING') one.status = 'DONE';
  }

  #tell(event: string, payment: Payment): void {
    this.say(event, { payment: { ...payment } });
  }

  /** Sends a message. */
  say(event: string, about: Omit<ProviderEvent, 'id' | 'event' | 'dateCreated'>): void {
    const dateCreated = `${this.day} 12:00:00`;
    this.events.push({ id: `evt_${id('')}&${this.events.length}`, event, dateCreated, ...about });
  }

  answer({ method, path, query, body, wallet }: ReceivedRequest): Reply {
    const [, kind, first, second] = path.split('/');
    if (kind === 'customers' && method === 'GET') {
      const cpf = query.get('cpfCnpj');
      return page(
        this.customers.filter(({ cpfCnpj }) => cpf === null || cpfCnpj === cpf),
        query,
      );
    }
    if (kind === 'customers' && method === 'POST') return this.addCustomer(body);
    if (kind === 'customers' && method === 'PUT') return this.#changeCustomer(first, body);
    if (kind === 'wallets') return page([{ object: 'wallet', id: wallet }], query);
    if (kind === 'payments' && !first) return method === 'POST' ? this.#addPayment(body) : this.#list(query);
    if (kind === 'payments' && first) return this.#onPayment(method, first, second, body);
    if (kind === 'pix' && first === 'automatic') return this.automatic.answer({ method, path, query, body });
    if (kind === 'pix' && first === 'addressKeys') return page([{ id: id(''), status: 'ACTIVE' }], query);
    if (kind === 'webhooks') return this.#onWebhook(method, first, query, body);
    return missing;
  }

  addCustomer(body: unknown): Reply {
    const requested = NewCustomer.safeParse(body);
    if (!requested.success) return refuse('invalid_cpfCnpj', 'O CPF/CNPJ informado é inválido.');
    const { notificationDisabled = false, ...said } = requested.data;
    const customer: Customer = { object: 'customer', id: id('cus'), ...said, notificationDisabled, deleted: false };
    this.customers.push(customer);
    return { status: 200, body: customer };
  }

  #addPayment(body: unknown): Reply {
    const requested = NewPayment.safeParse(body);
    if (!requested.success) return refuse('invalid_object', 'A requisição não respeita o formato.');
    if (requested.data.dueDate < this.day) return refuse('invalid_dueDate', 'A data de vencimento já passou.');
    if (!this.customers.some((one) => one.id === requested.data.customer))
      return refuse('invalid_customer', 'Cliente inválido.');
    const { callback } = requested.data;
    if (callback && new URL(callback.successUrl).hostname !== this.domain)
      return refuse('invalid_callback', 'O domínio da URL não é o dos seus dados comerciais.');
    const key = `pay_1_${randomBytes(7).toString('hex')}`;
    const payment: Payment = {
      object: 'payment',
      id: key,
      invoiceUrl: `${this.address}/i/${key}`,
      dateCreated: this.day,
      status: 'PENDING',
      deleted: false,
      bankSlipUrl: null,
      nossoNumero: null,
      clientPaymentDate: null,
      confirmedDate: null,
      paymentDate: null,
      pixTransaction: null,
      refunds: null,
      ...requested.data,
      description: requested.data.description ?? null,
      externalReference: requested.data.externalReference ?? null,
    };
    if (payment.billingType === 'BOLETO') {
      payment.nossoNumero = String(this.payments.length + 1);
      payment.bankSlipUrl = `https://casa.example/b/pdf/${payment.id}`;
    }
    const refused = this.automatic.order(payment);
    if (refused) return refused;
    this.payments.push(payment);
    this.#tell('PAYMENT_CREATED', payment);
    return { status: 200, body: payment };
  }

  #changeCustomer(key: string | undefined, body: unknown): Reply {
    const customer = this.customers.find((one) => one.id === key);
    const requested = NewCustomer.partial().safeParse(body);
    if (!customer) return missing;
    if (!requested.success) return refuse('invalid_object', 'A requisição não respeita o formato.');
    return { status: 200, body: Object.assign(customer, requested.data) };
  }

  /** The last day on which banks take a boleto. */
  #lastDay({ dueDate, daysAfterDueDateToRegistrationCancellation: days = 30 }: Payment): string {
    return new Date(Date.parse(dueDate) + days * 86_400_000).toISOString().slice(0, 10);
  }

  /** A payment as the provider shows it, without refunds that its lists do not show yet. */
  #shown(payment: Payment): Payment {
    const at = this.now().getTime();
    const refunds = payment.refunds?.filter(({ listedAt = 0 }) => listedAt <= at).map(({ listedAt, ...one }) => one);
    // A payment that was not paid in time is shown as OVERDUE.
    const isLate = payment.status === 'PENDING' && payment.dueDate < this.day;
    return {
      ...payment,
      ...(isLate && { status: 'OVERDUE' }),
      refunds: refunds && refunds.length > 0 ? refunds : null,
    };
  }

  #list(query: URLSearchParams): Reply {
    const reference = query.get('externalReference');
    const code = query.get('pixQrCodeId');
    const [from, to] = [query.get('paymentDate[ge]'), query.get('paymentDate[le]')];
    const found = this.payments.filter(
      ({ deleted, externalReference, pixQrCodeId, paymentDate }) =>
        !deleted &&
        (code === null || pixQrCodeId === code) &&
        (reference === null || externalReference === reference) &&
        (from === null || (paymentDate !== null && paymentDate >= from)) &&
        (to === null || (paymentDate !== null && paymentDate <= to)),
    );
    return page(
      found.map((payment) => this.#shown(payment)),
      query,
    );
  }

  #onPayment(method: string, key: string, part: string | undefined, body: unknown): Reply {
    const payment = this.payments.find((one) => one.id === key);
    if (!payment) return missing;
    if (method === 'GET' && part === undefined) return { status: 200, body: this.#shown(payment) };
    if (method === 'GET' && part === 'pixQrCode') {
      const payload = `00020101021226820014br.gov.bcb.pix2560pix.casa.example/qr/${payment.id}5204000053039865802BR6304ABCD`;
      return { status: 200, body: { encodedImage: '', payload, expirationDate: '2030-01-01 23:59:59' } };
    }
    if (method === 'GET' && part === 'identificationField') {
      return payment.billingType === 'BOLETO'
        ? { status: 200, body: { ...lineOf(payment), nossoNumero: payment.nossoNumero } }
        : refuse('invalid_action', 'A cobrança não tem boleto.');
    }
    if (method === 'POST' && part === 'bankSlip') return this.#refundBoleto(payment);
    if (method === 'POST' && part === 'refund') return this.#refund(payment, body);
    if (method !== 'DELETE') return missing;
    if (payment.status !== 'PENDING' && payment.status !== 'OVERDUE')
      return refuse('invalid_action', 'Só cobranças em aberto podem ser removidas.');
    payment.deleted = true;
    this.automatic.withdraw(payment.id);
    this.#tell('PAYMENT_DELETED', payment);
    return { status: 200, body: { deleted: true, id: payment.id } };
  }

  #refundBoleto(payment: Payment): Reply {
    if (payment.billingType !== 'BOLETO' || payment.status !== 'RECEIVED')
      return refuse('invalid_action', 'Só boletos pagos podem ser estornados.');
    payment.refunds = [{ dateCreated: this.day, status: 'PENDING', value: payment.value, description: '' }];
    return { status: 200, body: { requestUrl: `https://casa.example/estorno/${payment.id}` } };
  }

  #refund(payment: Payment, body: unknown): Reply {
    const { value = payment.value, description = '' } = NewRefund.parse(body ?? {});
    const given = (payment.refunds ?? []).filter(({ status }) => status !== 'CANCELLED');
    const sum = given.reduce((total, one) => total + one.value, value);
    if (payment.billingType === 'BOLETO') return refuse('invalid_action', 'Boletos têm estorno próprio.');
    if (payment.status === 'PENDING' || sum > payment.value + 0.001)
      return refuse('invalid_action', 'Valor indisponível.');
    payment.refunds = [
      ...(payment.refunds ?? []),
      {
        dateCreated: this.day,
        status: this.refunds,
        value,
        description,
        listedAt: this.now().getTime() + this.lagMs,
      },
    ];
    if (sum > payment.value - 0.001 && this.refunds === 'DONE') payment.status = 'REFUNDED';
    return { status: 200, body: payment };
  }

  #onWebhook(method: string, key: string | undefined, query: URLSearchParams, body: unknown): Reply {
    // The token is shown only once.
    const shown = ({ authToken, ...webhook }: Webhook) => ({ ...webhook, hasAuthToken: authToken !== undefined });
    if (method === 'GET') return page(this.webhooks.map(shown), query);
    const requested = NewWebhook.safeParse(body);
    if (!requested.success) return refuse('invalid_object', 'A requisição não respeita o formato.');
    const known = this.webhooks.find((one) => one.id === key);
    if (method === 'PUT' && !known) return missing;
    const webhook = known ?? { id: id(''), ...requested.data };
    Object.assign(webhook, requested.data);
    if (!known) this.webhooks.push(webhook);
    return { status: 200, body: shown(webhook) };
  }
}

/** Asaas is bank 461. */
function lineOf({ value, dueDate, nossoNumero }: Payment): { barCode: string; identificationField: string } {
  const { barcode, line } = boletoLine({
    bank: '461',
    dueDay: dueDate,
    centavos: Math.round(value * 100),
    own: nossoNumero ?? '',
  });
  return { barCode: barcode, identificationField: line };
}

export const id = (kind: string) => (kind ? `${kind}_` : '') + randomBytes(8).toString('hex');

export function page<T>(all: readonly T[], query: URLSearchParams): Reply {
  const offset = Number(query.get('offset') ?? 0);
  // The provider may send smaller pages than requested.
  const limit = Math.min(Number(query.get('limit') ?? 10), 100);
  const data = all.slice(offset, offset + limit);
  const hasMore = offset + limit < all.length;
  return { status: 200, body: { object: 'list', hasMore, totalCount: all.length, limit, offset, data } };
}
