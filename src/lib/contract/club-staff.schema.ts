import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import {
  Indicacao,
  IndicacaoStatus,
  Resgate,
  Reward,
  RuleCode,
  RulePeriod,
  Transaction,
} from './club-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Day, Id, Instant, LongText, Month, OneId, Page, Points, Text } from './shapes.schema.ts';
export const Motivo = Text(200);
const Aluno = z.object({ id: Id, full_name: z.string() });

export const RewardInput = z
  .object({
    nome: Text(120),
    descricao: LongText(500),
    categoria: Text(40),
    pontos: z.int().min(1).max(1_000_000),
    /** null: never runs out. */
    estoque: z.int().min(0).max(100_000).nullish(),
    limite_por_aluno: z.int().min(1).max(1000).nullish(),
    entrega: Reward.shape.entrega,
    regras: LongText(1000),
    valido_de: Day.nullish(),
    valido_ate: Day.nullish(),
    /** The amount that a discount takes off a bill. */
    desconto_centavos: z.int().min(100, 'Informe o valor').max(1_000_000).nullish(),
    /** Days to pick it up at the school. */
    retirada_dias: z.int().min(1).max(365).nullish(),
  })
  .refine(({ entrega, desconto_centavos }) => entrega !== 'desconto' || Boolean(desconto_centavos), {
    error: 'Diga de quanto é o desconto',
    path: ['desconto_centavos'],
  })
  .refine(({ valido_de, valido_ate }) => !valido_de || !valido_ate || valido_de <= valido_ate, {
    error: 'O fim vem antes do início',
    path: ['valido_ate'],
  });
export type RewardInput = z.infer<typeof RewardInput>;

export const ManagedReward = z.object({
  id: Id,
  nome: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  categoria: z.string(),
  pontos: Points,
  estoque: z.int().nullish(),
  limite_por_aluno: z.int().nullish(),
  entrega: Reward.shape.entrega,
  regras: z.string(),
  valido_de: Day.nullish(),
  valido_ate: Day.nullish(),
  desconto_centavos: z.int().nullish(),
  retirada_dias: z.int().nullish(),
  /** false: archived. */
  ativo: z.boolean(),
  /** Codes of a digital reward that wait for a member, and those that were handed over. */
  codigos: z.object({ livres: z.int(), usados: z.int() }).nullish(),
  /** Redemptions that are not taken back. */
  resgatados: z.int(),
  /** false: belongs to the whole network, and only admins change it. */
  pode_editar: z.boolean(),
});
export type ManagedReward = z.infer<typeof ManagedReward>;

export const PointRule = z.object({
  codigo: RuleCode,
  nome: z.string(),
  descricao: z.string(),
  pontos: Points,
  periodo: RulePeriod,
  /** How often it counts in a period; null: always. */
  limite: z.int().nullish(),
  /** Days until the points expire; null: never. */
  validade_dias: z.int().nullish(),
  ativo: z.boolean(),
  atualizado_em: Instant.nullish(),
});
export type PointRule = z.infer<typeof PointRule>;

export const Member = Aluno.extend({
  email: z.string(),
  school_name: z.string(),
  is_club: z.boolean(),
  /** When the member joined. */
  desde: Instant.nullish(),
  saldo: Points,
  lancamentos: z.int(),
});
export type Member = z.infer<typeof Member>;

export const ManagedRedemption = Resgate.extend({
  aluno: Aluno,
  /** Possible next states, in the order of the buttons. */
  proximos: z.array(Resgate.shape.status),
  entrega: z.object({ cep: z.string(), linha: z.string() }).nullish(),
});
export type ManagedRedemption = z.infer<typeof ManagedRedemption>;

export const ManagedReferral = Indicacao.extend({
  nome: z.string(),
  telefone: z.string(),
  email: z.string().nullish(),
  cidade: z.string().nullish(),
  canal: z.enum(['formulario', 'link', 'whatsapp']),
  indicador: Aluno,
  proximos: z.array(IndicacaoStatus),
  /** Whether this person may confirm the enrolment of the friend; a member's own referral needs another person. */
  pode_confirmar: z.boolean().nullish(),
  /** Students of the school who may be the friend. */
  candidatos: z.array(Aluno).nullish(),
});
export type ManagedReferral = z.infer<typeof ManagedReferral>;

