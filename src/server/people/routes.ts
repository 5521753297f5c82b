import type * as people from '#lib/contract/people.ts';
import { endRole, setBlock } from '../account/change-access.ts';
import { requireManager } from '../http/access.ts';
import type { Routes } from '../http/handler.ts';
import { enrolAccount, joinAccount, refuseProposal } from './join-account.ts';
import { listUnlinked } from './list-unlinked.ts';
import { changeAccess, readAccess } from './manage-access.ts';
import { readAudit } from './read-audit.ts';
import { readDelivery } from './read-delivery.ts';
import { updateUser } from './update-user.ts';

export const peopleRoutes: Routes<typeof people> = {
  updateUser: ({ params, body }, ctx) => {
    requireManager(ctx.session);
    return updateUser(ctx, params.id, body);
  },
  getUserAccess: ({ params }, ctx) => {
    requireManager(ctx.session);
    return readAccess(ctx, params.id);
  },
  setUserBlock: ({ params, body }, ctx) => {
    requireManager(ctx.session);
    return changeAccess(ctx, params.id, (actor) => setBlock(actor, params.id, body.bloqueado));
  },
  endUserRole: ({ params }, ctx) => {
    requireManager(ctx.session);
    return changeAccess(ctx, params.id, (actor) => endRole(actor, params.id, params.papel));
  },
  getUserDelivery: ({ params }, ctx) => {
    requireManager(ctx.session);
    return readDelivery(ctx, params.id);
  },
  listUnlinked: ({ query }, ctx) => {
    requireManager(ctx.session);
    return listUnlinked(ctx, query);
  },
  joinAccount: ({ params, body }, ctx) => {
    requireManager(ctx.session);
    return 'user_id' in body
      ? joinAccount(ctx, params.id, body.user_id)
      : enrolAccount(ctx, params.id, body.proposta_id);
  },
  refuseProposal: ({ params }, ctx) => {
    requireManager(ctx.session);
    return refuseProposal(ctx, params.id);
  },
  listAudit: ({ query }, ctx) => {
    requireManager(ctx.session);
    return readAudit(ctx, query);
  },
};
