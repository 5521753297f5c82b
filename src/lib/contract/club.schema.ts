import { z } from 'zod';
import type { CallSchema } from './core.ts';
import {
  Day,
  EnderecoInput,
  Id,
  Instant,
  OptionalEmail,
  OptionalText,
  Page,
  PageQuery,
  Phone,
  Points,
  Text,
} from './shapes.schema.ts';

export const Reward = z.object({
  id: Id,
  nome: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  categoria: z.string(),
  pontos: Points,
  estoque: z.int().nullish(),
  limite_por_aluno: z.int().nullish(),
  disponivel: z.boolean(),
  falta_pontos: Points,
  entrega: z.enum(['escola', 'digital', 'desconto']),
  regras: z.string(),
  valido_ate: Day.nullish(),
});
export type Reward = z.infer<typeof Reward>;

export const RewardsAnswer = z.object({
  saldo: Points,
  pendente: Points,
  a_expirar: Points,
  a_expirar_em: Day.nullish(),
  rewards: z.array(Reward),
});
export type RewardsAnswer = z.infer<typeof RewardsAnswer>;

export const Transaction = z.object({
  id: Id,
  tipo: z.enum(['credito', 'debito']),
  origem: z.enum([
    'indicacao',
    'indicacao_matricula',
    'campanha',
    'presenca',
    'pratica',
    'resgate',
    'expiracao',
    'estorno',
    'ajuste',
  ]),
  descricao: z.string(),
  /** Signed. */
  pontos: Points,
  saldo_apos: Points,
  status: z.enum(['pendente', 'confirmada', 'cancelada']),
  criado_em: Instant,
  expira_em: Day.nullish(),
  referencia: z.object({ tipo: z.string(), id: Id }).nullish(),
});
export type Transaction = z.infer<typeof Transaction>;

export const Resgate = z.object({
  id: Id,
  reward: Reward,
  pontos: Points,
  status: z.enum(['solicitado', 'aprovado', 'pronto', 'entregue', 'cancelado']),
  codigo_retirada: z.string().nullish(),
  pedido_em: Instant,
  entregue_em: Instant.nullish(),
  pode_cancelar: z.boolean(),
});
export type Resgate = z.infer<typeof Resgate>;

const IndicacaoStatus = z.enum(['enviada', 'em_contato', 'matriculada', 'creditada', 'recusada', 'duplicada']);
export const Indicacao = z.object({
  id: Id,
  nome_mascarado: z.string(),
  status: IndicacaoStatus,
  pontos_previstos: Points,
  criado_em: Instant,
  historico: z.array(z.object({ status: IndicacaoStatus, em: Instant })),
});
export type Indicacao = z.infer<typeof Indicacao>;

export const calls = {
  creditReferral: {
    summary: 'Refers a friend',
    ledger: 'API-52',
    body: z.object({
      nome: Text(120),
      telefone: Phone,
      email: OptionalEmail,
      cidade: OptionalText(80),
      consentimento: z.literal(true),
      canal: z.enum(['formulario', 'link', 'whatsapp']),
    }),
    result: Indicacao,
  },
  creditReferralEnrolment: {
    summary: 'Credits a referral that led to an enrolment, for admins',
    ledger: 'API-53',
    body: z
      .object({
        indicacao_id: Id.optional(),
        indicador_user_id: Id.optional(),
        contrato_id: Id,
        pontos: z.int().min(1).max(100_000).optional(),
      })
      .refine((input) => Boolean(input.indicacao_id) !== Boolean(input.indicador_user_id), 'Informe a indicação'),
    result: z.object({ indicacao: Indicacao, transaction: Transaction }),
  },
  listRewards: { summary: 'Balance and what points buy', ledger: 'API-54', result: RewardsAnswer },
  redeemReward: {
    summary: 'Spends points on a reward',
    ledger: 'API-55',
    body: z.object({ reward_id: Id, quantidade: z.literal(1), entrega: EnderecoInput.optional() }),
    result: z.object({ transaction: Transaction, resgate: Resgate, saldo: Points }),
  },
  listTransactions: {
    summary: 'Statement of points',
    ledger: 'API-56',
    query: PageQuery.extend({
      tipo: z.enum(['credito', 'debito']).optional(),
      de: Day.optional(),
      ate: Day.optional(),
    }),
    result: z.object({ saldo: Points, lancamentos: Page(Transaction) }),
  },
  listRedemptions: { summary: 'Redeemed rewards', ledger: 'API-57', query: PageQuery, result: Page(Resgate) },
} satisfies Record<string, CallSchema>;
