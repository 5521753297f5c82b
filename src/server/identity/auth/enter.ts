import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { errorMessages } from '#lib/words/errors.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { Refusal, refused } from '../../core/http/refusal.ts';
import { admit } from './admit.ts';
import { createChoiceTicket, spendChoiceTicket } from './choice-ticket.ts';
import { hasFactor } from './factors.ts';
import { type Account, mayEnter } from './find-accounts.ts';
import { presentChoice } from './present.ts';
import { askSecondStep } from './second-step.ts';
import type { Grant } from './tokens.ts';

export const wrongLogin = () => refused(errorMessages.auth.wrongLogin);

/**
 * The answer to a login after the proof: a token, or the list to choose from (AUTH-04, AUTH-05).
 *
 * @param proven accounts that the password or the book proves.
 * @param userId the chosen account, which must be among them.
 * @throws Refusal 400 for none, 403 if only refused units are left (GUARD-15).
 */
export async function enter(
  ctx: PublicCtx,
  proven: Account[],
  userId: number | null,
  grant: Grant,
): Promise<LoginAnswer> {
  // A printed code is no password: it opens no account whose course ended.
  const active = proven.filter((account) => (grant.scope === 'full' ? mayEnter(account) : !account.is_blocked));
  const wanted = userId === null ? active : active.filter((account) => account.id === userId);
  const welcome = wanted.filter((account) => account.company_id !== BLOCKED_COMPANY_ID);
  if (wanted.length > 0 && welcome.length === 0) {
    throw new Refusal(403, 'O acesso desta unidade está suspenso. Fale com a sua escola.', { code: 'blocked_company' });
  }
  const [account] = welcome;
  if (!account) throw wrongLogin();
  if (welcome.length > 1) {
    ctx.kept.choice = await createChoiceTicket(ctx, welcome, grant);
    return { users: welcome.map(presentChoice), access_token: null, token_type: 'bearer', expires_at: null };
  }
  const proved = active.filter((each) => each.company_id !== BLOCKED_COMPANY_ID && each.drive_user_id !== null);
  // Clients without cookies choose by sending the password again. The accounts that it proved may still be linked
  // (AUTH-14).
  if (userId !== null && proved.length > 1) {
    await spendChoiceTicket(ctx, await createChoiceTicket(ctx, proved, grant), account.id);
  }
  if (grant.scope === 'full' && (await hasFactor(ctx.db, account.id))) {
    return askSecondStep(ctx, account, grant.isProven);
  }
  return admit(ctx, account, grant, grant.isProven);
}
