import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Centavos, Cpf, Day, Id, IdParam, Instant, Month, Text } from './shapes.schema.ts';

export const Parcela = z.object({
  id: Id,
  contrato_id: Id,
  descricao: z.string(),
  numero: z.int(),
  total: z.int(),
  competencia: Month,
  vencimento: Day,
  valor_centavos: Centavos,
  desconto_centavos: Centavos,
  multa_centavos: Centavos,
  juros_centavos: Centavos,
  valor_atualizado_centavos: Centavos,
  status: z.enum(['a_vencer', 'vence_hoje', 'vencida', 'em_processamento', 'paga', 'cancelada']),
  pago_em: Instant.nullish(),
  forma: z.enum(['pix', 'cartao', 'boleto', 'dinheiro']).nullish(),
  formas: z.array(z.enum(['pix', 'cartao', 'boleto'])),
  parcelas_max: z.int(),
  boleto: z.object({ linha_digitavel: z.string(), url: z.string() }).nullish(),
  recibo_url: z.string().nullish(),
  link_pagamento: z.string().nullish(),
});
export type Parcela = z.infer<typeof Parcela>;

export const Financeiro = z.object({
  resumo: z.object({
    aberto_centavos: Centavos,
    vencido_centavos: Centavos,
    proximo_vencimento: Day.nullish(),
    proxima_parcela_id: Id.nullish(),
  }),
  contratos: z.array(z.object({ id: Id, descricao: z.string(), inicio: Day, fim: Day, responsavel: z.string() })),
  parcelas: z.array(Parcela),
});
export type Financeiro = z.infer<typeof Financeiro>;

export const Cobranca = z.object({
  parcela_id: Id,
  txid: z.string(),
  br_code: z.string(),
  qr_svg_url: z.string(),
  valor_centavos: Centavos,
  criada_em: Instant,
  expira_em: Instant,
  status: z.enum(['ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REMOVIDA']),
  pago_em: Instant.nullish(),
  recebedor: z.object({ nome: z.string(), documento_mascarado: z.string(), instituicao: z.string() }),
});
export type Cobranca = z.infer<typeof Cobranca>;

export const Card = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  holder_name: Text(80),
  expiry_month: z.int().min(1).max(12),
  expiry_year: z.int().min(2000).max(2100),
  cvv: z.string().regex(/^\d{3,4}$/),
});

export const CardPaymentInput = z
  .object({
    card_token: Text(200).optional(),
    card: Card.optional(),
    cpf: Cpf,
    installments: z.int().min(1).max(12),
    save_card: z.boolean(),
  })
  .refine(({ card, card_token }) => Boolean(card) !== Boolean(card_token), 'Informe o cartão');

const OneId = z.object({ id: IdParam });

export const calls = {
  getFinance: { summary: 'Own contracts and instalments', ledger: 'API-36', result: Financeiro },
  payWithPix: {
    summary: 'The running Pix charge of an instalment, or a new one',
    ledger: 'API-25',
    params: OneId,
    result: Cobranca,
  },
  payWithCard: {
    summary: 'Pays an instalment by credit card',
    ledger: 'API-26',
    params: OneId,
    body: CardPaymentInput,
    result: z.object({
      parcela_id: Id,
      status: z.enum(['aprovado', 'em_analise', 'recusado']),
      codigo_autorizacao: z.string().nullish(),
      nsu: z.string().nullish(),
      bandeira: z.string(),
      final: z.string(),
      installments: z.int(),
      valor_parcela_centavos: Centavos,
      total_centavos: Centavos,
      motivo: z.string().nullish(),
      tentar_de_novo: z.boolean(),
      recibo_url: z.string().nullish(),
    }),
  },
  receivePaymentWebhook: {
    summary: 'Signed message of a payment provider',
    ledger: 'ours',
    params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,30}$/) }),
    body: z.record(z.string().max(100), z.unknown()),
    result: z.object({ detail: z.string() }),
  },
  getPaymentLink: {
    summary: 'Signed link that lets a guardian pay',
    ledger: 'ours',
    params: z.object({ parcela_id: IdParam }),
    result: z.object({ url: z.string(), expira_em: Instant }),
  },
} satisfies Record<string, CallSchema>;
