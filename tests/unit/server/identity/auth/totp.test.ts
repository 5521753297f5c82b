import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpAddress, totpStep } from '../../../../../src/server/identity/auth/app-codes.ts';
import { totpCode } from '../../../../support/factors.ts';

/** The secret of RFC 6238, appendix B, in base 32. */
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);
const moment = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('RFC 6238: at %d seconds the code is %s', (seconds, code) => {
    expect(totpCode(rfc, at(seconds))).toBe(code);
    expect(totpStep(rfc, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('a code is valid in its own time step, the step before and the step after', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -1, max: 1 }), (seconds, shift) => {
        const secret = newTotpSecret();
        const code = totpCode(secret, at(seconds + shift * 30));
        const step = totpStep(secret, code, at(seconds));
        // By chance the step before or after may have the same six digits.
        expect(step).not.toBeNull();
        expect(totpCode(secret, at((step as number) * 30))).toBe(code);
      }),
    );
  });

  it('a code of two or more steps away is refused', () => {
    const secret = newTotpSecret();
    const near = [-1, 0, 1].map((shift) => totpCode(secret, at(1_700_000_000 + shift * 30)));
    for (const shift of [-20, -3, -2, 2, 3, 20]) {
      const code = totpCode(secret, at(1_700_000_000 + shift * 30));
      if (!near.includes(code)) expect(totpStep(secret, code, at(1_700_000_000))).toBeNull();
    }
  });

  it('anything but six digits is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        fc.pre(!/^\d{6}$/.test(text));
        expect(totpStep(rfc, text, at(59))).toBeNull();
      }),
    );
  });

  it('the address of the QR code names the portal and the login', () => {
    const address = new URL(totpAddress(rfc, 'Portal do Aluno', 'gestora@demo.example'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain('Portal do Aluno:gestora@demo.example');
    expect(address.searchParams.get('secret')).toBe(rfc);
  });
});
