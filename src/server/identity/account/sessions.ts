import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { hasFactor } from '../auth/factors.ts';
import { type Account, accountsById } from '../auth/find-accounts.ts';
import { noteSession, openSession } from '../auth/open-session.ts';
import { presentChoice } from '../auth/present.ts';
import { askSecondStep } from '../auth/second-step.ts';
import { endSession } from '../auth/session.ts';

/** The sessions of the account: this device first, then the most recently used. */
export async function listSessions(ctx: Ctx) {
  const { db, session, now } = ctx;
  await noteSession(ctx);
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', session.userId)
    .where('expires_at', '>', now().toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('jti')
    .execute();
  return rows
    .map(({ jti, navegador, sistema, aparelho, scope, created_at, last_seen_at }) => ({
      id: jti,
      navegador,
      sistema,
      aparelho,
      // Opened with the code of a book, so only studying is allowed.
      so_estudo: scope === 'book',
      criada_em: created_at,
      vista_em: last_seen_at,
      atual: jti === session.tokenId,
    }))
    .sort((a, b) => Number(b.atual) - Number(a.atual));
}

/** Ends one of the user's sessions on another device. @throws Refusal 404 for another user's, 409 for this session. */
export async function endOtherSession(ctx: Ctx, id: string): Promise<{ detail: string }> {
  const { db, session } = ctx;
  if (id === session.tokenId) throw conflict('Este é o aparelho que você está usando. Para sair dele, use “Sair”.');
  const row = await db
    .selectFrom('sessions')
    .select(['jti', 'expires_at'])
    .where('jti', '=', id)
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  if (!row) throw notFound('Este acesso já terminou.');
  await endSession(db, { id: row.jti, expires: Math.ceil(Date.parse(row.expires_at) / 1000) });
  await audit(ctx, 'session-end', `user:${session.userId}`);
  return { detail: 'Acesso encerrado naquele aparelho.' };
}

/**
 * Accounts to which a user can switch without a password: they have the same e-mail, verified on both sides. The reader of that
 * mailbox could set a new password for each of them anyway. `precisa_verificar`: the own e-mail is not verified, so the list is
 * empty. `por_verificar`: how many other accounts have the e-mail and have not verified it.
 */
export async function listSwitchable({ db, session }: Ctx) {
  const own = await db
    .selectFrom('users')
    .select(['email_key', 'email_verified'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  if (!own.email_verified) return { contas: [], precisa_verificar: true, por_verificar: 0 };
  const others = await db
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email_key', '=', own.email_key)
    .where('id', '<>', session.userId)
    .where('is_blocked', '=', false)
    .orderBy('id')
    .limit(20)
    .execute();
  const verified = others.filter(({ email_verified }) => email_verified).map(({ id }) => id);
  const accounts = (await accountsById(db, verified)).filter(isWelcome);
  return {
    contas: accounts.map(presentChoice),
    precisa_verificar: false,
    por_verificar: others.length - verified.length,
  };
}

const isWelcome = ({ company_id, is_blocked }: Account) => company_id !== BLOCKED_COMPANY_ID && !is_blocked;

/**
 * Switches to another account with the same verified e-mail and issues a token for it. The present session stays valid until its
 * logout. An account with a second factor asks for it first.
 *
 * @throws Refusal 403 for a session by a printed code, 404 for an account that is not listed.
 */
export async function switchAccount(ctx: Ctx, userId: number): Promise<LoginAnswer> {
  const { contas } = await listSwitchable(ctx);
  await ctx.limits.take('account-switch', String(ctx.session.userId));
  const listed = contas.find(({ id }) => id === userId);
  const [account] = listed ? await accountsById(ctx.db, [userId]) : [];
  if (!listed || !account) throw notFound('Não encontramos esta conta entre as suas.');
  await audit(ctx, 'account-switch', `user:${userId}`);
  if (await hasFactor(ctx.db, userId)) return askSecondStep(ctx, account, false);
  const { token, expiresAt } = await openSession(ctx, { userId, version: account.token_version, scope: 'full' });
  return { users: [listed], access_token: token, token_type: 'bearer', expires_at: expiresAt };
}
