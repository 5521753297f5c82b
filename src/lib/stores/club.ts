import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import type { Resgate } from '#lib/contract/club.schema.ts';
import { redeemOne } from '#lib/forms/club/redeem.ts';
import { refusalOf } from '#lib/forms/refusal.ts';
import { clubMessages } from '#lib/words/club.ts';
import { endIntent, intentKey } from './intent.ts';
import { $points, updateShared } from './shared.ts';

/** The redemption on this page, and the server’s balance after it. */
export const $redeemed = atom<{ resgate: Resgate; saldo: number } | null>(null);
export const $isRedeeming = atom(false);
export const $redeemError = atom<string | null>(null);

/** Redeems a reward. After a failure or a reload, a second attempt is still the same redemption. */
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
