import { createHmac, randomInt } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { firstName } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { CODE_LENGTH, CODE_LETTERS, isInviteCode, plainCode } from '#lib/rules/account/invite-code.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { people } from '../../core/db/people.ts';
import type { Ctx, PublicCtx, School } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { accountsById } from './find-accounts.ts';
import { guardianOfMinor } from './guardian-of.ts';
import { enter } from './login.ts';
import { requireGoodPassword } from './password.ts';
import { spendSecrets } from './password-reset.ts';
import { fullGrant, hashSecret, newSecret, type Tokens } from './tokens.ts';

export const unknownInvitation = () =>
  notFound('Este convite não vale mais. Se você já criou sua senha, é só entrar; se não, peça outro à escola.');

/** The student whom a link or printed code invites. Opening is recorded for the panel. */
export async function openInvitation(ctx: PublicCtx, { userId }: FoundInvitation) {
  await ctx.db
    .updateTable('invitations')
    .set({ opened_at: ctx.now().toISOString() })
    .where('user_id', '=', userId)
    .where('opened_at', 'is', null)
    .execute();
  const [person, group] = await Promise.all([
    people(ctx.db)
      .select(['users.full_name', 'users.email', 'users.cpf', 'companies.nome as unidade'])
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow(),
    classOf(ctx.db, userId),
  ]);
  return {
    primeiro_nome: firstName(person.full_name),
    unidade: person.unidade ?? 'sua escola',
    // The future login name.
    login: person.email || maskCpf(person.cpf),
    turma: group?.turma ?? null,
    livro: group?.livro ?? null,
    responsavel: null,
  };
}

/**
 * Sets the first password and logs in, once, and only for an account without a role. Every other secret of the account becomes
 * invalid.
 *
 * @throws Refusal 404 for a secret that was used meanwhile, 400 for a password that is too common, 403
 */
export async function acceptInvitation(
  ctx: PublicCtx,
  { userId, kind, id }: FoundInvitation,
  password: string,
): Promise<LoginAnswer> {
  const [account] = await accountsById(ctx.db, [userId]);
  if (!account) throw unknownInvitation();
  requireGoodPassword(password, [account.email]);
  const hash = await ctx.hashes.hash(password);
  const at = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    const spent = await spendSecrets(tx, [userId], at);
    if (!spent.includes(id)) throw unknownInvitation();
    const taken = await tx
      .updateTable('users')
      .set({
        password_hash: hash,
        token_version: sql`token_version + 1`,
        // The link was sent to the mailbox, so the address is verified.
        ...(kind === 'invite' && { email_verified: true }),
      })
      .where('id', '=', userId)
      .where(isOpen)
      .returning('id')
      .executeTakeFirst();
    if (!taken) throw unknownInvitation();
    await tx
      .insertInto('audit_log')
      .values({
        ...{ user_id: userId, about_user_id: userId, action: 'invitation-accept', target: `user:${userId}` },
        ...{ at, data: null },
      })
      .execute();
  });
  return enter(ctx, await accountsById(ctx.db, [userId]), userId, fullGrant);
}

/** A valid link or code, for a student or for the guardian of a minor. */
export interface FoundInvitation {
  id: number;
  kind: string;
  /** The student, or the minor. */
  userId: number;
  /** Null: the invitation is the student's own. */
  guardian: Guardian | null;
}

/**
 * The invitation of a secret. Only wrong secrets count against an address, since a whole school may share one.
 *
 * @throws Refusal 404 for a wrong, used or expired secret, 429
 */
