import type { ApiHeaders } from '#lib/api/request.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** Why a card was refused, in the acquirers' terms; `messages/finance.ts` has our texts. */
export type DeclineReason =
  | 'saldo_insuficiente'
  | 'nao_autorizado'
  | 'cartao_vencido'
  | 'cvv_invalido'
  | 'cartao_bloqueado'
  | 'limite_de_tentativas'
  | 'suspeita_de_fraude'
  | 'nao_processado';

/** The recipient of a Pix, as banks show it. */
export interface Receiver {
  nome: string;
  documento_mascarado: string;
  instituicao: string;
}

export interface CardData {
  number: string;
  holder_name: string;
  expiry_month: number;
  expiry_year: number;
  cvv: string;
}

export interface PixOrder {
  /** Our reference, at most 25 letters and digits: a repeated request returns the same charge. */
  reference: string;
  /** Centavos. */
  amount: number;
  description: string;
  expiresAt: Date;
  /** The payer named in the contract, for providers that require it. */
  payer?: { name: string; cpf: string };
}

export interface BoletoOrder extends Omit<PixOrder, 'expiresAt' | 'payer'> {
  /** `YYYY-MM-DD`, a banking day. */
  dueDay: string;
  payer: NonNullable<PixOrder['payer']>;
}

/** A card that the payer enters on the provider's own page. */
export interface CardPageOrder extends BoletoOrder {
  /** Where the provider redirects the payer afterwards. */
  returnTo: string;
}

/** The codes by which a boleto is paid. */
export interface IssuedBoleto {
  /** `linha digitável`: 47 digits. */
  line: string;
  /** 44 digits. */
  barcode: string | null;
  /** The PDF, which names the payer. */
  url: string | null;
}

export interface CardOrder {
  /** Our reference: a repeated request never charges again. */
  reference: string;
  /** Centavos. */
  amount: number;
  installments: number;
  description: string;
  /** The CPF of the card's holder. */
  cpf: string;
  card?: CardData;
  /** Instead of the card: the token from the provider's own form. */
  token?: string;
}

/** The provider's data about a charge. */
export interface ChargeState {
  status: 'pendente' | 'paga' | 'recusada' | 'expirada';
  paidAt?: Date;
  reason?: DeclineReason;
  brand?: string;
  last4?: string;
  authorization?: string;
  nsu?: string;
  /** Centavos received; undefined: the provider does not say, so the requested amount counts. */
  received?: number;
  /** All amounts returned so far; undefined: the provider does not say. */
  returned?: readonly Returned[];
}

/** Money that was returned to its payer. */
export interface Returned {
  /** Centavos. */
  amount: number;
  /** undefined: the provider does not say. */
  at?: Date;
  /** The reference of our own refund; undefined: the money was returned by somebody else. */
  refund?: string;
  /** `fraude`: the banks took a Pix back. `contestado`: the cardholder disputes it; winning the dispute ends it. */
  reason?: 'fraude' | 'contestado';
}

/** A received payment, from the provider's own list of payments. */
export interface Received {
  /** Our reference. */
  reference: string;
  paidAt: Date | undefined;
  received?: number;
  returned?: readonly Returned[];
}

/** One result of a check of the provider's settings. */
export interface Trial {
  /** What was checked, in Portuguese. */
  what: string;
  /** null: it succeeded. */
  problem: string | null;
}

/** A message of the provider about one charge, with a checked signature. */
export interface ProviderEvent {
  /** Equal for every delivery of the same message. */
  id: string;
  reference: string;
  kind: string;
  at: Date;
  /** Set for a message about this authorization of the provider, or a debit by it. */
  authorization?: string;
}

/** A bank may confirm a payment of a code's last second this much later: until then the code has not expired unpaid. */
export const GRACE_MS = 2 * MINUTE_MS;

/** The outcome is unknown: ask again with the same reference. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** The provider answered, and no refund was sent: it may be requested again at once. */
export class RefundWaits extends ProviderSilent {
  override name = 'RefundWaits';
  /** A page where the payer enters the account that receives the money. */
  readonly link: string | undefined;
  constructor(message: string, link?: string) {
    super(message);
    this.link = link;
  }
}

/** The provider rejected the order: repeating it changes nothing. */
export class OrderRefused extends ProviderSilent {
  override name = 'OrderRefused';
}

/** The signature of a message is missing, wrong or too old. */
export class WrongSignature extends Error {
  override name = 'WrongSignature';
}

