import type { RewardsAnswer } from '#lib/contract/club.schema.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { isOffered, presentReward } from './present.ts';
import { clubOf } from './queries.ts';

/** The user's balance and the rewards, the cheapest first (CLUB-10). */
export async function readRewards({ db, session, now, config }: Ctx): Promise<RewardsAnswer> {
  const today = dayIn(config.SCHOOL_TIME_ZONE, now());
  const { saldo, soon, pending, rewards } = await clubOf(db, session, today, addMonths(today, 1));
  return {
    saldo,
    pendente: pending,
    a_expirar: Number(soon?.pontos ?? 0),
    a_expirar_em: soon?.expira_em ?? null,
    rewards: rewards.filter((row) => isOffered(row, today)).map((row) => presentReward(row, saldo, today)),
  };
}
