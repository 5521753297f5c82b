import { z } from 'zod';
import { BonusInput, Months, RewardInput } from '#lib/contract/club-staff.schema.ts';
import * as contract from '#lib/contract/club-staff.ts';
import { CursorQuery, IdParam, OneId, UndoToken } from '#lib/contract/shapes.schema.ts';
import { csvFile } from '../core/http/csv.ts';
import { once } from '../core/http/once.ts';
import { endpoint, staffOperation } from '../core/http/operation.ts';
import { staff, staffOfWholeSchool } from '../core/http/who.ts';
import { createBonus, listBonuses, previewBonus, undoBonus } from './bonuses.ts';
import { addRewardCodes, discardRewardCodes } from './codes.ts';
import { listFigures, readFigures } from './figures.ts';
import {
  addRewardCodesInput,
  adjustPointsInput,
  confirmReferralEnrollmentInput,
  getMemberStatementInput,
  listManagedRedemptionsInput,
  listManagedRewardsInput,
  listMembersInput,
  listReferralsInput,
  previewBonusInput,
  reversePointsInput,
  setPointsWorthInput,
  setReferralStatusInput,
  updatePointRuleInput,
  updateRedemptionsInput,
} from './inputs.ts';
import { adjustPoints, listMembers, membersToTake, readMemberStatement, reversePoints } from './manage-members.ts';
import { listManagedRedemptions } from './manage-redemptions.ts';
import { setPointsWorth } from './points.ts';
import { confirmEnrollment, listReferrals, setReferralStatus } from './referrals.ts';
import {
  archiveReward,
  createReward,
  listManagedRewards,
  readManagedReward,
  updateReward,
  uploadRewardPicture,
} from './rewards.ts';
import { listPointRules, updatePointRule } from './rules.ts';
import { figuresCsv, membersCsv } from './statement.ts';
import { undoRedemptions, updateRedemptions } from './update-redemptions.ts';

