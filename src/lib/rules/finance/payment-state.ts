import type { CambioPayment } from '#lib/contract/exchange.schema.ts';
import type { CardPayment, Cobranca } from '#lib/contract/finance.schema.ts';
import { financeMessages } from '#lib/words/finance.ts';

/** One bill or several, of tuition, an order or a trip. */
export interface PayableBills {
  kind: 'bills';
  bills: readonly number[];
  /** A link that replaces a login. */
  link?: string;
}

/** The code of an authorization also pays a bill, and cannot be replaced by another code. */
interface PayableConsent {
  kind: 'authorization';
  bills: readonly number[];
}

/** The subject of a payment, as a page passes it to its island. An exchange is identified by its opened payment. */
export type Payable = PayableBills | PayableConsent | { kind: 'exchange'; payment: number };

/** The fields of a Pix charge that the screen needs. */
export type PixCharge = Pick<Cobranca, 'br_code' | 'qr_svg_url' | 'valor_centavos' | 'expira_em' | 'status'> & {
  txid?: string;
  recibo_url?: string | null;
};

/** The fields of a card payment that the screen needs. */
export type CardOutcome = Pick<
  CardPayment,
  'status' | 'total_centavos' | 'motivo' | 'recibo_url' | 'tentativas_restantes'
>;

export type PaymentState =
  | { step: 'idle' }
  /** A Pix code is being created, or a card is being sent. */
  | { step: 'sending' }
  /** A Pix code is valid. */
  | { step: 'waiting'; charge: PixCharge; isOffline: boolean }
  /** The bank reviews a card payment. */
  | { step: 'reviewing' }
  | { step: 'refused'; problem: string; fields: Readonly<Record<string, string>> }
  /** A Pix code has expired. */
  | { step: 'expired' }
  | { step: 'paid'; centavos: number; receipt: string | null };

/** The Pix of an exchange in the shape of every Pix. */
export const chargeOf = (payment: CambioPayment): PixCharge => ({
  br_code: payment.br_code ?? '',
  qr_svg_url: payment.qr_svg_url ?? '',
  valor_centavos: payment.total_centavos,
  expira_em: payment.expira_em ?? '',
  status: payment.status === 'pago' ? 'CONCLUIDA' : payment.br_code ? 'ATIVA' : 'EXPIRADA',
  recibo_url: payment.recibo_url ?? null,
});

/** The state of a payment by Pix. @param isOnline of the browser */
export function stateOfCharge(charge: PixCharge, isOnline = true): PaymentState {
  if (charge.status === 'ATIVA') return { step: 'waiting', charge, isOffline: !isOnline };
  if (charge.status !== 'CONCLUIDA') return { step: 'expired' };
  return { step: 'paid', centavos: charge.valor_centavos, receipt: charge.recibo_url ?? null };
}

/** The state of a card payment. A refusal has its reason, and the remaining attempts within the hour. */
export function stateOfCard(outcome: CardOutcome): PaymentState {
  const { status, total_centavos, recibo_url, motivo, tentativas_restantes: left } = outcome;
  if (status === 'aprovado') return { step: 'paid', centavos: total_centavos, receipt: recibo_url ?? null };
  if (status === 'em_analise') return { step: 'reviewing' };
  const words = [motivo ?? financeMessages.declined(null), typeof left === 'number' && financeMessages.triesLeft(left)];
  return { step: 'refused', problem: words.filter(Boolean).join(' '), fields: {} };
}
