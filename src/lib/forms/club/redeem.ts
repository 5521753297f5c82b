import type { Client } from '#lib/api/client.ts';
import { redeemReward } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** Spends points on one reward, the same in pages and islands. Sent twice under one key, it creates one redemption. */
export const redeemOne = (api: Client, rewardId: number, key: { idempotencyKey: string }) =>
  api(redeemReward, { body: { reward_id: rewardId, quantidade: 1 } }, key);

/** Redeems a reward without a script. */
export const takeRedemption: Verb = async ({ api, values, key }) => {
  const { resgate } = await redeemOne(api, Number(values.recompensa ?? 0), key);
  return `${routes.club.orders()}?novo=${resgate.id}`;
};
