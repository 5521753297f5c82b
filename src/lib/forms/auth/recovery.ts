import { ApiError, type Client } from '#lib/api/client.ts';
import { requestPasswordReset, resetPassword } from '#lib/contract/auth.ts';
import { authMessages } from '#lib/words/auth.ts';
import { errorMessages } from '#lib/words/errors.ts';

export type RecoveryOutcome =
  | { kind: 'done'; message: string }
  | { kind: 'failed'; message: string; fields: Record<string, string> };

/** Asks for a mail with a link, or with a short code to type (AUTH-16). The answer is the same for any address (AUTH-20). */
export async function askForReset(api: Client, email: string, byCode: boolean): Promise<RecoveryOutcome> {
  try {
    await api(requestPasswordReset, { query: { email, isAccessCode: byCode ? 'true' : 'false' } });
    return { kind: 'done', message: authMessages.recoveryAsked };
  } catch (error) {
    return failed(error, errorMessages.auth.recovery);
  }
}

/** @param email needed with a short code, which alone would be too easy to guess. */
export async function setNewPassword(
  api: Client,
  token: string,
  password: string,
  email?: string,
): Promise<RecoveryOutcome> {
  try {
    const { detail } = await api(resetPassword, { query: { token }, body: { new_password: password, email } });
    return { kind: 'done', message: detail };
  } catch (error) {
    return failed(error, errorMessages.auth.reset);
  }
}

function failed(error: unknown, fallback: string): RecoveryOutcome {
  if (!(error instanceof ApiError)) throw error;
  return { kind: 'failed', message: error.detail || fallback, fields: error.fields };
}