/** Pix Automático: an authorization that comes with a first payment. */
export interface AuthorizationOrder {
  /** Our reference, at most 35 letters and digits. */
  reference: string;
  /** The amount of the first payment, in centavos. */
  amount: number;
  /** The highest limit that the payer may set, in centavos. */
  highest: number;
  /** At most 35 characters. */
  description: string;
  payer: NonNullable<PixOrder['payer']>;
  expiresAt: Date;
  /** The days of the first and of the last debit, `YYYY-MM-DD`. */
  from: string;
  until: string;
}

export interface AutomaticPix {
  /**
   * Opens an authorization, or returns the existing one of this reference. `payment` names the first payment in place of a
   * reference of ours. @throws OrderRefused, ProviderSilent
   */
  open(order: AuthorizationOrder): Promise<{ id: string; code: string; payment: string }>;
  /** @returns null for an id that is unknown @throws ProviderSilent */
  find(id: string): Promise<'pendente' | 'ativa' | 'recusada' | 'expirada' | 'encerrada' | null>;
  /** Ends an authorization that has not ended. @throws ProviderSilent */
  end(id: string): Promise<void>;
  /** Orders a debit, or finds the existing one of this reference. @throws OrderRefused, ProviderSilent */
  debit(order: {
    reference: string;
    authorization: string;
    amount: number;
    description: string;
    day: string;
    payer: NonNullable<PixOrder['payer']>;
  }): Promise<void>;
  /** The state of a debit's order. @throws ProviderSilent */
  debitState(reference: string): Promise<'espera' | 'sem_saldo' | 'acima_do_limite' | 'recusado'>;
  /** Has the payer's bank repeat a failed debit on a later day, once a day. @throws OrderRefused, ProviderSilent */
  retry(reference: string, day: string): Promise<void>;
}

/** Takes money by Pix and by card. Every order carries our reference and may be repeated. */
export interface PaymentProvider {
  /** The last segment of the address for its messages. */
  readonly name: string;
  readonly receiver: Receiver;
  /** The payment methods that it offers. */
  readonly methods: readonly ('pix' | 'cartao' | 'boleto' | 'pagina')[];
  /** Makes a Pix charge, or returns the existing one of this reference. @throws ProviderSilent */
  createPix(order: PixOrder): Promise<{ code: string }>;
  /** Issues a boleto, or returns the existing one of this reference. @throws ProviderSilent */
  issueBoleto?(order: BoletoOrder): Promise<IssuedBoleto>;
  /** The provider's page where the payer enters a card, new or existing for this reference: `pagina`. @throws ProviderSilent */
  cardPage?(order: CardPageOrder): Promise<{ url: string }>;
  /** Charges a card, or returns the existing charge of this reference. @throws ProviderSilent */
  chargeCard(order: CardOrder): Promise<ChargeState>;
  /** An order has to name the payer. */
  readonly needsPayer?: true;
  /**
   * @param expiresAt when our code expires: a provider whose codes live longer ends the code then
   * @returns null for an unknown reference. @throws ProviderSilent
   */
  find(reference: string, expiresAt?: Date): Promise<ChargeState | null>;
  /**
   * How long to wait before a refund without an answer is tried again. Set for a provider that stores no reference of ours: its
   * list has to show a sent refund by then.
   */
  readonly refundPauseMs?: number;
  /** Sends money back; a repeated refund reference sends it once. @throws ProviderSilent */
  refund(refund: { reference: string; charge: string; amount: number }): Promise<void>;
  /** Debits that the account holder authorized in advance. */
  readonly automatic?: AutomaticPix;
  /** Reads a message. @throws WrongSignature */
  readEvent(body: string, headers: ApiHeaders, now: Date): ProviderEvent;
  /** Ends a Pix code or a boleto before its time, if nobody paid it. @throws ProviderSilent */
  endCharge?(reference: string): Promise<void>;
  /** The references in an unsigned message: they tell which charges to query; nothing else of the message is trusted. */
  referencesIn?(body: unknown): string[];
  /** What tells this account from others at the same address. @throws ProviderSilent */
  identify?(): Promise<string>;
  /** Has the provider send its messages to this address. @throws ProviderSilent */
  sendMessagesTo?(url: string): Promise<void>;
  /** Whether the provider sends its messages to this portal: `parada` by itself, after failures. @throws ProviderSilent */
  messages?(url: string): Promise<'registrada' | 'parada' | 'ausente'>;
  /** What was received between two instants. @throws ProviderSilent */
  received?(from: Date, to: Date): AsyncIterable<Received>;
  /** Tries each kind of request without moving money, one after the other. */
  tryOut?(now: Date): AsyncIterable<Trial>;
}
