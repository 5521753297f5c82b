import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import { Reward } from './club-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Day, Id, LongText, OneId, Points, Text } from './shapes.schema.ts';
export const Motivo = Text(200);

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
  /** Redemptions, without cancelled ones. */
  resgatados: z.int(),
  /** false: belongs to the whole network, and only admins change it. */
  pode_editar: z.boolean(),
});
export type ManagedReward = z.infer<typeof ManagedReward>;

export const Months = z.object({
  meses: z.coerce.number<string | number>().pipe(z.int().min(1).max(36)).default(12),
});

export const BonusTarget = {
  alvo: z.enum(['todos', 'unidade', 'turma', 'livro']),
};
export const BonusPoints = z.int().min(1).max(100_000);
export const BonusInput = z.object({
  ...BonusTarget,
  /** Of the unit, class or book. */
  alvo_id: Id.nullish(),
  pontos: BonusPoints,
  motivo: Motivo,
  /** The last day of the points; null: they do not expire. */
  expira_em: Day.nullish(),
  /** The number of members that the staff saw; if it has changed, the bonus is refused. */
  pessoas_vistas: z.int().min(0).max(1_000_000),
  /** The staff confirms that the same bonus was given within a day. */
  repetir: z.boolean().optional(),
});

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
