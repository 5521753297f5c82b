/** Seconds until another verification mail may be requested. */
export const RESEND_AFTER_S = 60;

/** The result of the call. */
type Outcome = { ok: true } | { ok: false; status: number; code?: string };

interface EmailVerification {
  /** The key of the message on the next page. */
  flash: string;
  /** The link may still be valid, so it can be tried again. */
  canRetry: boolean;
}

/** The result of a verification link. It is called invalid only if the school says so. */
export function outcomeOf(outcome: Outcome): EmailVerification {
  if (outcome.ok) return { flash: 'email-verificado', canRetry: false };
  const { status, code } = outcome;
  if (code === 'password_required') return { flash: 'email-pede-senha', canRetry: true };
  if (status === 0 || status === 401 || status === 429 || status >= 500) {
    return { flash: 'email-mais-tarde', canRetry: true };
  }
  return { flash: code === 'other_account' ? 'email-de-outra-conta' : 'email-nao-verificado', canRetry: false };
}
