import { z } from 'zod';
import type { ClientAnswer } from './bank-client.ts';
import { OrderRefused, ProviderSilent } from './provider.ts';

// The fields that we read of the answers of Asaas, API v3. Each shape names its page at docs.asaas.com; undocumented fields are
// optional. Fields that we do not use are left out.

/** `refunds` of a payment: page “Refunds” (status PENDING, CANCELLED, DONE). */
const Refund = z.object({
  status: z.string(),
  value: z.number(),
  description: z.string().nullish(),
  dateCreated: z.string().nullish(),
});

/** Pages “Create new payment”, “List payments”; the model `PaymentGetResponseDto` of its Java SDK. Days have no time. */
export const Payment = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  status: z.string(),
  value: z.number(),
  billingType: z.string().nullish(),
  /** Page “Cobranças via boleto”: the PDF. */
  bankSlipUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
  /** Page “Cobranças via cartão de crédito”: the page where the payer enters the card. */
  invoiceUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
  /** Page “Retrieve a single payment”: the last four digits and the brand. A longer number is not read. */
  creditCard: z
    .object({ creditCardNumber: z.string().regex(/^\d{4}$/), creditCardBrand: z.string().max(20) })
    .nullish()
    .catch(null),
  dateCreated: z.string().nullish(),
  externalReference: z.string().nullish(),
  /** Set for the first payment of an authorization: the `conciliationIdentifier` of its code. */
  pixQrCodeId: z.string().nullish(),
  deleted: z.boolean().nullish(),
  confirmedDate: z.string().nullish(),
  clientPaymentDate: z.string().nullish(),
  paymentDate: z.string().nullish(),
  pixTransaction: z.string().nullish(),
  refunds: z.array(Refund).nullish(),
});
export type Payment = z.output<typeof Payment>;

/** Lists: `object`, `hasMore`, `totalCount`, `limit`, `offset`, `data`. */
const listOf = <T extends z.ZodType>(one: T) => z.object({ hasMore: z.boolean().default(false), data: z.array(one) });
export const Payments = listOf(Payment);

/** Pages “Create new customer”, “Creating customers”: several customers of one CPF may exist. */
export const Customer = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  deleted: z.boolean().nullish(),
  notificationDisabled: z.boolean().nullish(),
});
export const Customers = listOf(Customer);

/** Page “Get QR code for payments via Pix”. */
export const PixQrCode = z.object({ payload: z.string().min(20).max(1000) });

/** Page “Get digitable bill line”. */
export const BoletoLine = z.object({
  identificationField: z.string().regex(/^\d{47}$/),
  barCode: z
    .string()
    .regex(/^\d{44}$/)
    .nullish(),
});

/** Page “Refund Bank Slip”: a page where the payer enters the account that receives the money. */
export const BoletoRefund = z.object({
  requestUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
});

/** Page “Create new Webhook via API”; `interrupted` is a paused queue (page “Fila pausada”). */
const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  interrupted: z.boolean().nullish(),
  events: z.array(z.string()).nullish(),
});
export const Webhooks = listOf(Webhook);

/** Page “Recuperar WalletId”: the id of the account's wallet. */
export const Wallets = listOf(z.object({ id: z.string().min(1).max(60) }));

/** Page “List keys” of Pix. */
export const PixKeys = listOf(z.object({ status: z.string() }));

/** Page “Receive Asaas events at your webhook endpoint”. */
export const Event = z.object({
  id: z.string().min(1).max(100),
  event: z.string().min(1).max(60),
  payment: z
    .object({
      id: z.string().max(40),
      externalReference: z.string().max(100).nullish(),
      pixQrCodeId: z.string().max(100).nullish(),
    })
    .nullish(),
  authorization: z.object({ id: z.string().max(60) }).nullish(),
  paymentInstruction: z.object({ authorization: z.object({ id: z.string().max(60) }).nullish() }).nullish(),
});

/** Pages “Criar uma autorização”, “Listar autorizações”: `contractId` is the reference given by the creator. */
export const Authorization = z.object({
  id: z.string().regex(/^[\w-]{1,60}$/),
  status: z.string(),
  contractId: z.string().nullish(),
  payload: z.string().min(20).max(1000).nullish(),
  immediateQrCode: z.object({ conciliationIdentifier: z.string().min(1).max(60) }).nullish(),
});
export const Authorizations = listOf(Authorization);

/** Page “Listar instruções de pagamento”: what the payer's bank was asked to debit. */
export const Instructions = listOf(
  z.object({
    id: z.string().regex(/^[\w-]{1,60}$/),
    status: z.string(),
    refusalReason: z.string().nullish(),
    dueDate: z.string().nullish(),
  }),
);

/** @throws ProviderSilent for a refusal or another shape. No message holds a value of the answer. */
export function read<T extends z.ZodType>(schema: T, answer: ClientAnswer, what: string): z.output<T> {
  // After 400 or 403, repeating the request cannot change the answer.
  const Failure = answer.status === 400 || answer.status === 403 ? OrderRefused : ProviderSilent;
  if (answer.status !== 200) throw new Failure(`${what} was answered with ${answer.status}${codesOf(answer)}`);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ProviderSilent(`${what}: the answer has another shape at ${places}`);
}

/** The codes of a refusal (`errors[].code`). Its descriptions are dropped, since they may hold personal data. */
function codesOf({ body }: ClientAnswer): string {
  const { errors } = (body ?? {}) as { errors?: unknown };
  if (!Array.isArray(errors)) return '';
  const codes = errors
    .map((one) => (one as { code?: unknown } | null)?.code)
    .filter((code) => typeof code === 'string' && /^\w{1,60}$/.test(code));
  return codes.length > 0 ? ` (${codes.join(', ')})` : '';
}
