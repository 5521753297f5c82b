import type { z } from 'zod';
import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { routes } from '#lib/routes.ts';
import { nobody } from '#lib/rules/broadcasts/broadcast-form.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { notFound } from '../../core/http/refusal.ts';
import { readersInReach } from './access.ts';
import type { messageSomeInput } from './inputs.ts';
import { release } from './send-broadcast.ts';
import { insertDraft, isForeign, refuseWrong } from './write-broadcast.ts';

/** An important message is kept for a week for a device that is off. */
const TTL_S = 7 * 86_400;

type Message = z.output<typeof messageSomeInput>;

/** The recipients of a message, and its special settings. */
interface To {
  list: 'turma_ids' | 'user_ids';
  category: BroadcastInput['category'];
  link: string;
  missing: string;
}

/** To the students of some classes. @throws Refusal as `messageSome` */
export const messageClasses = (ctx: Ctx, input: Message) =>
  messageSome(ctx, input, {
    ...{ list: 'turma_ids', category: 'aula', link: linkTo(input.ids) },
    missing: 'Não encontramos esta turma na sua escola.',
  });

/** To some people. @throws Refusal as `messageSome` */
export const messagePeople = (ctx: Ctx, input: Message) =>
  messageSome(ctx, input, {
    ...{ list: 'user_ids', category: 'aviso', link: routes.dashboard() },
    missing: 'Não encontramos esta pessoa na sua escola.',
  });

/**
 * Sends a message at once: a broadcast like those of the editor, also by mail.
 *
 * @throws Refusal 403, 404 for a recipient out of reach, 422 by field, 429
 */
async function messageSome(
  ctx: Ctx,
  input: Message,
  { list, category, link, missing }: To,
): Promise<{ detail: string }> {
  const reach = readersInReach(ctx);
  const { title, body } = input;
  const ids = [...new Set(input.ids)];
  const draft = {
    ...{ title, body, category, link, audience: { ...nobody, [list]: ids } },
    ...{ respect_quiet_hours: true, ttl_s: TTL_S, urgency: 'normal' as const, by_mail: true },
  };
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  if (await isForeign(ctx.db, reach, list, ids)) throw notFound(missing);
  await refuseWrong(ctx, reach, ctx.session.userId, draft);
  const people = await once(ctx, `message-${list}`, input, async (tx) => {
    const within = { ...ctx, db: tx };
    const { counts } = await release(within, tx, await insertDraft(within, reach, draft), null);
    return counts.people;
  });
  ctx.wake();
  ctx.wakeSender();
  return { detail: broadcastMessages.onItsWay(people) };
}

/** The page of the class; for several classes the reader's own courses. */
function linkTo(classes: readonly number[]): string {
  const [id, ...others] = new Set(classes);
  return id === undefined || others.length > 0
    ? routes.pedagogico.list()
    : routes.pedagogico.gradesOfClass(id, { parte: 'aulas' });
}