export const findInvitation = (ctx: PublicCtx, secret: string): Promise<FoundInvitation> =>
  countFailures(ctx.limits, 'reset-address', ctx.caller.address, async () => {
    const isCode = isInviteCode(secret);
    const row = await ctx.db
      .selectFrom('auth_tokens')
      .innerJoin('users', 'users.id', 'auth_tokens.user_id')
      .select(['auth_tokens.id', 'auth_tokens.kind', 'auth_tokens.data', 'users.id as userId', 'users.email_key'])
      .select(['users.guardian', 'users.birth_date'])
      .where('auth_tokens.kind', 'in', isCode ? ['invite_code', 'guardian_code'] : ['invite', 'guardian'])
      .where('auth_tokens.token_hash', 'in', isCode ? codeHashes(ctx.tokens, secret) : [hashSecret(secret)])
      .where('auth_tokens.used_at', 'is', null)
      .where('auth_tokens.expires_at', '>', ctx.now().toISOString())
      .where('users.is_blocked', '=', false)
      .where((where) =>
        where.or([
          where('auth_tokens.kind', 'in', GUARDIAN_KINDS),
          isOpen(where as ExpressionBuilder<Schema, 'users'>),
        ]),
      )
      .executeTakeFirst();
    if (!row) throw unknownInvitation();
    const { id, kind, userId } = row;
    const isGuardians = (GUARDIAN_KINDS as readonly string[]).includes(kind);
    const guardian = isGuardians ? guardianOfMinor(row, dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now())) : null;
    if (isGuardians ? !guardian || !isOfGuardian(row.data, guardian) : !isSameMailbox(row)) throw unknownInvitation();
    return { id, kind, userId, guardian };
  });

export const GUARDIAN_KINDS = ['guardian', 'guardian_code'] as const;

/** An invitation is invalid once the guardian or the guardian's address has changed. */
function isOfGuardian(data: string | null, guardian: Guardian): boolean {
  const { key, cpf } = JSON.parse(data ?? '{}') as { key?: string; cpf?: string };
  return key === emailKey(guardian.email) && cpf === guardian.cpf;
}

/** An invitation is for students who never logged in. Staff is invited separately. */
const isOpen = (where: ExpressionBuilder<Schema, 'users'>) =>
  where.and([
    where('users.is_blocked', '=', false),
    where('users.last_seen_at', 'is', null),
    where.not(
      where.exists(
        where
          .selectFrom('user_actions')
          .select('user_actions.action_id')
          .whereRef('user_actions.user_id', '=', 'users.id'),
      ),
    ),
  ]);

/** A link is invalid once the account's address has changed. */
const isSameMailbox = ({ data, email_key }: { data: string | null; email_key: string }) =>
  data === null || (JSON.parse(data) as { key: string }).key === email_key;

