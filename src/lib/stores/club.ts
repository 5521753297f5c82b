import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { failureOf } from '#lib/api/part.ts';
import type { Resgate } from '#lib/contract/club.schema.ts';
import { withinBrazil } from '#lib/format/digits.ts';
import { redeemOne } from '#lib/forms/club/redeem.ts';
import { NOT_COUNTED, referFriend } from '#lib/forms/club/refer.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import type { Friend } from '#lib/rules/club/referral-form.ts';
import { openAnew } from '#lib/rules/forms/open-anew.ts';
import { clubMessages } from '#lib/words/club.ts';
import { $points } from './club-points.ts';
import { endIntent, intentKey } from './intent.ts';
import { updateShared } from './shared.ts';

/** The redemption of this page, and the balance that the server counted after it. */
export const $redeemed = atom<{ resgate: Resgate; saldo: number } | null>(null);
export const $isRedeeming = atom(false);
export const $redeemError = atom<string | null>(null);

/** Spends points on a reward. After a failure or a reload, a second try is still the same redemption. */
export async function redeem(rewardId: number): Promise<void> {
  if ($isRedeeming.get()) return;
  const intent = `resgate:${rewardId}`;
  $isRedeeming.set(true);
  $redeemError.set(null);
  try {
    const { resgate, saldo } = await redeemOne(api, rewardId, { idempotencyKey: intentKey(intent) });
    endIntent(intent);
    $redeemed.set({ resgate, saldo });
    updateShared($points, saldo);
  } catch (error) {
    $redeemError.set(refusalOf(error, clubMessages.notRedeemed).problem);
  } finally {
    $isRedeeming.set(false);
  }
}

/** Resets the dialog. */
export function forgetRedemption(): void {
  $redeemed.set(null);
  $redeemError.set(null);
}

export const $isReferring = atom(false);

/**
 * Refers a friend and shows the list of referrals again.
 *
 * @returns the problems; null once the page leaves, or while an earlier press is on its way.
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
    // Another person with the same telephone is another intent.
    if (SPENT.includes(failureOf(error).code ?? '')) endIntent(intent);
    return refusalOf(error, clubMessages.notReferred);
  }
}

const SPENT = ['key_reused', NOT_COUNTED];