/** The operations of the club for staff. */
export const clubStaffOperations = {
  /** Rewards of the own school. */
  listManagedRewards: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: listManagedRewardsInput,
    run: (query, ctx) => listManagedRewards(ctx, query),
  }),
  /** One reward of the own school. */
  getManagedReward: staffOperation({
    who: staff('clube', 'reward'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readManagedReward(ctx, id),
  }),
  /** Adds a reward. */
  createReward: staffOperation({
    who: staffOfWholeSchool('clube'),
    does: 'writes',
    connected: 'staff',
    input: RewardInput,
    reauthenticate: 'by data',
    run: (body, ctx) => createReward(ctx, body),
  }),
  /** Changes a reward. */
  updateReward: staffOperation({
    who: staffOfWholeSchool('clube', 'reward'),
    does: 'writes',
    connected: 'staff',
    input: RewardInput.safeExtend({ id: IdParam }),
    reauthenticate: 'by data',
    run: ({ id, ...body }, ctx) => updateReward(ctx, id, body),
  }),
  /** Archives a reward, or offers it again. */
  archiveReward: staffOperation({
    who: staffOfWholeSchool('clube', 'reward'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, ativo: z.boolean() }),
    run: ({ id, ativo }, ctx) => archiveReward(ctx, id, ativo),
  }),
  /** Stores codes of a digital reward, one per line: each is given to one member. */
  addRewardCodes: staffOperation({
    who: staffOfWholeSchool('clube', 'reward'),
    does: 'writes',
    connected: 'staff',
    input: addRewardCodesInput,
    run: ({ id, codigos }, ctx) => addRewardCodes(ctx, id, codigos),
  }),
  /** Deletes the codes that no member has. */
  discardRewardCodes: staffOperation({
    who: staffOfWholeSchool('clube', 'reward'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => discardRewardCodes(ctx, id),
  }),
  /** Rules by which points are earned. */
  listPointRules: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listPointRules(ctx),
  }),
  /** Changes a rule for future credits. */
  updatePointRule: staffOperation({
    who: staffOfWholeSchool('clube'),
    does: 'writes',
    connected: 'staff',
    input: updatePointRuleInput,
    reauthenticate: 'by data',
    run: ({ codigo, ...body }, ctx) => updatePointRule(ctx, codigo, body),
  }),
  /** Members of the club. */
  listMembers: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: listMembersInput,
    run: (query, ctx) => listMembers(ctx, query),
  }),
  /** Statement of one member. */
  getMemberStatement: staffOperation({
    who: staff('clube', 'person'),
    does: 'reads',
    connected: 'staff',
    input: getMemberStatementInput,
    run: (query, ctx) => readMemberStatement(ctx, query),
  }),
  /** Gives or takes points by hand, with a reason. */
  adjustPoints: staffOperation({
    who: staff('clube', 'person'),
    does: 'writes',
    connected: 'staff',
    input: adjustPointsInput,
    reauthenticate: 'by data',
    keyed: true,
    run: ({ id, ...body }, ctx) => once(ctx, `points-adjust ${id}`, body, (tx) => adjustPoints(ctx, tx, id, body)),
  }),
  /** Reverses an entry by an opposite one. */
  reversePoints: staffOperation({
    who: staff('clube', 'movement'),
    does: 'writes',
    connected: 'staff',
    input: reversePointsInput,
    reauthenticate: 'by data',
    keyed: true,
    run: ({ id, ...body }, ctx) =>
      once(ctx, `points-reverse ${id}`, body, (tx) => reversePoints(ctx, tx, id, body.motivo)),
  }),
  /** Redemptions of the own school, the newest first. */
  listManagedRedemptions: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: listManagedRedemptionsInput,
    run: (query, ctx) => listManagedRedemptions(ctx, query),
  }),
  /** Moves redemptions to another state; `cancelado` requires a reason and returns the points. */
  updateRedemptions: staffOperation({
    who: staff('clube', 'redemption'),
    does: 'writes',
    connected: 'staff',
    input: updateRedemptionsInput,
    keyed: true,
    run: (input, ctx) => updateRedemptions(ctx, input),
  }),
  /** Undoes steps that the user took within the last minute. */
  undoRedemptions: staffOperation({
    who: staff('clube'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoRedemptions(ctx, desfazer),
  }),
  /** Referrals of the own school, the newest first. */
  listReferrals: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: listReferralsInput,
    run: (query, ctx) => listReferrals(ctx, query),
  }),
  /** Records that a friend was contacted, or refuses the referral with a reason. */
  setReferralStatus: staffOperation({
    who: staff('clube', 'referral'),
    does: 'writes',
    connected: 'staff',
    input: setReferralStatusInput,
    keyed: true,
    run: ({ id, ...body }, ctx) =>
      once(ctx, `referral-status ${id}`, body, (tx) => setReferralStatus(ctx, tx, id, body)),
  }),
  /** Confirms that a friend enrolled in the own school, or by a contract of any school: pending points become points. */
  confirmReferralEnrollment: staffOperation({
    who: staff('clube', 'referral'),
    does: 'writes',
    connected: 'staff',
    input: confirmReferralEnrollmentInput,
    keyed: true,
    run: ({ id, ...body }, ctx) =>
      once(ctx, `referral-enrolment ${id}`, body, (tx) => confirmEnrollment(ctx, tx, id, body)),
  }),
  /** Sets the value of 1,000 points to the school; null removes it. */
  setPointsWorth: staffOperation({
    who: staffOfWholeSchool('clube'),
    does: 'writes',
    connected: 'staff',
    input: setPointsWorthInput,
    run: ({ mil_pontos_centavos }, ctx) => setPointsWorth(ctx, mil_pontos_centavos),
  }),
  /** Bonuses for groups, the newest first, with the groups to choose from. */
  listBonuses: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: CursorQuery,
    run: (query, ctx) => listBonuses(ctx, query),
  }),
  /** How many members a bonus would reach, and the sum of its points. */
  previewBonus: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: previewBonusInput,
    run: (query, ctx) => previewBonus(ctx, query),
  }),
  /** Gives points to all members of a group. */
  createBonus: staffOperation({
    who: staff('clube'),
    does: 'writes',
    connected: 'staff',
    input: BonusInput,
    reauthenticate: 'by data',
    keyed: true,
    run: (body, ctx) => once(ctx, 'bonus-create', body, (tx) => createBonus(ctx, tx, body)),
  }),
  /** Undoes a bonus within a day; members who have spent the points keep them. */
  undoBonus: staffOperation({
    who: staff('clube', 'bonus'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    keyed: true,
    run: ({ id }, ctx) => once(ctx, `bonus-undo ${id}`, {}, (tx) => undoBonus(ctx, tx, id)),
  }),
  /** Figures of the club by month, the newest first. */
  getClubFigures: staffOperation({
    who: staff('clube'),
    does: 'reads',
    connected: 'staff',
    input: Months,
    run: ({ meses }, ctx) => listFigures(ctx, meses),
  }),
  uploadRewardPicture: endpoint(contract.uploadRewardPicture, {
    who: staffOfWholeSchool('clube', 'reward'),
    connected: 'staff',
    run: ({ params }, ctx) => uploadRewardPicture(ctx, params.id),
  }),
  downloadMembers: endpoint(contract.downloadMembers, {
    who: staff('clube'),
    connected: 'staff',
    reauthenticate: 'always',
    run: async (_input, ctx) =>
      csvFile('clube-membros', membersCsv(await membersToTake(ctx), ctx.config.SCHOOL_TIME_ZONE)),
  }),
  downloadClubFigures: endpoint(contract.downloadClubFigures, {
    who: staff('clube'),
    connected: 'staff',
    run: async ({ query }, ctx) => csvFile('clube-numeros', figuresCsv(await readFigures(ctx, query.meses))),
  }),
};