/** The class that the person is in, and its book. */
const classOf = (db: Db, userId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .select(['turmas.nome as turma', 'livros.nome as livro'])
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .orderBy('turmas.inicio', 'desc')
    .executeTakeFirst();

/**
 * Queues an invitation mail for each of some accounts; the job sends them one after another. Accounts already queued are skipped.
 * @returns how many were queued
 */
export async function queueInvitations(
  { now, session }: { now: School['now']; session?: Ctx['session'] },
  tx: Db,
  ids: readonly number[],
): Promise<number> {
  const at = now().toISOString();
  let queued = 0;
  for (let from = 0; from < ids.length; from += PORTION) {
    const rows = await tx
      .insertInto('invitations')
      .values(
        ids.slice(from, from + PORTION).map((user_id) => ({
          ...{ user_id, asked_at: at, asked_by: session?.userId ?? null, waits_since: at },
          ...{ mailed_at: null, printed_at: null, opened_at: null },
        })),
      )
      .onConflict((known) =>
        known
          .column('user_id')
          .doUpdateSet({ asked_at: at, asked_by: session?.userId ?? null, waits_since: at })
          .where('invitations.waits_since', 'is', null),
      )
      .returning('user_id')
      .execute();
    queued += rows.length;
  }
  return queued;
}

const PORTION = 400;

const PURPOSE = 'invitation-code';
export const LINK_DAYS = 7;
/** A printed sheet may wait at the reception for a while. */
const CODE_DAYS = 90;

const hmac = (key: Uint8Array, code: string) => createHmac('sha256', key).update(plainCode(code)).digest('base64url');

/** The possible hashes of a printed code: by the present secret of the school, then by the previous one. */
const codeHashes = (tokens: Pick<Tokens, 'derivedKeys'>, code: string): string[] =>
  tokens.derivedKeys(PURPOSE).map((key) => hmac(key, code));

/**
 * Stores a link's secret for the first login of an account. Earlier links stay valid until they expire.
 *
 * @param emailKey the mailbox that gets it: a change of the account's address invalidates it
 */
export const newInviteLink = (
  tx: Db,
  { userId, secret, emailKey }: { userId: number; secret: string; emailKey: string },
  at: Date,
): Promise<void> => keep(tx, 'invite', [{ userId, hash: hashSecret(secret), data: { key: emailKey } }], at, LINK_DAYS);

/** The guardian of an invitation, as the minor's registration names her. */
interface GuardianOf {
  userId: number;
  guardian: Guardian;
}
const guardianKey = ({ guardian }: GuardianOf) => ({ key: emailKey(guardian.email), cpf: guardian.cpf });

/** Stores a link's secret for the guardian of a minor. @returns the secret, only for the guardian's mailbox */
export async function newGuardianLink(tx: Db, minor: GuardianOf, at: Date, secret = newSecret()): Promise<string> {
  await keep(
    tx,
    'guardian',
    [{ userId: minor.userId, hash: hashSecret(secret), data: guardianKey(minor) }],
    at,
    LINK_DAYS,
  );
  return secret;
}

/** Codes that are not valid yet: they can be printed before `keepInviteCodes` stores them. */
export const drawInviteCodes = (many: number): string[] =>
  Array.from({ length: many }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(''),
  );

/** Stores each account's printed code. Earlier codes of these accounts become invalid. */
export const keepInviteCodes = (
  tx: Db,
  tokens: Pick<Tokens, 'derivedKeys'>,
  printed: readonly { userId: number; code: string }[],
  at: Date,
): Promise<void> => keepCodes(tx, tokens, 'invite_code', printed, at);

/** Stores a printed code for the guardian of each minor. Earlier codes of that guardian for these minors become invalid. */
export const keepGuardianCodes = (
  tx: Db,
  tokens: Pick<Tokens, 'derivedKeys'>,
  printed: readonly (GuardianOf & { code: string })[],
  at: Date,
): Promise<void> =>
  keepCodes(
    tx,
    tokens,
    'guardian_code',
    printed.map((each) => ({ ...each, data: guardianKey(each) })),
    at,
  );

async function keepCodes(
  tx: Db,
  tokens: Pick<Tokens, 'derivedKeys'>,
  kind: 'invite_code' | 'guardian_code',
  printed: readonly { userId: number; code: string; data?: object }[],
  at: Date,
): Promise<void> {
  if (printed.length === 0) return;
  await spendSecrets(
    tx,
    printed.map(({ userId }) => userId),
    at.toISOString(),
    [kind],
  );
  const codes = printed.map(({ userId, code, data }) => ({
    ...{ userId, hash: codeHashes(tokens, code)[0] as string },
    ...(data && { data }),
  }));
  await keep(tx, kind, codes, at, CODE_DAYS);
}

async function keep(
  tx: Db,
  kind: 'invite' | 'invite_code' | 'guardian' | 'guardian_code',
  secrets: readonly { userId: number; hash: string; data?: object }[],
  at: Date,
  days: number,
): Promise<void> {
  await tx
    .insertInto('auth_tokens')
    .values(
      secrets.map(({ userId, hash, data }) => ({
        kind,
        token_hash: hash,
        user_id: userId,
        data: data ? JSON.stringify(data) : null,
        tries: 0,
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + days * DAY_MS).toISOString(),
        used_at: null,
      })),
    )
    .execute();
}
