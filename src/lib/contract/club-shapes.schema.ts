import { z } from 'zod';
import { Day, Id, Instant, Points } from './shapes.schema.ts';

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
  /** The amount that a discount takes off a bill. */
  desconto_centavos: z.int().nullish(),
  /** Days within which it must be picked up; null: no limit. */
  retirada_dias: z.int().nullish(),
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
    'atividade',
    'teste_nivel',
    'aniversario',
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
  /** Why, in the words of the person who moved the points by hand. */
  nota: z.string().nullish(),
  /** The entry that this one reverses. */
  estorno_de: Id.nullish(),
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
  /** Why the school refused or cancelled it. */
  motivo: z.string().nullish(),
  /** The code of a digital reward, once the school has handed it over. */
  codigo_digital: z.string().nullish(),
  /**
   * The amount that a discount takes off a bill; null for other rewards, and if the school gives the discount itself.
   */
  desconto_centavos: z.int().nullish(),
  /** The bill that the discount was applied to; null while it waits for a bill. */
  parcela: z.object({ id: Id, descricao: z.string(), vencimento: Day }).nullish(),
  /** The last day to pick it up; null without a limit, and for rewards that are not picked up. */
  retirar_ate: Day.nullish(),
});
export type Resgate = z.infer<typeof Resgate>;

export const IndicacaoStatus = z.enum(['enviada', 'em_contato', 'matriculada', 'creditada', 'recusada', 'duplicada']);
export const Indicacao = z.object({
  id: Id,
  nome_mascarado: z.string(),
  status: IndicacaoStatus,
  /** In the state `creditada`: the points that it brought. */
  pontos_previstos: Points,
  criado_em: Instant,
  historico: z.array(z.object({ status: IndicacaoStatus, em: Instant })),
  /** Why the school refused it. */
  motivo: z.string().nullish(),
});
export type Indicacao = z.infer<typeof Indicacao>;

export const RuleCode = z.enum([
  'presenca',
  'unidade',
  'atividade',
  'teste_nivel',
  'indicacao',
  'indicacao_matricula',
  'aniversario',
]);
export type RuleCode = z.infer<typeof RuleCode>;
export const RulePeriod = z.enum(['dia', 'semana', 'mes', 'ano', 'sempre']);
export type RulePeriod = z.infer<typeof RulePeriod>;
