import type * as people from '#lib/contract/people.ts';
import { endRole, setBlock } from '../account/change-access.ts';
import type { Routes } from '../http/handler.ts';
import { forbidden } from '../http/refusal.ts';
import { handOver, readDuties, requireNoDuties } from '../teaching/hand-over.ts';
import { inviteStaff, resendInvitation } from './invite-staff.ts';
import { enrolAccount, joinAccount, refuseProposal } from './join-account.ts';
import { listUnlinked } from './list-unlinked.ts';
import { changeAccess, readAccess } from './manage-access.ts';
import { readAudit, readUserChanges } from './read-audit.ts';
import { readDelivery } from './read-delivery.ts';
import { resetFactors } from './reset-factors.ts';
import { listTeam, readTeamMember, updateRights } from './team.ts';
import { updateUser } from './update-user.ts';

export const peopleRoutes: Routes<typeof people> = {
  updateUser: ({ params, body }, ctx) => {
    return updateUser(ctx, params.id, body);
  },
  listTeam: ({ query }, ctx) => listTeam(ctx, query),
  getTeamMember: ({ params }, ctx) => readTeamMember(ctx, params.id),
  inviteStaff: ({ body }, ctx) => inviteStaff(ctx, body),
  resendInvitation: ({ params }, ctx) => resendInvitation(ctx, params.id),
  getTeachingDuties: async ({ params }, ctx) => {
    await readTeamMember(ctx, params.id);
    return readDuties(ctx, params.id);
  },
  handOverClasses: async ({ params, body }, ctx) => {
    const { por_que_nao } = await readTeamMember(ctx, params.id);
    if (por_que_nao !== null) throw forbidden(por_que_nao);
    return handOver(ctx, params.id, body);
  },
  resetFactors: ({ params }, ctx) => resetFactors(ctx, params.id),
  updateRights: ({ params, body }, ctx) => updateRights(ctx, params.id, body),
  getUserAccess: ({ params }, ctx) => {
    return readAccess(ctx, params.id);
  },
  setUserBlock: ({ params, body }, ctx) => {
    return changeAccess(ctx, params.id, (actor) => setBlock(actor, params.id, body.bloqueado));
  },
  endUserRole: ({ params }, ctx) => {
    return changeAccess(ctx, params.id, async (actor) => {
      if (params.papel === 'professor') await requireNoDuties({ ...ctx, db: actor.db }, params.id);
      return endRole(actor, params.id, params.papel);
    });
  },
  getUserDelivery: ({ params }, ctx) => {
    return readDelivery(ctx, params.id);
  },
  listUnlinked: ({ query }, ctx) => {
    return listUnlinked(ctx, query);
  },
  joinAccount: ({ params, body }, ctx) => {
    return 'user_id' in body
      ? joinAccount(ctx, params.id, body.user_id)
      : enrolAccount(ctx, params.id, body.proposta_id);
  },
  refuseProposal: ({ params }, ctx) => {
    return refuseProposal(ctx, params.id);
  },
  listUserChanges: async ({ params }, ctx) => ({ items: await readUserChanges(ctx, params.id) }),
  listAudit: ({ query }, ctx) => {
    return readAudit(ctx, query);
  },
};
