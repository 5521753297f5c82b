import { createHmac } from 'node:crypto';
import { tokenOf } from '#lib/api/request.ts';
import type { PublicCtx, School, Session } from './ctx.ts';
import { Refusal } from './refusal.ts';

type Asking = Pick<PublicCtx, 'request' | 'stored'>;

/** Calls that authenticate: any refusal of them counts as a failed authentication, whatever its status. */
const PROVING: ReadonlySet<string> = new Set([
  'account.switchAccount',
  'account.updatePassword',
  'auth.acceptInvitation',
  'auth.confirmCode',
  'auth.finishSecondStep',
  'auth.login',
  'auth.loginWithBookCode',
  'auth.openInvitation',
  'auth.reauthenticate',
  'auth.registerWithBook',
  'auth.resetPassword',
]);
const DIGITS = 16;

/**
 * A name or an address for the log: equal values can be recognized, and nobody can read them back without the school's secret.
 */
export const logDigest = ({ tokens }: Pick<School, 'tokens'>, text: string): string =>
  createHmac('sha256', tokens.derivedKey('security-log')).update(text).digest('hex').slice(0, DIGITS);

/** Logs that a session was opened, or that a login waits for its second factor. */
export function logEntry(
  ctx: Pick<PublicCtx, 'log' | 'tokens' | 'request'>,
  event: 'session-opened' | 'second-step-asked',
  facts: { user: number; scope?: string; proven?: boolean },
): void {
  const { name, caller } = ctx.request;
  const from = logDigest(ctx, caller.address);
  ctx.log.info({ event, requestId: caller.requestId, call: name, ...facts, from }, 'security');
}

/**
 * Logs a refusal that, when frequent, indicates an attack: a failed login or re-authentication, a missing session or right, an
 * exceeded limit. A visitor without a token is none of these.
 */
export async function logRefusal(school: School, { request, stored }: Asking, error: unknown): Promise<void> {
  if (!(error instanceof Refusal) || !isTelling(request, error.status)) return;
  const { name, caller } = request;
  const session = await Promise.resolve(caller.session as Promise<Session> | undefined).catch(() => undefined);
  const facts = {
    event: 'refused',
    requestId: caller.requestId,
    call: name,
    status: error.status,
    code: error.code,
    user: session?.userId,
    named: stored.named,
    from: logDigest(school, caller.address),
  };
  // An expired session is an everyday event.
  school.log[error.status === 401 ? 'info' : 'warn'](facts, 'security');
}

function isTelling(request: Asking['request'], status: number): boolean {
  if (status >= 500) return false;
  if (status === 401) return tokenOf(request) !== undefined;
  return status === 403 || status === 429 || PROVING.has(request.name);
}
