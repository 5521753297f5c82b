import { z } from 'zod';
import { OneId } from '#lib/contract/shapes.schema.ts';
import { once } from '../http/once.ts';
import { operation } from '../http/operation.ts';
import { clubMember, holderOfSecret } from '../http/who.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { acceptInvitationInput, InvitationCode } from './inputs.ts';
import { readEarning } from './read-earning.ts';
import { cancelRedemption } from './read-redemptions.ts';

/** What the area offers. */
export const clubOperations = {
  /** How points are earned, and the own referrals. */
  getEarning: operation({
    who: clubMember,
    does: 'reads',
    connected: 'points',
    input: z.object({}),
    run: (_input, ctx) => readEarning(ctx),
  }),
  /** Takes an own redemption back while nobody worked on it; the points return. */
  cancelRedemption: operation({
    who: { ...clubMember, of: 'redemption' },
    does: 'writes',
    connected: 'points',
    input: OneId,
    keyed: true,
    run: (params, ctx) =>
      once(ctx, `redemption-cancel ${params.id}`, params, (tx) => cancelRedemption(ctx, tx, params.id)),
  }),
  /** Who invites with a code. */
  getInvitation: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'points',
    input: InvitationCode,
    run: ({ codigo }, ctx) => readInvitation(ctx, codigo),
  }),
  /** A friend asks the school for contact by an invitation. */
  acceptInvitation: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'points',
    scopes: ['book'],
    input: acceptInvitationInput,
    run: ({ codigo, ...body }, ctx) => acceptInvitation(ctx, codigo, body),
  }),
};
