import { z } from 'zod';
import * as contract from '#lib/contract/club.ts';
import { OneId } from '#lib/contract/shapes.schema.ts';
import { csvFile } from '../core/http/csv.ts';
import { once } from '../core/http/once.ts';
import { endpoint, operation } from '../core/http/operation.ts';
import { admin, clubMember, holderOfSecret } from '../core/http/who.ts';
import { codeOfPurchase } from './codes.ts';
import { creditEnrollment } from './credit-enrollment.ts';
import { readEarning } from './earning.ts';
import { acceptInvitationInput, InvitationCode } from './inputs.ts';
import { presentEntry } from './present.ts';
import { redeemReward } from './redeem-reward.ts';
import { cancelRedemption, readRedemptions } from './redemptions.ts';
import { referFriend } from './referral.ts';
import { acceptInvitation, readInvitation } from './referrals.ts';
import { readPicture, readRewards } from './rewards.ts';
import { pointsCsv, readEntries, readStatement } from './statement.ts';

/** The operations of the club for members and visitors. */
export const clubOperations = {
  /** How points are earned, and the own referrals. */
  getEarning: operation({
    who: clubMember,
    does: 'reads',
    connected: 'points',
    input: z.object({}),
    run: (_input, ctx) => readEarning(ctx),
  }),
  /** Cancels an own redemption before the school works on it; the points are returned. */
  cancelRedemption: operation({
    who: { ...clubMember, of: 'redemption' },
    does: 'writes',
    connected: 'points',
    input: OneId,
    keyed: true,
    run: (input, ctx) => once(ctx, `redemption-cancel ${input.id}`, input, (tx) => cancelRedemption(ctx, tx, input.id)),
  }),
  /** The member behind an invitation code. */
  getInvitation: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'points',
    input: InvitationCode,
    run: ({ codigo }, ctx) => readInvitation(ctx, codigo),
  }),
  /** A friend accepts an invitation and asks the school for contact. */
  acceptInvitation: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'points',
    scopes: ['book'],
    input: acceptInvitationInput,
    run: ({ codigo, ...body }, ctx) => acceptInvitation(ctx, codigo, body),
  }),
  creditReferral: endpoint(contract.creditReferral, {
    who: clubMember,
    connected: 'host',
    run: async ({ body }, ctx) => {
      await ctx.limits.take('referral', `user:${ctx.session.userId}`);
      return once(ctx, 'refer', body, (tx) => referFriend(ctx, tx, body));
    },
  }),
  creditReferralEnrollment: endpoint(contract.creditReferralEnrollment, {
    who: admin,
    connected: 'host',
    run: ({ body }, ctx) => once(ctx, 'referral-enrolment', body, (tx) => creditEnrollment(ctx, tx, body)),
  }),
  listRewards: endpoint(contract.listRewards, {
    who: clubMember,
    connected: 'host',
    run: (_input, ctx) => readRewards(ctx),
  }),
  redeemReward: endpoint(contract.redeemReward, {
    who: { ...clubMember, of: 'reward', ofSchool: true },
    connected: 'host',
    run: ({ body }, ctx) => once(ctx, 'redeem', body, (tx) => redeemReward(ctx, tx, body), codeOfPurchase()),
  }),
  listTransactions: endpoint(contract.listTransactions, {
    who: clubMember,
    connected: 'host',
    run: ({ query }, { db, session, config }) => readStatement(db, session.userId, config.SCHOOL_TIME_ZONE, query),
  }),
  listRedemptions: endpoint(contract.listRedemptions, {
    who: clubMember,
    connected: 'host',
    run: ({ query }, ctx) => readRedemptions(ctx, query),
  }),
  downloadPoints: endpoint(contract.downloadPoints, {
    who: clubMember,
    connected: 'points',
    run: async ({ query }, { db, session, config }) => {
      const entries = await readEntries(db, session.userId, config.SCHOOL_TIME_ZONE, query);
      return csvFile('pontos', pointsCsv(entries.map(presentEntry), config.SCHOOL_TIME_ZONE));
    },
  }),
  getRewardPicture: endpoint(contract.getRewardPicture, {
    who: holderOfSecret,
    connected: 'points',
    run: ({ params }, ctx) => readPicture(ctx, params.chave),
  }),
};
