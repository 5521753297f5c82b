import { z } from 'zod';
import { referredFriend } from '#lib/contract/club.schema.ts';
import { IndicacaoStatus, Resgate, RuleCode, RulePeriod } from '#lib/contract/club-shapes.schema.ts';
import { BonusPoints, BonusTarget, Motivo } from '#lib/contract/club-staff.schema.ts';
import { Cpf, CursorQuery, Id, IdParam, Line, OptionalText, PageQuery } from '#lib/contract/shapes.schema.ts';
import { clubPanelMessages } from '#lib/words/club-panel.ts';
import { formWords } from '#lib/words/forms.ts';

/** The search text of a list: a part of a name, or another searched field. */
const SearchField = { q: Line(100).optional() };

export const InvitationCode = z.object({ codigo: z.string().regex(/^[A-Za-z0-9-]{4,20}$/) });

export const acceptInvitationInput = z.object({ ...InvitationCode.shape, ...referredFriend, cpf: Cpf.nullish() });

export const listManagedRewardsInput = CursorQuery.extend({ mostrar: z.enum(['arquivadas', 'todas']).optional() });

export const addRewardCodesInput = z.object({
  id: IdParam,
  codigos: z.string().trim().min(1, 'Cole ao menos um código').max(50_000),
});

export const updatePointRuleInput = z.object({
  codigo: RuleCode,
  pontos: z.int().min(1).max(100_000),
  periodo: RulePeriod,
  limite: z.int().min(1).max(1000).nullish(),
  validade_dias: z.int().min(1).max(3650).nullish(),
  ativo: z.boolean(),
});

export const listMembersInput = CursorQuery.extend(SearchField);

export const getMemberStatementInput = PageQuery.pick({ limit: true }).extend({
  id: IdParam,
  /** Only entries older than this one. */
  antes_de: IdParam.optional(),
});

export const adjustPointsInput = z.object({
  id: IdParam,
  pontos: z
    .int(formWords.wholeMissing)
    .min(-100_000)
    .max(100_000)
    .refine((points) => points !== 0, clubPanelMessages.pointsMissing),
  motivo: Motivo,
  /** The balance that the sender saw: if it has changed, the points do not move. */
  saldo_visto: z.int32().optional(),
});

export const reversePointsInput = z.object({ id: IdParam, motivo: Motivo });

export const listManagedRedemptionsInput = CursorQuery.extend({
  ...SearchField,
  status: z.union([Resgate.shape.status, z.literal('a_entregar')]).optional(),
});

export const updateRedemptionsInput = z
  .object({
    status: z.enum(['aprovado', 'pronto', 'entregue', 'cancelado']),
    motivo: OptionalText(200),
    /** The code with which the member uses a digital reward; absent: a stored code is taken. */
    codigo: OptionalText(200),
    /** The states that the sender saw: a redemption in another state is not changed. */
    de: z.array(Resgate.shape.status).max(5).optional(),
    ids: z.array(Id).min(1).max(100),
  })
  .refine(({ status, motivo }) => status !== 'cancelado' || Boolean(motivo), {
    error: 'Diga o motivo',
    path: ['motivo'],
  })
  .refine(({ codigo, ids }) => !codigo || ids.length === 1, {
    error: 'Um código é de uma troca só',
    path: ['codigo'],
  });

export const listReferralsInput = CursorQuery.extend({
  ...SearchField,
  status: z.union([IndicacaoStatus, z.literal('em_andamento')]).optional(),
});

export const setReferralStatusInput = z
  .object({ id: IdParam, status: z.enum(['em_contato', 'recusada']), motivo: Motivo.optional() })
  .refine(({ status, motivo }) => status !== 'recusada' || motivo !== undefined, {
    error: 'Diga o motivo',
    path: ['motivo'],
  });

export const confirmReferralEnrollmentInput = z
  .object({
    id: IdParam,
    aluno_user_id: Id.optional(),
    /** The student's CPF or email. */
    aluno: Line(254).optional(),
    /** For admins: a contract of a student of any school, and points other than the rule's. */
    contrato_id: Id.optional(),
    pontos: z.int().min(1).max(100_000).optional(),
  })
  .refine((input) => [input.aluno_user_id, input.aluno, input.contrato_id].filter(Boolean).length === 1, {
    error: 'Diga quem se matriculou: CPF ou e-mail',
    path: ['aluno'],
  });

export const setPointsWorthInput = z.object({ mil_pontos_centavos: z.int().min(1).max(1_000_000).nullable() });

export const previewBonusInput = z.object({
  ...BonusTarget,
  alvo_id: IdParam.optional(),
  pontos: z.coerce.number<string | number>().pipe(BonusPoints),
  motivo: Motivo.optional(),
});
