import { dayIn } from '#lib/rules/time/zones.ts';
import type { AsaasDoor } from './asaas-door.ts';
import { Customer, Customers, Payment, Payments, PixQrCode, read } from './asaas-shapes.ts';
import { type PaymentProvider, type PixOrder, ProviderSilent, RefundWaits } from './provider.ts';

type Refund = Parameters<PaymentProvider['refund']>[0];

/** The days of the house are those of Brasília. */
export const ZONE = 'America/Sao_Paulo';
/** The longest page of a list. */
export const PAGE = 100;
/** Money came; what happened to it afterwards is told by our own refunds. */
export const PAID = new Set([
  ...['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'REFUNDED', 'REFUND_REQUESTED', 'REFUND_IN_PROGRESS'],
  ...['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL', 'DUNNING_RECEIVED'],
]);

/** What the adapter asks the house about payments. */
export function asaasPayments(door: AsaasDoor) {
  async function paymentsOf(reference: string): Promise<Payment[]> {
    const query = new URLSearchParams({ externalReference: reference, limit: String(PAGE) });
    const { data } = read(Payments, await door('GET', `/payments?${query}`), 'GET payments');
    return data.filter(({ externalReference }) => externalReference === reference);
  }

  async function customerOf({ name: who, cpf }: NonNullable<PixOrder['payer']>): Promise<string> {
    const query = new URLSearchParams({ cpfCnpj: cpf, limit: '10' });
    const { data } = read(Customers, await door('GET', `/customers?${query}`), 'GET customers');
    const known = data.find(({ deleted }) => !deleted);
    // The portal writes to families itself, also to one that the school's own people told the house of.
    if (known && !known.notificationDisabled) {
      const quiet = { name: who, cpfCnpj: cpf, notificationDisabled: true };
      read(Customer, await door('PUT', `/customers/${known.id}`, quiet), 'PUT customers');
    }
    if (known) return known.id;
    const body = { name: who, cpfCnpj: cpf, notificationDisabled: true };
    return read(Customer, await door('POST', '/customers', body), 'POST customers').id;
  }

  async function makePix({ reference, amount, description, expiresAt, payer }: PixOrder): Promise<{ code: string }> {
    if (!payer) throw new Error('Asaas wants to know who pays');
    const known = (await paymentsOf(reference)).find(({ deleted }) => !deleted);
    const body = async () => ({
      customer: await customerOf(payer),
      billingType: 'PIX',
      value: amount / 100,
      dueDate: dayIn(ZONE, expiresAt),
      description,
      externalReference: reference,
    });
    const { id } = known ?? read(Payment, await door('POST', '/payments', await body()), 'POST payments');
    return { code: read(PixQrCode, await door('GET', `/payments/${id}/pixQrCode`), 'GET pixQrCode').payload };
  }

  /** Ends the unpaid payments of a reference. @returns whether none of them can be paid any more */
  async function end(payments: readonly Payment[]): Promise<boolean> {
    for (const { id, deleted } of payments) {
      if (deleted) continue;
      const { status } = await door('DELETE', `/payments/${id}`);
      // Only unpaid ones can be removed; an unknown one is none.
      if (status === 400) return false;
      if (status !== 200 && status !== 404) throw new ProviderSilent(`DELETE payments was answered with ${status}`);
    }
    return true;
  }

  async function refund({ reference, charge, amount }: Refund): Promise<void> {
    const paid = (await paymentsOf(charge)).find(({ status }) => PAID.has(status));
    if (!paid) throw new ProviderSilent('the house knows no payment to give back');
    const { refunds } = read(Payment, await door('GET', `/payments/${paid.id}`), 'GET payments');
    const known = refunds?.find(({ description, status }) => description === reference && status !== 'CANCELLED');
    if (known?.status === 'DONE') return;
    if (known) throw new RefundWaits('the house has not sent the refund yet');
    const body = { value: amount / 100, description: reference };
    const answer = read(Payment, await door('POST', `/payments/${paid.id}/refund`, body), 'POST refund');
    const made = answer.refunds?.find(({ description, status }) => description === reference && status !== 'CANCELLED');
    if (made?.status !== 'DONE') throw new RefundWaits('the house has not sent the refund yet');
  }

  return { paymentsOf, makePix, end, refund };
}
