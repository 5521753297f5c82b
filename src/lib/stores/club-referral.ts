import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { failureOf } from '#lib/api/part.ts';
import { withinBrazil } from '#lib/format/digits.ts';
import { NOT_COUNTED, referFriend } from '#lib/forms/club/refer.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import type { Friend } from '#lib/rules/club/referral-form.ts';
import { openAnew } from '#lib/rules/forms/open-anew.ts';
import { clubMessages } from '#lib/words/club.ts';
import { endIntent, intentKey } from './intent.ts';

export const $isReferring = atom(false);

/**
 * Refers a friend and reloads the list of referrals.
 *
 * @returns the errors; null once the page is leaving, or while an earlier press is being sent
 */
export async function refer(friend: Friend): Promise<Refusal | null> {
  if ($isReferring.get()) return null;
  const intent = `indicacao:${withinBrazil(friend.telefone)}`;
  $isReferring.set(true);
  try {
    const to = await referFriend(api, friend, { idempotencyKey: intentKey(intent) });
    endIntent(intent);
    openAnew(to);
    return null;
  } catch (error) {
    $isReferring.set(false);
    // A different person with the same telephone is a new intent.
    if (SPENT.includes(failureOf(error).code ?? '')) endIntent(intent);
    return refusalOf(error, clubMessages.notReferred);
  }
}

const SPENT = ['key_reused', NOT_COUNTED];
