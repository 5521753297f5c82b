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
/** Without a field: the token comes from a link, not from a form field. */
const invalidToken = () => refused('Este link ou código não vale mais. Peça outro.');

/**
 * Sets a new password with the secret of a mail, once (AUTH-17), for every account of the address. It ends all their sessions and
 * every other pending recovery.
 *
 * @param email required with a short code: only codes of this address are compared.
 * @throws Refusal 400 for a wrong, used or expired secret, or a password that is too common.
 */
export async function resetPassword(ctx: PublicCtx, token: string, newPassword: string, email: string | undefined) {
  const accounts = await countFailures(ctx.limits, 'reset-address', ctx.caller.address, async () => {
    const { ids, key } = isCode(token) ? await opensByCode(ctx, token, email) : await opensByLink(ctx, token);
    // Without accounts whose address changed meanwhile: they no longer belong to that mailbox.
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
  // One mail for all accounts of the address: they share the mailbox and the new password.
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

/** The kinds of secrets for an own account. A guardian's secrets belong to the minor, whose account they do not open. */
const OPENERS = ['reset', 'reset_code', 'invite', 'invite_code'] as const;
type Opener = (typeof OPENERS)[number] | 'guardian' | 'guardian_code';

/** Invalidates every secret that could set a password of these accounts. @returns the ids of the invalidated ones */
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

/** A try is counted before the code is compared, so that parallel guesses count too. */
async function opensByCode(ctx: PublicCtx, code: string, email: string | undefined): Promise<z.infer<typeof Data>> {
  // Without an address, a guess of eight digits could match anybody's code.
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
 * Stores the request, and answers the same for every address (AUTH-20). A later job looks for the account, so neither the text
 * nor the duration shows whether one exists.
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
 * The key of the rate limit. A device that used a password of this address has a count of its own, so strangers' requests do not
 * block the owner. Only accounts named by the device are read, so the duration reveals nothing about others.
 */
async function bucketOf({ db, tokens, caller }: PublicCtx, key: string): Promise<string> {
  const device = await tokens.readDevice(caller.device);
  const accounts = await accountsById(db, [...device.users.keys()]);
  const isKnown = accounts.some((account) => isKnownOn(device, account) && emailKey(account.email) === key);
  return hashSecret(isKnown ? `${key} device ${device.id}` : key);
}

/** Validity of a requested link, in days. */
const LIFETIME_DAYS = 1;

/** Stores a secret that sets a new password, once and within its days, for accounts of one address. */
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
 * An address at which a new password is set, once and within a day, for every account recoverable by this e-mail. The operator
 * hands it over in person: nothing is mailed.
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
 * Turns recovery requests into mails, or into the invitation of a guardian without an account. One update claims a request, so
 * several processes never mail twice. Without SMTP requests wait for a day. The link is created when its mail can be sent,
 * because its validity starts then.
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
  // Rendered before the transaction: on SQLite a transaction blocks all other writers.
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
 * Invites the guardian with this address, who has no account to recover.
 *
 * @param again invite again if an invitation was sent before
 */
async function inviteByMailbox(school: School, tx: Db, mailbox: string, again: boolean): Promise<void> {
  await queueGuardians(school, tx, await openAmong(tx, await wardsOfMailbox(school, tx, mailbox)), { again });
}

/** Stores a secret; earlier ones of these accounts become invalid. */
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
