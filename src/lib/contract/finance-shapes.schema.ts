import { z } from 'zod';
import { Centavos, Day, Id, Instant, Month } from './shapes.schema.ts';

/** Payment methods at the counter; `maquina`: the school’s card machine. */
export const CounterMethod = z.enum(['dinheiro', 'maquina', 'transferencia', 'boleto']);
export type CounterMethod = z.infer<typeof CounterMethod>;
/** All payment methods. */
export const PaymentMethod = z.enum(['pix', 'cartao', 'boleto', 'dinheiro', 'maquina', 'transferencia']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** An issued boleto of a bill. */
export const Boleto = z.object({
  linha_digitavel: z.string(),
  codigo_barras: z.string().nullish(),
  /** The PDF. It names the payer, so only the owner gets it. */
  url: z.string().nullish(),
  vencimento: Day,
  valor_centavos: Centavos,
  /** It has expired: it may have been paid, and another one may be issued. */
  vencido: z.boolean(),
});
export type Boleto = z.infer<typeof Boleto>;

/** What the payer's bank is ordered to debit. */
export const Debito = z.object({ dia: Day, valor_centavos: Centavos, de_novo: z.boolean() });
export type Debito = z.infer<typeof Debito>;

export const Parcela = z.object({
  id: Id,
  contrato_id: Id,
  descricao: z.string(),
  numero: z.int(),
  total: z.int(),
  competencia: Month,
  vencimento: Day,
  /** The last day without fine and interest, if the due date is no banking day. */
  pagar_ate: Day.nullish(),
  valor_centavos: Centavos,
  desconto_centavos: Centavos,
  multa_centavos: Centavos,
  juros_centavos: Centavos,
  /** The part of `desconto_centavos` that comes from discounts of the club. */
  credito_centavos: Centavos.nullish(),
  /** The part of `desconto_centavos` that the office granted, whatever the day of payment. */
  abatimento_centavos: Centavos.nullish(),
  /** Partial payments so far, which are deducted from the amount. */
  pago_parcial_centavos: Centavos.nullish(),
  valor_atualizado_centavos: Centavos,
  status: z.enum(['a_vencer', 'vence_hoje', 'vencida', 'em_processamento', 'paga', 'cancelada']),
  pago_em: Instant.nullish(),
  /** The refunded amount of a paid bill, pending refunds included. */
  devolvido_centavos: Centavos.nullish(),
  forma: PaymentMethod.nullish(),
  /** `pagina`: by card, on a page of the payment provider. */
  formas: z.array(z.enum(['pix', 'cartao', 'boleto', 'pagina'])),
  parcelas_max: z.int(),
  /** The id of the receiver: one Pix pays bills of a single receiver. */
  recebedor: z.int().nullish(),
  boleto: Boleto.nullish(),
  debito: Debito.nullish(),
  recibo_url: z.string().nullish(),
  link_pagamento: z.string().nullish(),
});
export type Parcela = z.infer<typeof Parcela>;
