import { dayIn } from '#lib/rules/time/zones.ts';
import type { AsaasDoor } from './asaas-door.ts';
import { BoletoLine, BoletoRefund, Customer, Customers, Payment, Payments, PixQrCode, read } from './asaas-shapes.ts';
import {
  type BoletoOrder,
  type CardPageOrder,
  type IssuedBoleto,
  type PaymentProvider,
  type PixOrder,
  ProviderSilent,
  RefundWaits,
  type Returned,
} from './provider.ts';

type Refund = Parameters<PaymentProvider['refund']>[0];

/** The days of the house are those of Brasília. */
export const ZONE = 'America/Sao_Paulo';
/** The longest page of a list. */
export const PAGE = 100;
/** Money came, whatever happened to it afterwards. */
export const PAID = new Set([
  ...['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'REFUNDED', 'REFUND_REQUESTED', 'REFUND_IN_PROGRESS'],
  ...['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL', 'DUNNING_RECEIVED'],
]);

/** Page “Payment status”: the holder of the card disputes the payment, or the money of a won dispute is still to come. */
const DISPUTED = new Set(['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL']);
const OUR_REFUND = /^refund-\d{1,15}$/;
const centavos = (reais: number) => Math.round(reais * 100);

/** What came in and what went back of a paid payment. */
export function moneyOf({ status, value, refunds }: Payment, now: Date): { received: number; returned: Returned[] } {
  const returned = (refunds ?? [])
    .filter((one) => one.status === 'DONE')
    .map(({ value: part, description, dateCreated }): Returned => {
      const refund = OUR_REFUND.test(description ?? '') ? (description ?? undefined) : undefined;
      return { amount: centavos(part), at: dayOf([dateCreated?.slice(0, 10)], now), refund };
    });
  const left = centavos(value) - returned.reduce((sum, { amount }) => sum + amount, 0);
  if (DISPUTED.has(status) && left > 0) returned.push({ amount: left, reason: 'contestado' });
  // Returned in the panel of the house, or by the house itself.
  if (status === 'REFUNDED' && left > 0) returned.push({ amount: left });
  return { received: centavos(value), returned };
}

/** Centavos of a payment that neither went back nor are on their way. */
const leftOf = ({ value, refunds }: Payment): number =>
  (refunds ?? [])
    .filter(({ status }) => status !== 'CANCELLED')
    .reduce((left, one) => left - centavos(one.value), centavos(value));

/** The house tells a day and no hour: today is now, another day its noon. */
export function dayOf(days: readonly (string | null | undefined)[], at: Date): Date {
  const day = days.find((one) => /^\d{4}-\d\d-\d\d$/.test(one ?? ''));
  return !day || day >= dayIn(ZONE, at) ? at : new Date(`${day}T12:00:00-03:00`);
}

interface Terms {
  billingType: 'PIX' | 'BOLETO' | 'CREDIT_CARD';
  dueDate: string;
  daysAfterDueDateToRegistrationCancellation?: number;
  callback?: { successUrl: string };
}

/** What the adapter asks the house about payments. */
export function asaasPayments(door: AsaasDoor) {
  async function paymentsOf(reference: string): Promise<Payment[]> {
    const query = new URLSearchParams({ externalReference: reference, limit: String(PAGE) });
    const { data } = read(Payments, await door('GET', `/payments?${query}`), 'GET payments');
    return data.filter(({ externalReference }) => externalReference === reference);
  }

  /** The payment of a reference: the one that stands, or a new one. */
  async function paymentFor(
    { reference, amount, description, payer }: Omit<PixOrder, 'expiresAt'>,
    { callback, ...terms }: Terms,
  ): Promise<Payment> {
    if (!payer) throw new Error('Asaas wants to know who pays');
    const known = (await paymentsOf(reference)).find(({ deleted }) => !deleted);
    if (known) return known;
    const customer = await customerOf(door, payer);
    const body = { customer, value: amount / 100, description, externalReference: reference, ...terms };
    const answer = await door('POST', '/payments', callback ? { ...body, callback } : body);
    // Page “Redirecionamento após o pagamento”: the address has to be of the domain that the account names.
    const isRefused = callback !== undefined && answer.status === 400;
    return read(Payment, isRefused ? await door('POST', '/payments', body) : answer, 'POST payments');
  }

  async function makePix({ expiresAt, ...order }: PixOrder): Promise<{ code: string }> {
    const { id } = await paymentFor(order, { billingType: 'PIX', dueDate: dayIn(ZONE, expiresAt) });
    return { code: read(PixQrCode, await door('GET', `/payments/${id}/pixQrCode`), 'GET pixQrCode').payload };
  }

  async function makeBoleto({ dueDay, ...order }: BoletoOrder): Promise<IssuedBoleto> {
    const terms = { billingType: 'BOLETO', dueDate: dueDay, daysAfterDueDateToRegistrationCancellation: 1 } as const;
    const { id, bankSlipUrl } = await paymentFor(order, terms);
    const answer = await door('GET', `/payments/${id}/identificationField`);
    const { identificationField, barCode } = read(BoletoLine, answer, 'GET identificationField');
    return { line: identificationField, barcode: barCode ?? null, url: bankSlipUrl ?? null };
  }

  async function makeCardPage({ dueDay, returnTo, ...order }: CardPageOrder): Promise<{ url: string }> {
    const terms = { billingType: 'CREDIT_CARD', dueDate: dueDay, callback: { successUrl: returnTo } } as const;
    const { invoiceUrl } = await paymentFor(order, terms);
    if (!invoiceUrl) throw new ProviderSilent('the payment has no page');
    return { url: invoiceUrl };
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

  async function refundBoleto(payment: string): Promise<never> {
    const answer = await door('POST', `/payments/${payment}/bankSlip/refund`);
    const { requestUrl } = read(BoletoRefund, answer, 'POST bankSlip refund');
    throw new RefundWaits('the payer has to name an account', requestUrl ?? undefined);
  }

  async function refund({ reference, charge, amount }: Refund): Promise<void> {
    const all: Payment[] = [];
    for (const { id, status } of await paymentsOf(charge)) {
      if (PAID.has(status)) all.push(read(Payment, await door('GET', `/payments/${id}`), 'GET payments'));
    }
    // A charge that was paid twice has two: one gives the whole refund.
    const paid = all.find((one) => leftOf(one) >= amount) ?? all[0];
    if (!paid) throw new ProviderSilent('the house knows no payment to give back');
    // A boleto goes back as a whole, and its refund has no text of ours.
    if (paid.billingType === 'BOLETO' && all.length > 1)
      throw new RefundWaits('several boletos of one charge were paid');
    const isOurs = (text: string | null | undefined) => paid.billingType === 'BOLETO' || text === reference;
    const refunds = all.flatMap((one) => one.refunds ?? []);
    const known = refunds.find(({ description, status }) => isOurs(description) && status !== 'CANCELLED');
    if (known?.status === 'DONE') return;
    if (known) throw new RefundWaits('the house has not sent the refund yet');
    if (paid.billingType === 'BOLETO') {
      if (amount < centavos(paid.value)) throw new RefundWaits('a boleto goes back as a whole alone');
      return refundBoleto(paid.id);
    }
    const body = { value: amount / 100, description: reference };
    const answer = read(Payment, await door('POST', `/payments/${paid.id}/refund`, body), 'POST refund');
    const made = answer.refunds?.find(({ description, status }) => description === reference && status !== 'CANCELLED');
    if (made?.status !== 'DONE') throw new RefundWaits('the house has not sent the refund yet');
  }

  return { paymentsOf, makePix, makeBoleto, makeCardPage, end, refund };
}

/** The customer of the house with this CPF: the one that stands, or a new one. */
async function customerOf(door: AsaasDoor, { name: who, cpf }: NonNullable<PixOrder['payer']>): Promise<string> {
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
