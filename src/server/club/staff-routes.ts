import type * as staff from '#lib/contract/club-staff.ts';
import { csvFile } from '../http/csv.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { addRewardCodes, discardRewardCodes } from './add-codes.ts';
import { createBonus, listBonuses, previewBonus, undoBonus } from './bonuses.ts';
import { figuresCsv, membersCsv } from './club-csv.ts';
import { codeOfRedemption } from './code-in-answer.ts';
import { adjustPoints, listMembers, membersToTake, readMemberStatement, reversePoints } from './manage-members.ts';
import { listManagedRedemptions, setRedemptionStatus } from './manage-redemptions.ts';
import { confirmEnrolment, listReferrals, setReferralStatus } from './manage-referrals.ts';
import {
  archiveReward,
  createReward,
  listManagedRewards,
  updateReward,
  uploadRewardPicture,
} from './manage-rewards.ts';
import { listPointRules, updatePointRule } from './manage-rules.ts';
import { moveRedemptions } from './move-redemptions.ts';
import { setPointsWorth } from './points-worth.ts';
import { readFigures } from './read-figures.ts';

export const clubStaffRoutes: Routes<typeof staff> = {
  listManagedRewards: ({ query }, ctx) => listManagedRewards(ctx, query),
  createReward: ({ body }, ctx) => createReward(ctx, body),
  updateReward: ({ params, body }, ctx) => updateReward(ctx, params.id, body),
  archiveReward: ({ params, body }, ctx) => archiveReward(ctx, params.id, body.ativo),
  uploadRewardPicture: ({ params }, ctx) => uploadRewardPicture(ctx, params.id),
  addRewardCodes: ({ params, body }, ctx) => addRewardCodes(ctx, params.id, body.codigos),
  discardRewardCodes: ({ params }, ctx) => discardRewardCodes(ctx, params.id),
  listPointRules: (_input, ctx) => listPointRules(ctx),
  updatePointRule: ({ params, body }, ctx) => updatePointRule(ctx, params.codigo, body),
  listMembers: ({ query }, ctx) => listMembers(ctx, query),
  getMemberStatement: ({ params, query }, ctx) => readMemberStatement(ctx, params.id, query),
  adjustPoints: async ({ params, body }, ctx) => {
    return once(ctx, `points-adjust ${params.id}`, body, (tx) => adjustPoints(ctx, tx, params.id, body));
  },
  reversePoints: async ({ params, body }, ctx) => {
    return once(ctx, `points-reverse ${params.id}`, body, (tx) => reversePoints(ctx, tx, params.id, body.motivo));
  },
  listManagedRedemptions: ({ query }, ctx) => listManagedRedemptions(ctx, query),
  setRedemptionStatus: async ({ params, body }, ctx) => {
    return once(
      ctx,
      `redemption-status ${params.id}`,
      body,
      (tx) => setRedemptionStatus(ctx, tx, params.id, body),
      codeOfRedemption(),
    );
  },
  moveRedemptions: ({ body }, ctx) => moveRedemptions(ctx, body),
  listReferrals: ({ query }, ctx) => listReferrals(ctx, query),
  setReferralStatus: async ({ params, body }, ctx) => {
    return once(ctx, `referral-status ${params.id}`, body, (tx) => setReferralStatus(ctx, tx, params.id, body));
  },
  confirmReferralEnrolment: async ({ params, body }, ctx) => {
    return once(ctx, `referral-enrolment ${params.id}`, body, (tx) => confirmEnrolment(ctx, tx, params.id, body));
  },
  setPointsWorth: ({ body }, ctx) => setPointsWorth(ctx, body.mil_pontos_centavos),
  downloadMembers: async (_input, ctx) =>
    csvFile('clube-membros', membersCsv(await membersToTake(ctx), ctx.config.SCHOOL_TIME_ZONE)),
  listBonuses: ({ query }, ctx) => listBonuses(ctx, query),
  previewBonus: ({ query }, ctx) => previewBonus(ctx, query),
  createBonus: async ({ body }, ctx) => once(ctx, 'bonus-create', body, (tx) => createBonus(ctx, tx, body)),
  undoBonus: async ({ params }, ctx) => once(ctx, `bonus-undo ${params.id}`, {}, (tx) => undoBonus(ctx, tx, params.id)),
  getClubFigures: ({ query }, ctx) => readFigures(ctx, query.meses),
  downloadClubFigures: async ({ query }, ctx) =>
    csvFile('clube-numeros', figuresCsv(await readFigures(ctx, query.meses))),
};
