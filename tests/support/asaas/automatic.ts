import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Books, missing, page, type Reply, refuse } from './books.ts';
import type { Authorization, Instruction, Payment } from './steering.ts';

// Pix Automático as docs.asaas.com says: “Criar uma autorização” (body), “Listar autorizações” (filters, states), “Recuperar uma
// única autorização”, “Implementação” (a charge by `pixAutomaticAuthorizationId`, 2 to 10 days before), “Listar instruções de
// pagamento” (filters, states), “Processo de retentativas (Jornada 3 API)” (its five refusals), “Automatic Pix FAQ” (a bill paid
// before, no balance), “Eventos para Pix Automático”.
// Undocumented assumptions: how an account without access is answered (here 403), whether the days of the window are those
// of banks (here plain ones), which instruction a second retry names (here any refused one of the payment).

const NewAuthorization = z.object({
  frequency: z.enum(['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY']),
  contractId: z.string().min(1).max(35),
  startDate: z.iso.date(),
  finishDate: z.iso.date().optional(),
  value: z.number().positive().optional(),
  description: z.string().max(35),
  customerId: z.string(),
  minLimitValue: z.number().positive().optional(),
  paymentCreationMode: z.enum(['MANUAL', 'SUBSCRIPTION']).optional(),
  retryPolicy: z.enum(['NOT_ALLOWED', 'ALLOW_THREE_IN_SEVEN_DAYS']).optional(),
  immediateQrCode: z.object({
    expirationSeconds: z.int().positive(),
    originalValue: z.number().positive().multipleOf(0.01),
    description: z.string().optional(),
  }),
});
const NewRetry = z.object({ dueDate: z.iso.date() });

