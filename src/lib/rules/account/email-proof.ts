/** Seconds until another mail that confirms an address may be asked for. */
export const RESEND_AFTER_S = 60;

/** The result of the call. */
type Outcome = { ok: true } | { ok: false; status: number; code?: string };

interface Proof {
  /** The key of the message on the next page. */
  told: string;
  /** The link may still be good, so it stays for another try. */
  isKept: boolean;
}

/** The result of a link that confirms an e-mail. It is called dead only if the school says so. */
export function proofOf(outcome: Outcome): Proof {
  if (outcome.ok) return { told: 'email-verificado', isKept: false };
  const { status, code } = outcome;
  if (code === 'password_required') return { told: 'email-pede-senha', isKept: true };
  if (status === 0 || status === 401 || status === 429 || status >= 500) {
    return { told: 'email-mais-tarde', isKept: true };
  }
  return { told: code === 'other_account' ? 'email-de-outra-conta' : 'email-nao-verificado', isKept: false };
}
