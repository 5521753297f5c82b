import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Card } from './finance.schema.ts';
import {
  BirthDate,
  BrazilianPhone,
  Centavos,
  Cpf,
  Day,
  Email,
  EnderecoInput,
  Id,
  Instant,
  PersonName,
  Text,
  Uuid,
} from './shapes.schema.ts';

export const Moeda = z.enum(['USD', 'GBP', 'EUR']);
export type Moeda = z.infer<typeof Moeda>;
export const Quote = z.object({
  quote_id: Uuid,
  moeda: Moeda,
  valor_minor: z.int(),
  /** Decimal text: a rate is never a float. */
  cotacao: z.string(),
  spread_bps: z.int(),
  iof_bps: z.int(),
  iof_centavos: Centavos,
  tarifa_centavos: Centavos,
  total_centavos: Centavos,
  installments: z.array(z.object({ n: z.int(), valor_centavos: Centavos, total_centavos: Centavos })),
  valido_ate: Instant,
  /** Ours: the payment methods of the user’s unit. */
  formas: z.array(z.enum(['pix', 'boleto', 'cartao'])).nullish(),
});
export type Quote = z.infer<typeof Quote>;

export const Pagador = z.object({
  full_name: PersonName,
  cpf: Cpf,
  email: Email,
  phone: BrazilianPhone,
  birth_date: BirthDate,
  endereco: EnderecoInput,
});
export type Pagador = z.infer<typeof Pagador>;

/** Who receives the money abroad, and what for. */
export const Recebedor = z.object({
  nome: Text(120),
  pais: Text(60),
  /** Account, IBAN or the student's number at the institution. */
  conta: Text(120),
  motivo: z.enum(['estudos', 'viagem', 'familia', 'servicos', 'outro']),
});
export type Recebedor = z.infer<typeof Recebedor>;

export const CambioPayment = z.object({
  id: Id,
  codigo: z.string(),
  status: z.enum(['pendente', 'pago', 'recusado', 'expirado', 'devolvido']),
  forma: z.enum(['pix', 'boleto', 'cartao']),
  total_centavos: Centavos,
  br_code: z.string().nullish(),
  linha_digitavel: z.string().nullish(),
  boleto_url: z.string().nullish(),
  /** Ours: the day of the boleto. */
  vencimento: Day.nullish(),
  expira_em: Instant.nullish(),
  motivo: z.string().nullish(),
  /** Ours, and the fields below too: the purchase, and the picture of the Pix code. */
  moeda: Moeda.nullish(),
  valor_minor: z.int().nullish(),
  parcelas: z.int().nullish(),
  criado_em: Instant.nullish(),
  pago_em: Instant.nullish(),
  qr_svg_url: z.string().nullish(),
  recibo_url: z.string().nullish(),
  /** The bill, as receipts and boletos name it. */
  parcela_id: Id.nullish(),
  recebedor: Recebedor.nullish(),
});
export type CambioPayment = z.infer<typeof CambioPayment>;

export const calls = {
  createExchangePayment: {
    summary: 'Pays a quote by Pix or boleto',
    ledger: 'API-75',
    /** `recebedor`: absent only with `request_id`, because the trip’s partner school always receives the money. */
    body: z.object({
      quote_id: Uuid,
      request_id: Id.optional(),
      forma: z.enum(['pix', 'boleto']),
      pagador: Pagador,
      recebedor: Recebedor.optional(),
    }),
    result: CambioPayment,
  },
  payExchangeWithCard: {
    summary: 'Pays a quote by credit card',
    ledger: 'API-76',
    body: z
      .object({
        quote_id: Uuid,
        request_id: Id.optional(),
        installments: z.int().min(1).max(12),
        card_token: Text(200).optional(),
        card: Card.optional(),
        pagador: Pagador,
        recebedor: Recebedor.optional(),
      })
      .refine(({ card, card_token }) => Boolean(card) !== Boolean(card_token), 'Informe o cartão'),
    result: CambioPayment,
  },
  simulateExchange: {
    summary: 'Quotes a foreign amount: rate, fees, tax, total and validity',
    ledger: 'API-77',
    body: z
      .object({
        valor_minor: z.int().min(1).max(100_000_000).optional(),
        valor_centavos: z.int().min(1).max(1_000_000_000).optional(),
        moeda: Moeda,
        forma: z.enum(['pix', 'boleto', 'cartao']),
        installments: z.int().min(1).max(12).optional(),
      })
      .refine(
        (input) => (input.valor_minor === undefined) !== (input.valor_centavos === undefined),
        'Informe um valor',
      ),
    result: Quote,
  },
} satisfies Record<string, CallSchema>;
