import { sql } from 'kysely';
import { z } from 'zod';
import { routes } from '#lib/routes.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { authMessages } from '#lib/words/auth.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { PublicCtx, School } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { refused } from '../../core/http/refusal.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { recoverable } from './factors.ts';
import { accountsById } from './find-accounts.ts';
import { openAmong, queueGuardians, wardsOfMailbox } from './guardian-invitation.ts';
import { recoveryMail } from './mails.ts';
import { drawAccessMail } from './notify-of-access.ts';
import { requireGoodPassword } from './password.ts';
import { endSessions } from './session.ts';
import { hashSecret, isKnownOn, newCode, newSecret, RETENTION_MS } from './tokens.ts';

const MAX_TRIES = 5;
const Data = z.object({ ids: z.array(z.int()), key: z.string().optional() });
const isCode = (token: string) => /^\d{8}$/.test(token);
/** No field says more: a link's token stands in none. */
const invalidToken = () => refused('Este link ou código não vale mais. Peça outro.');

/**
 * Sets a new password with the secret of a mail, once (AUTH-17). It counts for every account behind the address, and
 * ends all their sessions and every other open recovery.
 *
 * @param email needed with a short code: only this address's codes are compared.
 * @throws Refusal 400 for a wrong, spent or late secret, or a password that is too common.
 */
export async function resetPassword(ctx: PublicCtx, token: string, newPassword: string, email: string | undefined) {
  const accounts = await countFailures(ctx.limits, 'reset-address', ctx.caller.address, async () => {
    const { ids, key } = isCode(token) ? await opensByCode(ctx, token, email) : await opensByLink(ctx, token);
    // Drops accounts whose address changed meanwhile: that mailbox is no longer theirs.
    const found = (await accountsById(ctx.db, ids)).filter(({ email }) => key === undefined || emailKey(email) === key);
    if (found.length === 0) throw invalidToken();
    return found;
  });
  const ids = accounts.map(({ id }) => id);
  requireGoodPassword(
    newPassword,
    accounts.map((account) => account.email),
  );
  const hash = await ctx.hashes.hash(newPassword);
  // One person of the address stands for all: they share the mailbox and the new password.
  const mail = await drawAccessMail(ctx, ids[0] as number, 'password-reset');
  const now = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendSecrets(tx, ids, now, ['reset', 'reset_code'])).length) throw invalidToken();
    await spendSecrets(tx, ids, now);
    await tx
      .updateTable('users')
      .set({ password_hash: hash, token_version: sql`token_version + 1` })
      .where('id', 'in', ids)
      .execute();
    for (const id of ids) await endSessions(tx, id);
    await queueMail(tx, 'access', mail, ctx.now());
    await tx
      .insertInto('audit_log')
      .values(
        ids.map((id) => ({
          user_id: id,
          action: 'password-reset',
          target: `user:${id}`,
          at: now,
          data: null,
          about_user_id: id,
        })),
      )
      .execute();
  });
  return { detail: 'Senha nova salva. Agora é só entrar.' };
}

/** The secrets of an own account. Those of a guardian name the minor, whose account they do not open. */
const OPENERS = ['reset', 'reset_code', 'invite', 'invite_code'] as const;
type Opener = (typeof OPENERS)[number] | 'guardian' | 'guardian_code';

/** Ends every secret with which a password of these accounts could be set. @returns the numbers of those that it ended */
export async function spendSecrets(
  tx: Db,
  ids: readonly number[],
  at: string,
  kinds: readonly Opener[] = OPENERS,
): Promise<number[]> {
  const spent = await tx
    .updateTable('auth_tokens')
    .set({ used_at: at })
    .where('kind', 'in', kinds)
    .where('user_id', 'in', ids)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return spent.map(({ id }) => id);
}

async function opensByLink(ctx: PublicCtx, token: string): Promise<z.infer<typeof Data>> {
  const row = await ctx.db
    .selectFrom('auth_tokens')
    .select('data')
    .where('kind', '=', 'reset')
    .where('token_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst();
  if (!row?.data) throw invalidToken();
  return Data.parse(JSON.parse(row.data));
}

/** A try counts before the code is compared, so that parallel guesses count too. */
async function opensByCode(ctx: PublicCtx, code: string, email: string | undefined): Promise<z.infer<typeof Data>> {
  // Without an address, a guess of eight digits could hit anybody's open code.
  if (!email) throw invalidToken();
  const key = emailKey(email);
  const row = await ctx.db
    .updateTable('auth_tokens')
    .set({ tries: sql`tries + 1` })
    .where('kind', '=', 'reset_code')
    .where('user_id', 'in', (query) => query.selectFrom('users').select('users.id').where('users.email_key', '=', key))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now().toISOString())
    .where('tries', '<', MAX_TRIES)
    .returning(['token_hash', 'data'])
    .executeTakeFirst();
  if (!row?.data || row.token_hash !== hashSecret(`${key}:${code}`)) throw invalidToken();
  return Data.parse(JSON.parse(row.data));
}

/**
 * Notes the request and answers alike for every address (AUTH-20). A later job looks for the account, so neither words
 * nor time tell whether one exists.
 */
