import { z } from 'zod';
import { API_PREFIX } from '#lib/contract/core.ts';
import type { Ctx } from '../http/ctx.ts';
import { operation } from '../http/operation.ts';
import { ownBrand } from '../http/public-url.ts';
import { user } from '../http/who.ts';
import { feedSecret } from './queries.ts';
import { placeOf } from './routes.ts';

/** What the area offers. */
export const onlineClassesOperations = {
  /** Private address of the own calendar. */
  getFeedUrl: operation({
    who: user,
    does: 'reads',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => feedUrl(ctx, false),
  }),
  /** Makes a new calendar address; the old one ends. */
  rotateFeedUrl: operation({
    who: user,
    does: 'writes',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => feedUrl(ctx, true),
  }),
};

/** The calendar also shows bills, so a printed code alone does not get its address. */
async function feedUrl(ctx: Ctx, renewed: boolean) {
  const { db, session, now } = ctx;
  const { secret, rotated_at } = await feedSecret(db, session.userId, now().toISOString(), renewed);
  return { url: `${placeOf(ctx, ownBrand(ctx)).portal}${API_PREFIX}portal/calendar/${secret}.ics`, rotated_at };
}
