import type * as club from '#lib/contract/club.ts';
import { csvFile } from '../http/csv.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { pointsCsv } from './club-csv.ts';
import { codeOfPurchase } from './code-in-answer.ts';
import { creditEnrolment } from './credit-enrolment.ts';
import { readPicture } from './manage-rewards.ts';
import { presentEntry } from './present.ts';
import { readRedemptions } from './read-redemptions.ts';
import { readRewards } from './read-rewards.ts';
import { readEntries, readStatement } from './read-statement.ts';
import { redeemReward } from './redeem-reward.ts';
import { referFriend } from './refer-friend.ts';
import { clubStaffRoutes } from './staff-routes.ts';

export const clubRoutes: Routes<typeof club> = {
  ...clubStaffRoutes,
  creditReferral: async ({ body }, ctx) => {
    await ctx.limits.take('referral', `user:${ctx.session.userId}`);
    return once(ctx, 'refer', body, (tx) => referFriend(ctx, tx, body));
  },
  creditReferralEnrolment: ({ body }, ctx) =>
    once(ctx, 'referral-enrolment', body, (tx) => creditEnrolment(ctx, tx, body)),
  listRewards: (_input, ctx) => readRewards(ctx),
  redeemReward: ({ body }, ctx) => once(ctx, 'redeem', body, (tx) => redeemReward(ctx, tx, body), codeOfPurchase()),
  listTransactions: ({ query }, { db, session, config }) =>
    readStatement(db, session.userId, config.SCHOOL_TIME_ZONE, query),
  listRedemptions: ({ query }, ctx) => readRedemptions(ctx, query),
  downloadPoints: async ({ query }, { db, session, config }) => {
    const entries = await readEntries(db, session.userId, config.SCHOOL_TIME_ZONE, query);
    return csvFile('pontos', pointsCsv(entries.map(presentEntry), config.SCHOOL_TIME_ZONE));
  },
  getRewardPicture: ({ params }, ctx) => readPicture(ctx, params.chave),
};
