import { z } from 'zod';
import { isCardNumber } from '#lib/format/card-number.ts';
import type { CallSchema } from './core.ts';
import { Parcela, PaymentMethod } from './finance-shapes.schema.ts';
import { calls as staffCalls } from './finance-staff.schema.ts';
import { Centavos, Cpf, Day, Id, IdParam, Instant, OneId, Text } from './shapes.schema.ts';

export * from './finance-shapes.schema.ts';
export type { BillState, ReauthenticationLimits } from './finance-staff.schema.ts';

export const Financeiro = z.object({
  resumo: z.object({
    aberto_centavos: Centavos,
    vencido_centavos: Centavos,
    proximo_vencimento: Day.nullish(),
    proxima_parcela_id: Id.nullish(),
    /** Ours: the open amount of a trip abroad, whose bills are not in these lists. Absent if nothing is open. */
    intercambio: z
      .object({
        aberto_centavos: Centavos,
        vencido_centavos: Centavos,
        /** The due date of the bill to pay first. */
        vencimento: Day,
        /** That bill; null if the portal cannot collect it. */
        parcela_id: Id.nullable(),
      })
      .nullish(),
  }),
  contratos: z.array(z.object({ id: Id, descricao: z.string(), inicio: Day, fim: Day, responsavel: z.string() })),
  parcelas: z.array(Parcela),
});
export type Financeiro = z.infer<typeof Financeiro>;

export const Cobranca = z.object({
  parcela_id: Id,
  txid: z.string(),
  br_code: z.string().min(1),
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
  number: z
    .string()
    .regex(/^\d{12,19}$/)
    .refine(isCardNumber, 'Confira o número do cartão'),
  holder_name: Text(80),
  expiry_month: z.int().min(1).max(12),
  expiry_year: z.int().min(2000).max(2100),
  cvv: z.string().regex(/^\d{3,4}$/),
});

const CardPaymentInput = z
  .object({
    card_token: Text(200).optional(),
    card: Card.optional(),
    cpf: Cpf,
    installments: z.int().min(1).max(12),
    save_card: z.boolean(),
  })
  .refine(({ card, card_token }) => Boolean(card) !== Boolean(card_token), 'Informe o cartão');

export const CardPayment = z.object({
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
  /** After a refusal: how many card attempts this bill still allows within the hour. */
  tentativas_restantes: z.int().nullish(),
  recibo_url: z.string().nullish(),
});
export type CardPayment = z.infer<typeof CardPayment>;

export const MovementKind = z.enum(['parcela', 'pedido', 'cambio', 'devolucao']);
export type MovementKind = z.infer<typeof MovementKind>;

/** The filter of the movements: days of the school, both inclusive. */
export const StatementQuery = z.object({
  de: Day.optional(),
  ate: Day.optional(),
  tipo: MovementKind.optional(),
  forma: PaymentMethod.optional(),
});

/** The signed link that replaces a login. */
export const Signature = z.string().max(600).optional();
export const Ids = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,11}$/)
  .transform((text) => text.split(',').map(Number));

export const calls = {
  ...staffCalls,
  getFinance: { summary: 'Own contracts and instalments', ledger: 'API-36', result: Financeiro },
  payWithPix: {
    summary: 'The running Pix charge of an instalment, or a new one',
    ledger: 'API-25',
    params: OneId,
    query: z.object({
      /** Other bills that the same code pays. */
      com: Ids.optional(),
      /** Queries this charge instead of creating one. */
      txid: z
        .string()
        .regex(/^[A-Za-z0-9]{8,35}$/)
        .optional(),
      assinatura: Signature,
    }),
    result: Cobranca,
  },
  payWithCard: {
    summary: 'Pays an instalment by credit card',
    ledger: 'API-26',
    params: OneId,
    query: z.object({ assinatura: Signature }),
    body: CardPaymentInput,
    result: CardPayment,
  },
  receivePaymentWebhook: {
    summary: 'Signed message of a payment provider',
    ledger: 'ours',
    params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,30}$/) }),
    body: z.record(z.string().max(100), z.unknown()),
    result: z.object({ detail: z.string() }),
  },
  receivePixCallback: {
    summary: 'Message of a bank about received Pix: the portal asks the bank again',
    ledger: 'ours',
    params: z.object({ conta: z.string().regex(/^[a-z0-9-]{1,30}$/), chave: z.string().regex(/^[\w-]{20,100}$/) }),
    body: z.record(z.string().max(100), z.unknown()),
    result: z.object({ detail: z.string() }),
  },
  drawQrCode: {
    summary: 'The QR code of a running Pix charge, as SVG',
    ledger: 'ours',
    params: z.object({ txid: z.string().regex(/^[A-Za-z0-9]{8,35}$/) }),
    result: z.any(),
  },
  downloadReceipt: {
    summary: 'The receipt of a paid bill, as PDF',
    ledger: 'ours',
    params: z.object({ parcela_id: IdParam }),
    result: z.any(),
  },
  downloadLinkReceipt: {
    summary: 'The receipt of the paid bill of a payment link, as PDF',
    ledger: 'ours',
    params: z.object({ token: z.string().min(20).max(600) }),
    result: z.any(),
  },
  downloadStatement: {
    summary: 'Own movements of money as CSV',
    ledger: 'ours',
    query: StatementQuery,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
