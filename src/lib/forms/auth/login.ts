import { type Client, inWords } from '#lib/api/client.ts';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { updateRelatedUsers } from '#lib/contract/account.ts';
import { login, loginWithBookCode } from '#lib/contract/auth.ts';
import { homeRoute, loginRoutes } from '#lib/rules/routes/login-routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { authMessages } from '#lib/words/auth.ts';
import { loginError } from '#lib/words/errors.ts';

/** What a login form holds; the three marks come from the address (AUTH-03). */
export interface LoginFields {
  username?: string;
  password?: string;
  /** Book uuid or printed code: with it, the book-code call is made. */
  uuid?: string;
  user_id?: string;
  prospex?: string;
  cupom?: string;
  company?: string;
}

/**
 * Logs in by password or book code, the same in pages and islands (AUTH-04…11).
 *
 * @param listed the accounts of an earlier answer. Their links are stored after the login to one of them (AUTH-13,
 * AUTH-14).
 * @returns the accounts to choose from; else where the login leads: to its second step, or to the wanted page.
 * @throws ApiError with the reason in words
 */
export async function logIn(
  api: Client,
  fields: LoginFields,
  next: SafePath | null,
  listed: readonly Pick<UserChoice, 'drive_user_id'>[] = [],
): Promise<UserChoice[] | string> {
  const { uuid, password, prospex, cupom, company, ...who } = fields;
  const say = inWords((refusal) =>
    uuid && refusal.status === 400 ? authMessages.wrongBookLogin : loginError(refusal),
  );
  const sent = uuid
    ? api(loginWithBookCode, { body: { ...who, uuid } })
    : api(login, { body: { ...who, password, prospex, cupom, company } });
  const answer = await sent.catch(say);
  if (answer.second_step) return loginRoutes.secondStep(next);
  if (answer.users.length > 1 && !answer.expires_at) return answer.users;
  const related = (listed.length > 0 ? listed : answer.users).flatMap(({ drive_user_id: id }) => id ?? []);
  // After a choice even one link counts: the chosen account may be the one without an enrollment.
  if (related.length > (listed.length > 0 ? 0 : 1)) {
    // The login succeeds even if the links cannot be stored now: the next login offers them again.
    await api(updateRelatedUsers, { body: { drive_users_ids: related } }).catch(() => undefined);
  }
  return afterLogin(next);
}

/** Where a new login leads: the wanted address, else the dashboard (GUARD-14, GUARD-17). */
export const afterLogin = (next: SafePath | null): string => next ?? homeRoute();
