import { sql } from 'kysely';
import type { Db } from '../core/db/connection.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import { preparedParts } from '../core/db/prepared-parts.ts';
import { ownSchool } from '../core/http/access.ts';

/** States of a referral from which it can still be credited. */
export const PENDING_REFERRALS = ['enviada', 'em_contato', 'matriculada'] as const;

export const isPending = (status: string): boolean => PENDING_REFERRALS.some((each) => each === status);

const balances = (db: Db, userId: number) =>
  db.selectFrom('point_balances').select(['saldo', 'lancamentos']).where('user_id', '=', userId);
export const balanceOf = preparedOne(balances);

/** Points that expire on the next expiry day. @param until the last day that counts as soon, `YYYY-MM-DD` */
const expiringSoon = (db: Db, userId: number, today: string, until: string) =>
  db
    .selectFrom('point_lots')
    .select(({ fn }) => ['expira_em', fn.sum<number | string>('restante').as('pontos')])
    .where('user_id', '=', userId)
    .where('restante', '>', sql.lit(0))
    .where('expira_em', '>=', today)
    .where('expira_em', '<=', until)
    .groupBy('expira_em')
    .orderBy('expira_em')
    .limit(1);

const pendingEntries = (db: Db, userId: number) =>
  db
    .selectFrom('point_entries')
    .select(({ fn }) => fn.sum<number | string | null>('pontos').as('pontos'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pendente')
    .where('pontos', '>', 0);
const pendingReferrals = (db: Db, userId: number) =>
  db
    .selectFrom('referrals')
    .select(({ fn }) => fn.sum<number | string | null>('pontos_previstos').as('pontos'))
    .where('user_id', '=', userId)
    .where('status', 'in', [...PENDING_REFERRALS]);

export const rewardColumns = [
  'id',
  'nome',
  'descricao',
  'imagem_url',
  'categoria',
  'pontos',
  'estoque',
  'limite_por_aluno',
  'entrega',
  'regras',
  'ativo',
  'valido_ate',
  'valido_de',
  'desconto_centavos',
  'retirada_dias',
] as const;

/** Rewards that a school offers: its own and the network's. */
export const rewardsFor = (db: Db, escolaId: number | null) =>
  db
    .selectFrom('rewards')
    .select(rewardColumns)
    .where((where) => where.or([where('escola_id', 'is', null), where('escola_id', '=', ownSchool({ escolaId }))]));

const clubParts = preparedParts((db, userId: number, escolaId: number, today: string, until: string) => ({
  balance: balances(db, userId),
  soon: expiringSoon(db, userId, today, until),
  entries: pendingEntries(db, userId),
  referrals: pendingReferrals(db, userId),
  rewards: rewardsFor(db, escolaId).where('ativo', '=', true).orderBy('pontos').orderBy('id'),
}));

interface Reader {
  userId: number;
  escolaId: number | null;
}

/**
 * A member's points, and the rewards that the school offers now, the cheapest first. `pending`: points of referrals before the
 * friend's enrolment, and of unconfirmed entries from before lots were introduced.
 *
 * @param until the last day that counts as soon, `YYYY-MM-DD`
 */
export async function clubOf(db: Db, { userId, escolaId }: Reader, today: string, until: string) {
  const parts = await clubParts(db, userId, ownSchool({ escolaId }), today, until);
  const pending = [...parts.entries, ...parts.referrals].reduce((sum, { pontos }) => sum + Number(pontos ?? 0), 0);
  return { saldo: parts.balance[0]?.saldo ?? 0, soon: parts.soon[0], pending, rewards: parts.rewards };
}

const stepsIn = prepared((db, referralIds: readonly number[]) =>
  db
    .selectFrom('referral_history')
    .select(['referral_id', 'status', 'em'])
    .where('referral_id', 'in', referralIds)
    .orderBy('id'),
);

/** Steps of referrals, the earliest first. */
export const stepsOf = async (db: Db, referralIds: readonly number[]) =>
  referralIds.length === 0 ? [] : stepsIn(db, referralIds);

/** Free and used codes by reward. */
export async function countCodes(db: Db, rewardIds: readonly number[]) {
  const rows = await db
    .selectFrom('reward_codes')
    .select(['reward_id', ({ fn }) => fn.countAll<number | string>().as('all')])
    .select(({ fn }) => fn.count<number | string>('usado_em').as('used'))
    .where('reward_id', 'in', rewardIds)
    .groupBy('reward_id')
    .execute();
  const counted = rows.map(({ reward_id, all, used }) => {
    return [reward_id, { livres: Number(all) - Number(used), usados: Number(used) }] as const;
  });
  return new Map(counted);
}

export const freeCodes = async (db: Db, rewardId: number): Promise<number> =>
  (await countCodes(db, [rewardId])).get(rewardId)?.livres ?? 0;

/** The bills with discounts, by redemption. */
export async function billsOf(db: Db, redemptions: readonly { id: number; parcela_id: number | null }[]) {
  const ids = redemptions.flatMap(({ parcela_id }) => (parcela_id === null ? [] : [parcela_id]));
  if (ids.length === 0) return new Map<number, { id: number; descricao: string; vencimento: string }>();
  const bills = await db
    .selectFrom('parcelas')
    .select(['id', 'descricao', 'vencimento'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    redemptions.flatMap(({ id, parcela_id }) => {
      const bill = bills.find((each) => each.id === parcela_id);
      return bill ? [[id, bill] as const] : [];
    }),
  );
}

/** Which of some codes of a reward were already given to a member. Codes typed by the staff were not always stored separately. */
export async function issuedCodes(db: Db, rewardId: number, codes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('redemptions')
    .select('codigo_digital')
    .where('reward_id', '=', rewardId)
    .where('codigo_digital', 'in', codes)
    .execute();
  return new Set(rows.flatMap(({ codigo_digital }) => codigo_digital ?? []));
}
