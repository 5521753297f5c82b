import { z } from 'zod';
import { Indicacao, Resgate, RewardsAnswer, Transaction } from './club-shapes.schema.ts';
import { calls as staffCalls } from './club-staff.schema.ts';
import type { CallSchema } from './core.ts';
import {
  Day,
  EnderecoInput,
  Id,
  IdParam,
  MonthSum,
  OptionalCity,
  OptionalEmail,
  Page,
  PageQuery,
  PersonName,
  Phone,
  Points,
} from './shapes.schema.ts';

export * from './club-shapes.schema.ts';
export type { ManagedReward, RewardInput } from './club-staff.schema.ts';
export { BonusInput } from './club-staff.schema.ts';

const StatementFilter = z.object({
  tipo: z.enum(['credito', 'debito']).optional(),
  de: Day.optional(),
  ate: Day.optional(),
});

/** A friend whom the school may call. */
export const referredFriend = {
  nome: PersonName,
  telefone: Phone,
  email: OptionalEmail,
  cidade: OptionalCity,
  consentimento: z.literal(true),
};

export const calls = {
  creditReferral: {
    summary: 'Refers a friend',
    ledger: 'API-52',
    body: z.object({
      ...referredFriend,
      canal: z.enum(['formulario', 'link', 'whatsapp']),
    }),
    result: Indicacao,
  },
  creditReferralEnrollment: {
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
    /** Ours always has both; a franchise’s host may only confirm the redemption. */
    result: z.object({ indicacao: Indicacao.nullish(), transaction: Transaction.nullish() }),
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
    /** `antes_de`: entries older than this id, in place of `offset`. */
    query: PageQuery.extend({ ...StatementFilter.shape, antes_de: IdParam.optional() }),
    /** `proximo`: the `antes_de` of the next page; null on the last page. */
    result: z.object({
      saldo: Points,
      lancamentos: Page(Transaction),
      proximo: Id.nullish(),
      /** Ours: points of the months of the page, with the same filter; only confirmed ones count. */
      meses: z.array(MonthSum).nullish(),
    }),
  },
  listRedemptions: { summary: 'Redeemed rewards', ledger: 'API-57', query: PageQuery, result: Page(Resgate) },
  downloadPoints: {
    summary: 'Statement of points as CSV',
    ledger: 'ours',
    query: StatementFilter,
    result: z.any(),
  },
  getRewardPicture: {
    summary: 'The picture of a reward',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[0-9a-f]{36}$/) }),
    result: z.any(),
  },
  ...staffCalls,
} satisfies Record<string, CallSchema>;
