import type { z } from 'zod';
import { routes } from '#lib/routes.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { notFound } from '../../core/http/refusal.ts';
import { readersInReach } from './access.ts';
import type { messageClassesInput } from './inputs.ts';
import { release } from './send-broadcast.ts';
import { insertDraft, isForeign, refuseWrong } from './write-broadcast.ts';

/** What nobody may miss lasts a week on a device that is off. */
const TTL_S = 7 * 86_400;

/**
 * Sends a message to the students of some classes at once: a broadcast as the composer of messages makes them, also by mail.
 *
 * @throws Refusal 403, 404 for a class out of reach, 422 by field, 429
 */
export async function messageClasses(
  ctx: Ctx,
  input: z.output<typeof messageClassesInput>,
): Promise<{ detail: string }> {
  const reach = readersInReach(ctx);
  const { title, body } = input;
  const ids = [...new Set(input.ids)];
  const draft = {
    ...{ title, body, category: 'aula' as const, link: linkTo(ids) },
    audience: { all: false, company_ids: [], turma_ids: ids, livro_ids: [], user_ids: [], exclude_user_ids: [] },
    ...{ respect_quiet_hours: true, ttl_s: TTL_S, urgency: 'normal' as const, by_mail: true },
  };
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  if (await isForeign(ctx.db, reach, 'turma_ids', ids)) throw notFound('Não encontramos esta turma na sua escola.');
  await refuseWrong(ctx, reach, ctx.session.userId, draft);
  const people = await once(ctx, 'class-message', input, async (tx) => {
    const within = { ...ctx, db: tx };
    const { counts } = await release(within, tx, await insertDraft(within, reach, draft), null);
    return counts.people;
  });
  ctx.wake();
  ctx.wakeSender();
  return { detail: broadcastMessages.onItsWay(people) };
}

/** The lessons of the class, for its reader; of several classes what the reader studies. */
const linkTo = ([id, ...others]: readonly number[]): string =>
  id === undefined || others.length > 0
    ? routes.pedagogico.list()
    : routes.pedagogico.gradesOfClass(id, { parte: 'aulas' });
