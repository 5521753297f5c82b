import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Clocks of telephones drift: the code before and the one after count too. */
const WINDOW = 1;

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    issuerInLabel: true,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

/** 160 bits in base 32, as people type them into an app. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an app reads from a QR code. @param label whose login it is */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString();

/** The step of 30 seconds whose code this is, around now; null for a wrong code. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  // The library takes digits alone; other letters of the same number break it.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}
