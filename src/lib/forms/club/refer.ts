import { ApiError, type Client } from '#lib/api/client.ts';
import { creditReferral } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import { type Friend, friendOf, friendProblems } from '#lib/rules/club/referral-form.ts';
import { clubMessages } from '#lib/words/club.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** The error code of a referral that the school stored but does not count: repeating it changes nothing. */
export const NOT_COUNTED = 'not_counted';

/**
 * The friend's data for the calls, after the friend agreed to be called.
 *
 * @param consent see {@link friendProblems}
 * @throws ApiError with the wrong fields
 */
export function checkFriend(friend: Friend, consent?: string): Omit<Friend, 'consentimento'> & { consentimento: true } {
  const wrong = friendProblems(friend, consent);
  if (Object.keys(wrong).length > 0) return refuse(wrong);
  const { nome, telefone, email, cidade } = friend;
  return { nome, telefone, email, cidade, consentimento: true };
}

/** Refers a friend, the same in pages and islands. @returns the address of the list of referrals. @throws ApiError */
export async function referFriend(api: Client, friend: Friend, key: { idempotencyKey: string }): Promise<string> {
  const body = { ...checkFriend(friend), canal: 'formulario' as const };
  const { status, motivo } = await api(creditReferral, { body }, key);
  if (status !== 'duplicada' && status !== 'recusada') return `${routes.club.earn()}?indicado=1#indicacoes`;
  throw new ApiError(409, { code: NOT_COUNTED, detail: motivo || clubMessages.alreadyKnown });
}

/** Refers a friend without a script. */
export const takeReferral: Verb = ({ api, values, key }) => referFriend(api, friendOf(values), key);
