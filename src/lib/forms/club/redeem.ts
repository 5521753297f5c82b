import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { redeemReward } from '#lib/contract/club.ts';
import { clubMessages } from '#lib/words/club.ts';
import { detailOr } from '#lib/words/errors.ts';

/**
 * Takes the form of the rewards page where no script runs.
 *
 * @returns the redemption, or why there is none; null when nothing was asked for.
 */
export async function takeRedemption(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
): Promise<{ id: number } | { problem: string } | null> {
  if (request.method !== 'POST') return null;
  const form = await request.formData().catch(() => new FormData());
  const body = { reward_id: Number(form.get('recompensa') ?? 0), quantidade: 1 as const };
  try {
    // The key came with the form: sent twice, it is still one redemption.
    const done = await api(redeemReward, { body }, { idempotencyKey: String(form.get('chave') ?? '') });
    return { id: done.resgate.id };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: detailOr(error, clubMessages.notRedeemed) };
  }
}
