/** Why a card was refused, in the words of acquirers; `messages/finance.ts` has ours. */
export type DeclineReason =
  | 'saldo_insuficiente'
  | 'nao_autorizado'
  | 'cartao_vencido'
  | 'cvv_invalido'
  | 'cartao_bloqueado'
  | 'limite_de_tentativas'
  | 'suspeita_de_fraude'
  | 'nao_processado';

/** Who a Pix goes to, as banks show it. */
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
  /** Ours, at most 25 letters and digits: asking again with it asks about the same charge. */
  reference: string;
  /** Centavos. */
  amount: number;
  description: string;
  expiresAt: Date;
}

export interface CardOrder {
  /** Ours: asking again with it never charges again. */
  reference: string;
  /** Centavos. */
  amount: number;
  installments: number;
  description: string;
  /** The holder's. */
  cpf: string;
  card?: CardData;
  /** Instead of the card: what the provider's own form made of it. */
  token?: string;
}

/** What the provider knows of a charge. */
export interface ChargeState {
  status: 'pendente' | 'paga' | 'recusada' | 'expirada';
  paidAt?: Date;
  reason?: DeclineReason;
  brand?: string;
  last4?: string;
  authorization?: string;
  nsu?: string;
}

/** A message of the provider about one charge, its signature checked. */
export interface ProviderEvent {
  /** The same for every delivery of the same message. */
  id: string;
  reference: string;
  kind: string;
  at: Date;
}

/** Nobody knows whether it happened: ask again with the same reference. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** The signature of a message is missing, wrong or too old. */
export class WrongSignature extends Error {
  override name = 'WrongSignature';
}

/** Takes money by Pix and by card. Every order carries our reference and may be repeated. */
export interface PaymentProvider {
  /** The last segment of the address that its messages go to. */
  readonly name: string;
  readonly receiver: Receiver;
  /** Makes a Pix charge, or hands back the one of this reference. @throws ProviderSilent */
  createPix(order: PixOrder): Promise<{ code: string }>;
  /** Charges a card, or hands back what became of this reference. @throws ProviderSilent */
  chargeCard(order: CardOrder): Promise<ChargeState>;
  /** @returns null for a reference that never arrived. @throws ProviderSilent */
  find(reference: string): Promise<ChargeState | null>;
  /** Sends money back; a repeated refund reference sends it once. @throws ProviderSilent */
  refund(refund: { reference: string; charge: string; amount: number }): Promise<void>;
  /** Reads a message. @throws WrongSignature */
  readEvent(body: string, headers: Headers, now: Date): ProviderEvent;
}