export async function requestPasswordReset(
  ctx: PublicCtx,
  email: string,
  isAccessCode: boolean,
): Promise<{ detail: string }> {
  const key = emailKey(email);
  await ctx.limits.take('recovery-address', ctx.caller.address);
  await ctx.limits.take('recovery-account', await bucketOf(ctx, key));
  await ctx.db
    .insertInto('recovery_requests')
    .values({ email_key: key, is_access_code: isAccessCode, created_at: ctx.now().toISOString(), handled_at: null })
    .execute();
  ctx.wake();
  return { detail: ctx.ports.mail.kind === 'none' ? authMessages.noMail : authMessages.recoveryRequested };
}

/**
 * A device that used a password of this address has its own count, so strangers' requests do not block the owner. It
 * only looks at accounts that the device names, so the time reveals no others.
 */
async function bucketOf({ db, tokens, caller }: PublicCtx, key: string): Promise<string> {
  const device = await tokens.readDevice(caller.device);
  const accounts = await accountsById(db, [...device.users.keys()]);
  const isKnown = accounts.some((account) => isKnownOn(device, account) && emailKey(account.email) === key);
  return hashSecret(isKnown ? `${key} device ${device.id}` : key);
}

/** How long a link lasts that somebody asked for, who waits for it. */
const LIFETIME_DAYS = 1;

/** A secret that sets a new password, once within its days, for accounts of one address. */
export async function newResetSecret(
  db: Db,
  ids: number[],
  key: string,
  at: Date,
  days = LIFETIME_DAYS,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('auth_tokens')
    .values({
      kind: 'reset',
      token_hash: hashSecret(secret),
      user_id: ids[0] ?? null,
      data: JSON.stringify({ ids, key }),
      tries: 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + days * DAY_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return secret;
}

/**
 * An address that sets a new password, once within a day, for every account that this e-mail may recover. The operator
 * hands it over in person: nothing is sent.
 *
 * @returns null if no account has the e-mail.
 */
export async function newResetAddress(
  { db, now, config }: Pick<School, 'db' | 'now' | 'config'>,
  email: string,
): Promise<string | null> {
  const key = emailKey(email);
  const accounts = await recoverable(db, key, now());
  const [first] = accounts;
  if (!first) return null;
  const ids = accounts.map(({ id }) => id);
  const path = routes.login.recoverPassword(await newResetSecret(db, ids, key, now()));
  return publicUrl(config, first.marca ?? 'knn') + path;
}

const LINK_LIFETIME_MS = HOUR_MS;
const CODE_LIFETIME_MS = 10 * 60 * 1000;
const BATCH = 50;

interface Wish {
  id: number;
  email_key: string;
  is_access_code: boolean;
}

/**
 * Turns recovery requests into mails, or into the invitation of a guardian without an account. One update claims a request, so several processes never mail twice. Without SMTP
 * requests wait for a day. The link is made when its mail can leave, since it lives for an hour.
 */
export async function handleRecoveryRequests(school: School): Promise<void> {
  if (school.ports.mail.kind === 'none' && !school.config.outboxViewer) return;
  const since = new Date(school.now().getTime() - RETENTION_MS).toISOString();
  const open = await school.db
    .selectFrom('recovery_requests')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, open, { job: 'handleRecoveryRequests', idOf: ({ id }) => id }, (wish) =>
    handle(school, wish),
  );
}

async function handle(school: School, wish: Wish): Promise<void> {
  const { db } = school;
  const now = school.now();
  const users = await recoverable(db, wish.email_key, now);
  const [first] = users;
  const secret = wish.is_access_code ? newCode() : newSecret();
  // Made before the transaction: on SQLite a transaction makes all other writers wait.
  const mail =
    first &&
    (await recoveryMail(school, {
      to: first.email,
      names: users.map(({ full_name }) => full_name),
      brand: first.marca ?? 'knn',
      secret,
      isCode: wish.is_access_code,
    }));
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('recovery_requests')
      .set({ handled_at: now.toISOString() })
      .where('id', '=', wish.id)
      .where('handled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!claimed) return;
    await inviteByMailbox(school, tx, wish.email_key, first === undefined);
    if (!mail) return;
    await replaceSecret(
      tx,
      wish,
      users.map(({ id }) => id),
      secret,
      now,
    );
    await queueMail(tx, 'recovery', mail, now);
  });
}

/**
 * Whose address a registration names as that of the guardian gets an invitation: she has no account to recover. With accounts
 * behind the address it goes out unless one did before.
 *
 * @param again although one went out before
 */
async function inviteByMailbox(school: School, tx: Db, mailbox: string, again: boolean): Promise<void> {
  await queueGuardians(school, tx, await openAmong(tx, await wardsOfMailbox(school, tx, mailbox)), { again });
}

/** Only the newest secret counts. */
async function replaceSecret(tx: Db, wish: Wish, ids: number[], secret: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth_tokens')
    .set({ used_at: now.toISOString() })
    .where('kind', 'in', ['reset', 'reset_code'])
    .where('user_id', 'in', ids)
    .where('used_at', 'is', null)
    .execute();
  const isCode = wish.is_access_code;
  await tx
    .insertInto('auth_tokens')
    .values({
      kind: isCode ? 'reset_code' : 'reset',
      token_hash: hashSecret(isCode ? `${wish.email_key}:${secret}` : secret),
      user_id: ids[0] ?? null,
      data: JSON.stringify({ ids, key: wish.email_key }),
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + (isCode ? CODE_LIFETIME_MS : LINK_LIFETIME_MS)).toISOString(),
      used_at: null,
    })
    .execute();
}
