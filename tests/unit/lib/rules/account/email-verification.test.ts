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
  it('a verification link is used up by a confirmation or a final refusal', () => {
    expect(outcomeOf({ ok: true })).toEqual({ flash: 'email-verificado', canRetry: false });
    expect(outcomeOf(failed(400))).toEqual({ flash: 'email-nao-verificado', canRetry: false });
    expect(outcomeOf(failed(422))).toEqual({ flash: 'email-nao-verificado', canRetry: false });
    expect(outcomeOf(failed(400, 'other_account'))).toEqual({ flash: 'email-de-outra-conta', canRetry: false });
  });

  it('a verification link can be retried with a password after a login by printed code', () => {
    expect(outcomeOf(failed(403, 'password_required'))).toEqual({ flash: 'email-pede-senha', canRetry: true });
  });

  it.each([0, 401, 429, 500, 502, 503])('a verification link can be retried later after %i', (status) => {
    expect(outcomeOf(failed(status))).toEqual({ flash: 'email-mais-tarde', canRetry: true });
  });

  it('every outcome has a message for the next page', () => {
    for (const part of parts) expect(flashMessages[outcomeOf(part).flash]?.text).toMatch(/\S/);
  });
});
