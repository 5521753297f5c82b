import { atom } from 'nanostores';
import { ApiError, api } from '#lib/api/browser.ts';
import type { Resgate } from '#lib/contract/club.schema.ts';
import { creditReferral, redeemReward } from '#lib/contract/club.ts';
import { withinBrazil } from '#lib/format/digits.ts';
import {
  type ReferralForm,
  referralBody,
  referralProblems,
  referralRefusal,
  referralSent,
} from '#lib/rules/club/referral-form.ts';
import { clubMessages } from '#lib/words/club.ts';
import { detailOr } from '#lib/words/errors.ts';
import { endIntent, intentKey } from './intent.ts';

/** What was redeemed on this page, and the balance that the server counted after it. */
export const $redeemed = atom<{ resgate: Resgate; saldo: number } | null>(null);
export const $isRedeeming = atom(false);
export const $redeemError = atom<string | null>(null);

/** Spends points on a reward. Sent again, after a failure or a reload, it is still the same redemption. */
export async function redeem(rewardId: number): Promise<void> {
  if ($isRedeeming.get()) return;
  const intent = `resgate:${rewardId}`;
  $isRedeeming.set(true);
  $redeemError.set(null);
  try {
    const body = { reward_id: rewardId, quantidade: 1 as const };
    const { resgate, saldo } = await api(redeemReward, { body }, { idempotencyKey: intentKey(intent) });
    endIntent(intent);
    $redeemed.set({ resgate, saldo });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    $redeemError.set(detailOr(error, clubMessages.notRedeemed));
  } finally {
    $isRedeeming.set(false);
  }
}

/** The dialog begins afresh. */
export function forgetRedemption(): void {
  $redeemed.set(null);
  $redeemError.set(null);
}

export const $isReferring = atom(false);

/**
 * Refers a friend and shows the list of referrals again.
 *
 * @returns the form with what is wrong; null once the page is left.
 */
export async function refer(form: ReferralForm): Promise<ReferralForm | null> {
  if ($isReferring.get()) return form;
  const problems = referralProblems(form);
  if (problems) return problems;
  const intent = `indicacao:${withinBrazil(form.telefone)}`;
  $isReferring.set(true);
  try {
    const referral = await api(creditReferral, { body: referralBody(form) }, { idempotencyKey: intentKey(intent) });
    endIntent(intent);
    const refusal = referralRefusal(form, referral);
    if (refusal) $isReferring.set(false);
    else location.assign(referralSent());
    return refusal;
  } catch (error) {
    $isReferring.set(false);
    if (!(error instanceof ApiError)) throw error;
    // Another person with the same telephone is another intent.
    if (error.code === 'key_reused') endIntent(intent);
    return { ...form, fields: error.fields, problem: detailOr(error, clubMessages.notReferred) };
  }
}
