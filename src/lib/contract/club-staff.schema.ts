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
import {
  Day,
  Flag,
  Id,
  IdParam,
  Instant,
  Line,
  LongText,
  Month,
  OneId,
  Page,
  PageQuery,
  PeopleQuery,
  Points,
  Text,
} from './shapes.schema.ts';

/** What managers of the club do, each within their own school. */

const Wanted = { q: Line(100).optional() };
const Search = PageQuery.extend(Wanted);
const Motivo = Text(200);
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
const Months = z.object({
  meses: z.coerce.number<string | number>().pipe(z.int().min(1).max(36)).default(12),
});

const BonusTarget = {
  alvo: z.enum(['todos', 'unidade', 'turma', 'livro']),
};
const BonusPoints = z.int().min(1).max(100_000);
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

export const calls = {
  listManagedRewards: {
    summary: 'Rewards of the own school, archived ones too',
    ledger: 'ours',
    query: PageQuery.extend({ ativo: Flag.optional() }),
    result: Page(ManagedReward),
  },
  createReward: { summary: 'Adds a reward', ledger: 'ours', body: RewardInput, result: ManagedReward },
  updateReward: {
    summary: 'Changes a reward',
    ledger: 'ours',
    params: OneId,
    body: RewardInput,
    result: ManagedReward,
  },
  archiveReward: {
    summary: 'Takes a reward out of the catalogue, or back in',
    ledger: 'ours',
    params: OneId,
    body: z.object({ ativo: z.boolean() }),
    result: ManagedReward,
  },
  uploadRewardPicture: {
    summary: `Sets the picture of a reward: PNG, JPEG or WebP up to ${megabytes(MAX_PICTURE)}, in the field “file”`,
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: ManagedReward,
  },
  addRewardCodes: {
    summary: 'Keeps codes of a digital reward, one a line: each goes to one member',
    ledger: 'ours',
    params: OneId,
    /** A pasted table: `readCodes` cleans each cell. */
    body: z.object({ codigos: z.string().trim().min(1, 'Cole ao menos um código').max(50_000) }),
    /** `repetidos`: lines whose code was there before. */
    result: z.object({ novos: z.int(), repetidos: z.array(z.int()), livres: z.int() }),
  },
  discardRewardCodes: {
    summary: 'Throws the codes away that no member has',
    ledger: 'ours',
    params: OneId,
    result: z.object({ descartados: z.int() }),
  },
  listPointRules: { summary: 'Rules by which points are earned', ledger: 'ours', result: z.array(PointRule) },
  updatePointRule: {
    summary: 'Changes a rule for what is earned from now on',
    ledger: 'ours',
    params: z.object({ codigo: RuleCode }),
    body: z.object({
      pontos: z.int().min(1).max(100_000),
      periodo: RulePeriod,
      limite: z.int().min(1).max(1000).nullish(),
      validade_dias: z.int().min(1).max(3650).nullish(),
      ativo: z.boolean(),
    }),
    result: PointRule,
  },
  listMembers: {
    summary: 'Members of the club',
    ledger: 'ours',
    query: PeopleQuery.extend(Wanted),
    result: Page(Member),
  },
  adjustPoints: {
    summary: 'Gives or takes points by hand, with a reason',
    ledger: 'ours',
    params: OneId,
    body: z.object({
      pontos: z
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((points) => points !== 0, 'Informe quantos pontos'),
      motivo: Motivo,
    }),
    result: z.object({ transaction: Transaction, saldo: Points }),
  },
  reversePoints: {
    summary: 'Takes an entry back by an opposite one',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Motivo }),
    result: z.object({ transaction: Transaction, saldo: Points }),
  },
  getMemberStatement: {
    summary: 'Statement of one member',
    ledger: 'ours',
    params: OneId,
    query: PageQuery.extend({ antes_de: IdParam.optional() }),
    result: z.object({ membro: Member, lancamentos: Page(Transaction), proximo: Id.nullish() }),
  },
  listManagedRedemptions: {
    summary: 'Redemptions of the own school, the newest first',
    ledger: 'ours',
    /** `a_entregar`: what the school still has to do something for. */
    query: Search.extend({ status: z.union([Resgate.shape.status, z.literal('a_entregar')]).optional() }),
    /** How many of the search there are of each state. */
    result: Page(ManagedRedemption).extend({ contagens: z.record(z.string(), z.int()) }),
  },
  moveRedemptions: {
    summary: 'Moves several redemptions on, or takes such a move back within the hour',
    ledger: 'ours',
    body: z.object({
      itens: z
        .array(
          z.object({
            id: Id,
            status: z.enum(['solicitado', 'aprovado', 'pronto']),
            /** The state that the staff saw: a redemption in another one stays. */
            de: Resgate.shape.status.optional(),
          }),
        )
        .min(1)
        .max(100),
      /** Takes moves back. Without it none goes back. */
      voltar: z.boolean().optional(),
    }),
    /** Those that moved, with the state that each had before. */
    result: z.object({ itens: z.array(z.object({ id: Id, status: Resgate.shape.status })) }),
  },
  setRedemptionStatus: {
    summary: 'Moves a redemption on; `cancelado` wants a reason and returns the points',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({
        status: z.enum(['aprovado', 'pronto', 'entregue', 'cancelado']),
        motivo: Motivo.optional(),
        /** The code that the member uses a digital reward with. Left out, a stored one is taken. */
        codigo: Text(200).optional(),
      })
      .refine(({ status, motivo }) => status !== 'cancelado' || motivo !== undefined, {
        error: 'Diga o motivo',
        path: ['motivo'],
      }),
    result: ManagedRedemption,
  },
  listReferrals: {
    summary: 'Referrals of the own school, the newest first',
    ledger: 'ours',
    /** `em_andamento`: the friend may still enrol. */
    query: Search.extend({ status: z.union([IndicacaoStatus, z.literal('em_andamento')]).optional() }),
    result: Page(ManagedReferral).extend({ contagens: z.record(z.string(), z.int()) }),
  },
  setReferralStatus: {
    summary: 'Says that a friend was contacted, or refuses with a reason',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({ status: z.enum(['em_contato', 'recusada']), motivo: Motivo.optional() })
      .refine(({ status, motivo }) => status !== 'recusada' || motivo !== undefined, {
        error: 'Diga o motivo',
        path: ['motivo'],
      }),
    result: ManagedReferral,
  },
  confirmReferralEnrolment: {
    summary: 'Confirms that a friend enrolled in the own school: what was pending becomes points',
    ledger: 'ours',
    params: OneId,
    /** The student account of the friend: by id, or by CPF or e-mail. */
    body: z
      .object({ aluno_user_id: Id.optional(), aluno: Line(254).optional() })
      .refine(({ aluno_user_id, aluno }) => Boolean(aluno_user_id) !== Boolean(aluno), {
        error: 'Diga quem se matriculou: CPF ou e-mail',
        path: ['aluno'],
      }),
    result: ManagedReferral,
  },
  getClubFigures: { summary: 'Figures of the club by month', ledger: 'ours', query: Months, result: ClubFigures },
  downloadClubFigures: { summary: 'The figures as CSV', ledger: 'ours', query: Months, result: z.any() },
  setPointsWorth: {
    summary: 'Says what 1,000 points are worth to the school; null: no longer',
    ledger: 'ours',
    body: z.object({ mil_pontos_centavos: z.int().min(1).max(1_000_000).nullable() }),
    result: z.object({ mil_pontos_centavos: z.int().nullable() }),
  },
  downloadMembers: { summary: 'Members of the club as CSV', ledger: 'ours', result: z.any() },
  listBonuses: {
    summary: 'Bonuses for groups, the newest first, with the groups to choose from',
    ledger: 'ours',
    query: PageQuery,
    result: Page(Bonus).extend({ escolhas: z.object({ unidades: Choice, turmas: Choice, livros: Choice }) }),
  },
  previewBonus: {
    summary: 'How many members a bonus would reach, and the sum of its points',
    ledger: 'ours',
    query: z.object({
      ...BonusTarget,
      alvo_id: IdParam.optional(),
      pontos: z.coerce.number<string | number>().pipe(BonusPoints),
      motivo: Motivo.optional(),
    }),
    /** `ja_dado`: the same group got the same points for the same reason within a day. */
    result: z.object({ alvo: z.string(), pessoas: z.int(), soma: Points, ja_dado: z.boolean() }),
  },
  createBonus: { summary: 'Gives points to all members of a group', ledger: 'ours', body: BonusInput, result: Bonus },
  undoBonus: {
    summary: 'Takes a bonus back within a day; who has spent the points keeps them',
    ledger: 'ours',
    params: OneId,
    result: Bonus,
  },
} satisfies Record<string, CallSchema>;
