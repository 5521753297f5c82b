import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../../src/lib/rules/account/email-verification.ts';
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
    expect(outcomeOf({ ok: true })).toEqual({ flash: 'email-verificado', canRetry: false });
    expect(outcomeOf(failed(400))).toEqual({ flash: 'email-nao-verificado', canRetry: false });
    expect(outcomeOf(failed(422))).toEqual({ flash: 'email-nao-verificado', canRetry: false });
    expect(outcomeOf(failed(400, 'other_account'))).toEqual({ flash: 'email-de-outra-conta', canRetry: false });
  });

  it('a link that confirms an e-mail waits for a password where a printed code alone came in', () => {
    expect(outcomeOf(failed(403, 'password_required'))).toEqual({ flash: 'email-pede-senha', canRetry: true });
  });

  it.each([0, 401, 429, 500, 502, 503])('a link that confirms an e-mail waits for better times after %i', (status) => {
    expect(outcomeOf(failed(status))).toEqual({ flash: 'email-mais-tarde', canRetry: true });
  });

  it('always has words for the next page', () => {
    for (const part of parts) expect(flashMessages[outcomeOf(part).flash]?.text).toMatch(/\S/);
  });
});
