import { describe, expect, it } from 'vitest';
import { proofOf } from '../../../../../src/lib/rules/account/email-proof.ts';
import { flashMessages } from '../../../../../src/lib/words/flash.ts';

const failed = (status: number, code?: string) => ({ ok: false as const, status, detail: '', ...(code && { code }) });

const parts = [
  { ok: true as const },
  failed(400),
  failed(400, 'other_account'),
  failed(403, 'password_required'),
  failed(503),
];

describe('a link that confirms an e-mail (AUTH-15)', () => {
  it('a link that confirms an e-mail is spent by a confirmation, and dead where the school says so', () => {
    expect(proofOf({ ok: true })).toEqual({ told: 'email-verificado', isKept: false });
    expect(proofOf(failed(400))).toEqual({ told: 'email-nao-verificado', isKept: false });
    expect(proofOf(failed(422))).toEqual({ told: 'email-nao-verificado', isKept: false });
    expect(proofOf(failed(400, 'other_account'))).toEqual({ told: 'email-de-outra-conta', isKept: false });
  });

  it('a link that confirms an e-mail waits for a password where a printed code alone came in', () => {
    expect(proofOf(failed(403, 'password_required'))).toEqual({ told: 'email-pede-senha', isKept: true });
  });

  it.each([0, 401, 429, 500, 502, 503])('a link that confirms an e-mail waits for better times after %i', (status) => {
    expect(proofOf(failed(status))).toEqual({ told: 'email-mais-tarde', isKept: true });
  });

  it('always has words for the next page', () => {
    for (const part of parts) expect(flashMessages[proofOf(part).told]?.text).toMatch(/\S/);
  });
});