const RETRIES = 3;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export class AutomaticBooks {
  readonly authorizations: Authorization[] = [];
  readonly instructions: Instruction[] = [];
  isOn = true;
  readonly #books: Books;
  constructor(books: Books) {
    this.#books = books;
  }

  answer({ method, path, query, body }: ReceivedRequest): Reply {
    const [, , , kind, key, part] = path.split('/');
    if (!this.isOn) return { status: 403, body: { errors: [{ code: 'not_allowed' }] } };
    if (kind === 'authorizations') return this.#onAuthorization(method, key, query, body);
    if (kind !== 'paymentInstructions') return missing;
    if (method === 'POST' && key && part === 'retries') return this.#retry(key, body);
    const [payment, authorization] = [query.get('paymentId'), query.get('authorizationId')];
    return page(
      this.instructions
        .filter(
          ({ paymentId, authorizationId }) =>
            (payment === null || paymentId === payment) &&
            (authorization === null || authorizationId === authorization),
        )
        .toReversed(),
      query,
    );
  }

  #onAuthorization(method: string, key: string | undefined, query: URLSearchParams, body: unknown): Reply {
    if (method === 'POST') return this.#open(body);
    const customer = query.get('customerId');
    if (!key)
      return page(
        this.authorizations.filter((one) => customer === null || one.customerId === customer),
        query,
      );
    const known = this.authorizations.find((one) => one.id === key);
    if (!known) return missing;
    if (method !== 'DELETE') return { status: 200, body: known };
    if (known.status !== 'ACTIVE' && known.status !== 'CREATED')
      return refuse('invalid_action', 'A autorização não pode ser cancelada.');
    this.say(known.contractId, 'CANCELLED');
    return { status: 200, body: known };
  }

  #open(body: unknown): Reply {
    const requested = NewAuthorization.safeParse(body);
    if (!requested.success) return refuse('invalid_object', 'A requisição não respeita o formato.');
    const { data } = requested;
    if (!this.#books.customers.some(({ id }) => id === data.customerId))
      return refuse('invalid_customer', 'Cliente inválido.');
    if (data.startDate < this.#books.day) return refuse('invalid_startDate', 'A data de início já passou.');
    const code = randomUUID().replaceAll('-', '');
    const made: Authorization = {
      ...data,
      id: randomUUID(),
      status: 'CREATED',
      value: data.value ?? null,
      payload: `00020101021226820014br.gov.bcb.pix2560pix.casa.example/qr/cobv/${code}5204000053039865802BR6304ABCD`,
      immediateQrCode: { ...data.immediateQrCode, conciliationIdentifier: code },
    };
    this.authorizations.push(made);
    this.#tell(made, 'CREATED');
    return { status: 200, body: made };
  }

  /** The payer scans the code, which pays and consents. @returns null for an ended authorization */
  consent(contract: string, then: 'ACTIVE' | 'REFUSED' | 'CREATED'): Payment | null {
    const known = this.authorizations.find(({ contractId, status }) => contractId === contract && status === 'CREATED');
    if (!known) return null;
    const { conciliationIdentifier, originalValue } = known.immediateQrCode;
    const { day } = this.#books;
    // It has no reference of ours, and its customer is the paying account.
    const payment = {
      ...{
        object: 'payment',
        id: `pay_1_${randomUUID().slice(0, 14)}`,
        customer: 'cus_do_pagador',
        value: originalValue,
      },
      ...{ billingType: 'PIX', status: 'RECEIVED', dueDate: day, dateCreated: day, description: null, deleted: false },
      ...{ externalReference: null, pixQrCodeId: conciliationIdentifier, invoiceUrl: `${this.#books.address}/i/x` },
      ...{ bankSlipUrl: null, nossoNumero: null, clientPaymentDate: day, confirmedDate: day, paymentDate: day },
      ...{ pixTransaction: randomUUID(), refunds: null },
    } as const satisfies Payment;
    this.#books.payments.push({ ...payment });
    this.#books.say('PAYMENT_RECEIVED', { payment });
    if (then !== 'CREATED') this.say(contract, then);
    return payment;
  }

  /** The bank reports a state of an authorization. */
  say(contract: string, status: Authorization['status']): Authorization | null {
    const known = this.authorizations.findLast(({ contractId }) => contractId === contract);
    if (!known) return null;
    known.status = status;
    this.#tell(known, status === 'ACTIVE' ? 'ACTIVATED' : status);
    if (status !== 'CANCELLED' && status !== 'EXPIRED') return known;
    for (const one of this.instructions) {
      if (one.authorizationId === known.id && one.status === 'SCHEDULED') this.#end(one, 'CANCELLED');
    }
    return known;
  }

  /** A charge of an authorization becomes an instruction. @returns the refusal */
  order({ id, dueDate, pixAutomaticAuthorizationId }: Payment): Reply | null {
    if (!pixAutomaticAuthorizationId) return null;
    const known = this.authorizations.find((one) => one.id === pixAutomaticAuthorizationId);
    if (known?.status !== 'ACTIVE') return refuse('invalid_action', 'A autorização deve estar ativa.');
    const days = daysBetween(this.#books.day, dueDate);
    if (days < 2 || days > 10) return refuse('invalid_action', 'Fora do prazo para criar a cobrança.');
    this.#schedule(id, known.id, dueDate);
    return null;
  }

  #schedule(paymentId: string, authorizationId: string, dueDate: string): void {
    const made: Instruction = {
      ...{ id: randomUUID(), status: 'SCHEDULED', paymentId, authorizationId, dueDate, refusalReason: null },
    };
    this.instructions.push(made);
    this.#tellOf(made, 'SCHEDULED');
  }

  /** The charge was removed or paid. */
  withdraw(paymentId: string): void {
    for (const one of this.instructions) {
      if (one.paymentId === paymentId && one.status === 'SCHEDULED') this.#end(one, 'CANCELLED');
    }
  }

  /** @returns null if nothing is ordered */
  debit(reference: string): Payment | null {
    const one = this.#ordered(reference);
    if (!one) return null;
    one.instruction.status = 'DONE';
    const { day } = this.#books;
    Object.assign(one.payment, {
      ...{ status: 'RECEIVED', clientPaymentDate: day, confirmedDate: day, paymentDate: day },
      pixTransaction: randomUUID(),
    });
    this.#books.say('PAYMENT_RECEIVED', { payment: { ...one.payment } });
    return one.payment;
  }

  fail(reference: string, reason: string): Payment | null {
    const one = this.#ordered(reference);
    if (!one) return null;
    one.instruction.refusalReason = reason;
    this.#end(one.instruction, 'REFUSED');
    if (reason !== 'PAYMENT_OVERDUE') return one.payment;
    one.payment.status = 'OVERDUE';
    this.#books.say('PAYMENT_OVERDUE', { payment: { ...one.payment } });
    return one.payment;
  }

  #ordered(reference: string) {
    const payment = this.#books.payments.findLast((one) => one.externalReference === reference && !one.deleted);
    const instruction = this.instructions.find((one) => one.paymentId === payment?.id && one.status === 'SCHEDULED');
    return payment && instruction ? { payment, instruction } : null;
  }

  #retry(key: string, body: unknown): Reply {
    const failed = this.instructions.find((one) => one.id === key);
    const requested = NewRetry.safeParse(body);
    if (!failed || !requested.success) return missing;
    const { dueDate } = requested.data;
    const all = this.instructions.filter(({ paymentId }) => paymentId === failed.paymentId);
    const [first] = all;
    if (failed.status !== 'REFUSED' || !first) return refuse('invalid_action', 'A instrução não foi recusada.');
    if (all.length > RETRIES) return refuse('invalid_action', 'Limite de retentativas excedido.');
    if (daysBetween(first.dueDate, dueDate) > 7) return refuse('invalid_action', 'Limite de 7 dias corridos.');
    if (dueDate <= this.#books.day) return refuse('invalid_action', 'Até as 23h59 do dia anterior.');
    this.#schedule(failed.paymentId, failed.authorizationId, dueDate);
    return { status: 200, body: {} };
  }

  #end(one: Instruction, status: 'REFUSED' | 'CANCELLED'): void {
    one.status = status;
    this.#tellOf(one, status);
  }

  #tell({ id, status, customerId }: Authorization, what: string): void {
    this.#books.say(`PIX_AUTOMATIC_RECURRING_AUTHORIZATION_${what}`, { authorization: { id, status, customerId } });
  }

  #tellOf({ id, status, paymentId, authorizationId }: Instruction, what: string): void {
    const paymentInstruction = { id, status, paymentId, authorization: { id: authorizationId } };
    this.#books.say(`PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_${what}`, { paymentInstruction });
  }
}
