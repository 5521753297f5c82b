import { type Client, inWords } from '#lib/api/client.ts';
import { requestPasswordReset, resetPassword } from '#lib/contract/auth.ts';
import { detailOr, errorMessages } from '#lib/words/errors.ts';

/**
 * Requests a mail with a link, or with a short code to type (AUTH-16). The answer is the same for any address (AUTH-20).
 *
 * @throws ApiError with the reason in words
 */
export async function askForReset(api: Client, email: string, byCode: boolean): Promise<void> {
  const say = inWords((refusal) => detailOr(refusal, errorMessages.auth.recovery));
  await api(requestPasswordReset, { query: { email, isAccessCode: byCode ? 'true' : 'false' } }).catch(say);
}

/**
 * Sets a new password.
 *
 * @param email required with a short code, which alone would be too easy to guess.
 * @throws ApiError with the reason in words
 */
export async function setNewPassword(api: Client, token: string, password: string, email?: string): Promise<void> {
  const say = inWords((refusal) => detailOr(refusal, errorMessages.auth.reset));
  await api(resetPassword, { query: { token }, body: { new_password: password, email } }).catch(say);
}
