import { maskName } from '#lib/format/text.ts';
import type { ProtectedField, ProtectedFields } from '#lib/rules/people/registration-change.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import { audit } from '../../core/http/audit.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { registrationChangeBySecret, takeRegistrationBack } from './registration-changes.ts';
import { ofUndoLink } from './undo-link.ts';

const find = (ctx: PublicCtx, token: string) =>
  ofUndoLink(ctx, registrationChangeMessages.deadLink, () => registrationChangeBySecret(ctx.db, token, ctx.now()));

/** What the link of the mail is about. @throws Refusal 404 for a dead link */
export async function checkRegistrationChange(ctx: PublicCtx, token: string) {
  const change = await find(ctx, token);
  const { full_name } = await ctx.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', change.user_id)
    .executeTakeFirstOrThrow();
  return {
    nome_mascarado: maskName(full_name),
    campos: Object.keys(JSON.parse(change.new_values) as Partial<ProtectedFields>) as ProtectedField[],
    da_escola: change.is_by_school,
    // A new guardian has not confirmed yet.
    espera: change.guardian_at === null,
    desfaz_ate: change.undo_until,
  };
}

/** Takes a change back for the reader of the mail. The student and the school are told. @throws Refusal 404 */
export async function undoRegistrationChange(ctx: PublicCtx, token: string): Promise<{ detail: string }> {
  await find(ctx, token);
  await ctx.db.transaction().execute(async (tx) => {
    const change = await registrationChangeBySecret(tx, token, ctx.now());
    if (!change || !(await takeRegistrationBack(tx, change, ctx.now()))) {
      throw notFound(registrationChangeMessages.deadLink);
    }
    await audit({ ...ctx, session: undefined, db: tx }, 'registration-undone', `user:${change.user_id}`);
  });
  ctx.wake();
  return { detail: registrationChangeMessages.undoneDone };
}
