import { ApiError, type Client } from '#lib/api/client.ts';
import { creditReferral } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import { type Friend, friendOf, friendProblems } from '#lib/rules/club/referral-form.ts';
import { clubMessages } from '#lib/words/club.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** The code of a referral that the school took down and does not count: sent again, it would be the same. */
export const NOT_COUNTED = 'not_counted';

/** What the calls take of a friend who agreed to be called. @throws ApiError with the fields that are wrong */
export function checkFriend(friend: Friend): Omit<Friend, 'consentimento'> & { consentimento: true } {
  const wrong = friendProblems(friend);
  if (Object.keys(wrong).length > 0) return refuse(wrong);
  const { nome, telefone, email, cidade } = friend;
  return { nome, telefone, email, cidade, consentimento: true };
}

/** Refers a friend, the same in pages and islands. @returns where the list of referrals stands. @throws ApiError */
export async function referFriend(api: Client, friend: Friend, key: { idempotencyKey: string }): Promise<string> {
  const body = { ...checkFriend(friend), canal: 'formulario' as const };
  const { status, motivo } = await api(creditReferral, { body }, key);
  if (status !== 'duplicada' && status !== 'recusada') return `${routes.club.earn()}?indicado=1#indicacoes`;
  throw new ApiError(409, { code: NOT_COUNTED, detail: motivo || clubMessages.alreadyKnown });
}

/** Refers a friend where no script runs. */
export const takeReferral: Verb = ({ api, values, key }) => referFriend(api, friendOf(values), key);