/** Points of a span: what was issued, spent and expired in it, and what members hold at its end. */
const Figures = z.object({
  membros: z.int(),
  emitidos: Points,
  resgatados: Points,
  expirados: Points,
  passivo: Points,
});
export const ClubFigures = Figures.extend({
  /** What 1,000 points are worth to the school, and so the points that members hold; null: not said. */
  mil_pontos_centavos: z.int().nullish(),
  passivo_centavos: z.int().nullish(),
  /** The oldest first; the last is the current month. The sums above cover all of them. */
  meses: z.array(Figures.extend({ mes: Month })),
});
export type ClubFigures = z.infer<typeof ClubFigures>;
export const Months = z.object({
  meses: z.coerce.number<string | number>().pipe(z.int().min(1).max(36)).default(12),
});

export const BonusTarget = {
  alvo: z.enum(['todos', 'unidade', 'turma', 'livro']),
};
export const BonusPoints = z.int().min(1).max(100_000);
/** Points that the school gave to all members of a group. */
export const Bonus = z.object({
  id: Id,
  /** The group in words. */
  alvo: z.string(),
  pontos: Points,
  motivo: z.string(),
  expira_em: Day.nullable(),
  estado: z.enum(['dando', 'dado', 'desfazendo', 'desfeito']),
  /** Members who got the points, and those who gave them back. */
  pessoas: z.int(),
  voltaram: z.int(),
  criado_em: Instant,
  quem: z.string().nullable(),
  pode_desfazer: z.boolean(),
});
export type Bonus = z.infer<typeof Bonus>;
const Choice = z.array(z.object({ id: Id, nome: z.string() }));
export const BonusInput = z.object({
  ...BonusTarget,
  /** Of the unit, class or book. */
  alvo_id: Id.nullish(),
  pontos: BonusPoints,
  motivo: Motivo,
  /** The last day of the points; null: they do not expire. */
  expira_em: Day.nullish(),
  /** The number of members that the staff saw: another one is refused. */
  pessoas_vistas: z.int().min(0).max(1_000_000),
  /** The staff knows that the same bonus was given within a day. */
  repetir: z.boolean().optional(),
});

/** What `listBonuses` answers. */
export const ListBonusesAnswer = Page(Bonus).extend({
  escolhas: z.object({ unidades: Choice, turmas: Choice, livros: Choice }),
});
export type ListBonusesAnswer = z.infer<typeof ListBonusesAnswer>;

/** What `previewBonus` answers. */
export const PreviewBonusAnswer = z.object({ alvo: z.string(), pessoas: z.int(), soma: Points, ja_dado: z.boolean() });
export type PreviewBonusAnswer = z.infer<typeof PreviewBonusAnswer>;

/** What `adjustPoints` answers. */
export const AdjustPointsAnswer = z.object({ transaction: Transaction, saldo: Points });
export type AdjustPointsAnswer = z.infer<typeof AdjustPointsAnswer>;

/** What `moveRedemptions` answers. */
export const MoveRedemptionsAnswer = z.object({ itens: z.array(z.object({ id: Id, status: Resgate.shape.status })) });
export type MoveRedemptionsAnswer = z.infer<typeof MoveRedemptionsAnswer>;

export const calls = {
  uploadRewardPicture: {
    summary: `Sets the picture of a reward: PNG, JPEG or WebP up to ${megabytes(MAX_PICTURE)}, in the field “file”`,
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: ManagedReward,
  },
  downloadClubFigures: { summary: 'The figures as CSV', ledger: 'ours', query: Months, result: z.any() },
  downloadMembers: { summary: 'Members of the club as CSV', ledger: 'ours', result: z.any() },
} satisfies Record<string, CallSchema>;
