import { Secret, TOTP } from 'otpauth';
import { login } from '../../src/lib/contract/auth.ts';
import type { TestSchool } from './school.ts';

/** The code that an app shows at an instant (RFC 6238). */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Connects an app to an account. @returns its secret, the recovery codes, and the continued session */
export async function connectApp(
  portal: TestSchool,
  as: number,
): Promise<{ secret: string; codes: string[]; token: string }> {
  const token = await portal.tokenOf(as);
  const { body } = await portal.ops.auth.startCode({}, { token });
  const codigo = totpCode(body.segredo, portal.clock.now);
  const confirmed = await portal.ops.auth.confirmCode({ codigo, nome: 'Celular' }, { token });
  if (confirmed.status !== 200) throw new Error(confirmed.body.detail);
  // Moves on to the next code.
  portal.clock.advance(60_000);
  return {
    secret: body.segredo,
    codes: confirmed.body.codigos ?? [],
    token: confirmed.headers.get('x-portal-token') ?? token,
  };
}

/** Logs in with the password. @returns the ticket of the second step, and the token if there is none */
export async function password(portal: TestSchool, username: string, typed = 'portal-demo') {
  const { body } = await portal.call(login, { body: { username, password: typed } });
  return { ticket: body.second_step?.ticket ?? '', token: body.access_token };
}
