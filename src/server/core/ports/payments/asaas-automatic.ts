import type { AsaasClient } from './asaas-client.ts';
import { Authorization, Authorizations, Instructions, type Payment, read } from './asaas-shapes.ts';
import { type AutomaticPix, OrderRefused, type PixOrder, ProviderSilent } from './provider.ts';

interface ProviderParts {
  client: AsaasClient;
  paymentsOf(reference: string): Promise<Payment[]>;
  customerOf(payer: NonNullable<PixOrder['payer']>): Promise<string>;
  /** Concurrent requests for one reference share one answer. */
  shared<T>(reference: string, make: () => Promise<T>): Promise<T>;
  debit: AutomaticPix['debit'];
  now(): Date;
}

const PATH = '/pix/automatic/authorizations';
const INSTRUCTIONS = '/pix/automatic/paymentInstructions';

/** Page “Listar autorizações”. REFUSED is also the state of a code that nobody paid in time. */
const STATES: Readonly<Record<string, Awaited<ReturnType<AutomaticPix['find']>>>> = {
  CREATED: 'pendente',
  ACTIVE: 'ativa',
  REFUSED: 'recusada',
  EXPIRED: 'expirada',
  CANCELLED: 'encerrada',
};
/** Page “Motivos de Recusa”: the reasons that the payer can remedy. */
const REASONS: Readonly<Record<string, Awaited<ReturnType<AutomaticPix['debitState']>>>> = {
  PAYMENT_OVERDUE: 'sem_saldo',
  MAXIMUM_AMOUNT_EXCEEDED: 'acima_do_limite',
};
/** Page “Listar instruções de pagamento”. */
const WAITING = new Set(['AWAITING_REQUEST', 'SCHEDULED']);

/**
 * Pix Automático of Asaas (0193): only journey 3, in which the first payment is the consent, and without `value`, so that each
 * debit has its own amount. Asaas does not deduplicate a POST, so we first look for an authorization by its customer and our
 * `contractId`, and for a debit by its reference.
 */
export function automaticPix({ client, paymentsOf, customerOf, shared, debit, now }: ProviderParts): AutomaticPix {
  const open: AutomaticPix['open'] = async ({ reference, amount, highest, description, payer, ...order }) => {
    const customerId = await customerOf(payer);
    const query = new URLSearchParams({ customerId, limit: '100' });
    const { data } = read(Authorizations, await client('GET', `${PATH}?${query}`), 'GET authorizations');
    const known = data.find(({ contractId }) => contractId === reference);
    const made =
      known ??
      read(
        Authorization,
        await client('POST', PATH, {
          ...{ customerId, description, contractId: reference, frequency: 'MONTHLY' },
          ...{ startDate: order.from, finishDate: order.until, minLimitValue: highest / 100 },
          ...{ paymentCreationMode: 'MANUAL', retryPolicy: 'ALLOW_THREE_IN_SEVEN_DAYS' },
          immediateQrCode: {
            expirationSeconds: Math.max(60, Math.round((order.expiresAt.getTime() - now().getTime()) / 1000)),
            originalValue: amount / 100,
          },
        }),
        'POST authorizations',
      );
    const { id, payload, immediateQrCode } = made;
    if (!payload || !immediateQrCode) throw new ProviderSilent('the authorization has no code');
    return { id, code: payload, payment: immediateQrCode.conciliationIdentifier };
  };

  /** The orders of a debit, and whether its payment is over. */
  async function ordersOf(reference: string) {
    const payment = (await paymentsOf(reference)).find(({ deleted }) => !deleted);
    if (!payment) return { isOver: true, orders: [] };
    const query = new URLSearchParams({ paymentId: payment.id, limit: '100' });
    const { data } = read(Instructions, await client('GET', `${INSTRUCTIONS}?${query}`), 'GET paymentInstructions');
    return { isOver: payment.status === 'OVERDUE', orders: data };
  }

  return {
    open: (order) => shared(order.reference, () => open(order)),
    debit,
    async find(id) {
      const answer = await client('GET', `${PATH}/${id}`);
      if (answer.status === 404) return null;
      const { status } = read(Authorization, answer, 'GET authorization');
      const state = STATES[status];
      if (!state) throw new ProviderSilent('the authorization has an unknown state');
      return state;
    },
    async end(id) {
      const { status } = await client('DELETE', `${PATH}/${id}`);
      if (status === 200 || status === 404) return;
      // The documentation does not say how ending an ended authorization is answered, so we ask for its state.
      const state = STATES[read(Authorization, await client('GET', `${PATH}/${id}`), 'GET authorization').status];
      if (state === 'ativa' || state === 'pendente') {
        throw new ProviderSilent(`DELETE authorizations was answered with ${status}`);
      }
    },
    async debitState(reference) {
      const { isOver, orders } = await ordersOf(reference);
      if (orders.some(({ status }) => WAITING.has(status))) return 'espera';
      const refused = orders.find(({ status }) => status === 'REFUSED');
      if (refused) return REASONS[refused.refusalReason ?? ''] ?? (isOver ? 'sem_saldo' : 'recusado');
      if (isOver) return 'sem_saldo';
      // Right after the payment the list has no order yet.
      return orders.some(({ status }) => status === 'CANCELLED') ? 'recusado' : 'espera';
    },
    async retry(reference, day) {
      const { orders } = await ordersOf(reference);
      if (orders.some(({ status, dueDate }) => WAITING.has(status) && dueDate?.slice(0, 10) === day)) return;
      const failed = orders.find(({ status }) => status === 'REFUSED');
      if (!failed) throw new OrderRefused('the provider has no failed debit');
      const answer = await client('POST', `${INSTRUCTIONS}/${failed.id}/retries`, { dueDate: day });
      if (answer.status === 400) throw new OrderRefused('the provider takes no further try');
      if (answer.status !== 200) throw new ProviderSilent(`POST retries was answered with ${answer.status}`);
    },
  };
}
