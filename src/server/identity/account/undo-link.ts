import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { UNDO_DAYS } from '#lib/words/account-changes.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { notFound } from '../../core/http/refusal.ts';
import { hashSecret } from '../auth/tokens.ts';

/** Until when the reader of a mail can undo a change that takes effect now. */
export const undoUntil = (now: Date): string => new Date(now.getTime() + UNDO_DAYS * DAY_MS).toISOString();

/** The columns of a change that a mailed link can undo. @param secret in the link; only its hash is stored */
export const undoColumns = (secret: string, now: Date) => ({
  undo_hash: hashSecret(secret),
  undo_until: undoUntil(now),
  created_at: now.toISOString(),
  undone_at: null,
});

/** Whether a row is the change of a link and can still be undone. */
export const isOfLink = (secret: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`undo_hash = ${hashSecret(secret)} and undone_at is null and undo_until > ${now.toISOString()}`;

/** Finds the change of a mailed link; wrong links are counted by address. @throws Refusal 404 with `words` */
export const ofUndoLink = <T>(ctx: PublicCtx, words: string, find: () => Promise<T | undefined>): Promise<T> =>
  countFailures(ctx.limits, 'reset-address', ctx.caller.address, async () => {
    const change = await find();
    if (!change) throw notFound(words);
    return change;
  });
