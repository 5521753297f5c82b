import type { Selectable } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { endAllSessions } from '../auth/end-sessions.ts';
import { hashSecret } from '../auth/tokens.ts';
import type { Schema } from '../db/types.ts';
import type { Db } from '../http/ctx.ts';

export type EmailChange = Selectable<Schema['email_changes']>;

/** How long whoever reads the old mailbox may take a change back. */
const UNDO_MS = 7 * DAY_MS;
/** How long an address that the school wrote opens no recovery, so that its owner hears of it first. */
const SCHOOL_WAIT_MS = DAY_MS;

interface NewChange {
  userId: number;
  /** `person`: the owner. Else the school, by the account that wrote it, or by a table (null). */
  by: 'person' | { schoolUserId: number | null };
  from: { email: string; verified: boolean };
  to: string;
  /** What undoes it; its hash alone is kept. */
  secret: string;
  /** A password came along, so that the address of before trusts none. */
  withPassword?: boolean;
}

/** Notes a change: the owner's waits for its mailbox, the school's counts at once. @returns its number */
export async function noteChange(
  tx: Db,
  { userId, by, from, to, secret, withPassword = false }: NewChange,
  now: Date,
): Promise<number> {
  const isBySchool = by !== 'person';
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      user_id: userId,
      by_user_id: isBySchool ? by.schoolUserId : null,
      is_by_school: isBySchool,
      old_email: from.email,
      old_verified: from.verified,
      new_email: to,
      new_email_key: to.toLowerCase(),
      undo_hash: hashSecret(secret),
      undo_until: new Date(now.getTime() + UNDO_MS).toISOString(),
      created_at: now.toISOString(),
      applied_at: isBySchool ? now.toISOString() : null,
      recovery_from: isBySchool ? new Date(now.getTime() + SCHOOL_WAIT_MS).toISOString() : null,
      agreed_at: null,
      undone_at: null,
      with_password: withPassword,
      undone_by_school: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const changesOf = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now.toISOString())
    .orderBy('id', 'desc');

/** The address that waits for its mailbox, if any. */
export const waitingChange = (db: Db, userId: number, now: Date): Promise<EmailChange | undefined> =>
  changesOf(db, userId, now).where('applied_at', 'is', null).executeTakeFirst();

/** What the school changed last and the person may still take back. */
export const schoolChange = (db: Db, userId: number, now: Date): Promise<EmailChange | undefined> =>
  changesOf(db, userId, now)
    .where('is_by_school', '=', true)
    .where('applied_at', 'is not', null)
    .where('agreed_at', 'is', null)
    .where('new_email_key', '=', (query) =>
      query.selectFrom('users').select('users.email_key').where('users.id', '=', userId),
    )
    .executeTakeFirst();

/**
 * Whether the person left this address for another one, also by an account that was joined, or took back that the school had
 * written it. What the school itself took back is no word of the person.
 */
export async function isLeft(db: Db, userId: number, email: string): Promise<boolean> {
  const key = email.toLowerCase();
  const change = await db
    .selectFrom('email_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ and, or, eb, fn }) =>
      or([
        and([
          or([eb('is_by_school', '=', false), eb('with_password', '=', true)]),
          eb('applied_at', 'is not', null),
          eb('undone_at', 'is', null),
          eb(fn<string>('lower', ['old_email']), '=', key),
        ]),
        and([
          eb('is_by_school', '=', true),
          eb('undone_at', 'is not', null),
          eb('undone_by_school', '=', false),
          eb('new_email_key', '=', key),
        ]),
      ]),
    )
    .executeTakeFirst();
  return change !== undefined;
}

/** A change that may still be undone, by the secret of its mail. */
export const changeBySecret = (db: Db, secret: string, now: Date): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_hash', '=', hashSecret(secret))
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now.toISOString())
    .executeTakeFirst();

/** Takes back whatever waits: the newest wish alone counts. */
export const dropWaiting = (tx: Db, userId: number, now: Date) =>
  tx
    .updateTable('email_changes')
    .set({ undone_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('applied_at', 'is', null)
    .where('undone_at', 'is', null)
    .execute();

/**
 * Ends what is open about the addresses of an account, which the school joins: changes, their undoing, and links on their way.
 *
 * @param left the address that gives way to the person's own one: no table writes it again
 */
export async function closeChanges(tx: Db, userId: number, now: Date, left = ''): Promise<void> {
  const open = tx.updateTable('email_changes').where('user_id', '=', userId).where('undone_at', 'is', null);
  const undone_at = now.toISOString();
  await open.set({ undone_at }).where('new_email_key', '=', left.toLowerCase()).execute();
  await open.set({ undone_at, undone_by_school: true }).execute();
  await spendLinks(tx, userId, now);
}

const spendLinks = (tx: Db, userId: number, now: Date) =>
  tx
    .updateTable('auth_tokens')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('kind', 'in', ['verify_email', 'reset', 'reset_code'])
    .where('used_at', 'is', null)
    .execute();

/**
 * Takes a change back with all that came after it: the account has its address of before, and links on their way to
 * another one open nothing.
 *
 * @returns false when somebody else was first
 */
export async function takeBack(tx: Db, change: EmailChange, by: 'person' | 'school', now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { numUpdatedRows } = await tx
    .updateTable('email_changes')
    .set({ undone_at: at, undone_by_school: by === 'school' })
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await spendLinks(tx, change.user_id, now);
  if (change.applied_at === null) return true;
  await tx
    .updateTable('users')
    .set({
      email: change.old_email,
      email_key: change.old_email.toLowerCase(),
      email_verified: change.old_verified,
    })
    .where('id', '=', change.user_id)
    .execute();
  return true;
}

/**
 * Takes a change back for whoever is not at the old mailbox. Where a password came along, it opens nothing any more, and the
 * old mailbox gets the way to another one, as if it had asked.
 *
 * @returns false when somebody else was first
 */
export async function takeBackAndTell(
  tx: Db,
  change: EmailChange,
  by: 'person' | 'school',
  now: Date,
): Promise<boolean> {
  if (!(await takeBack(tx, change, by, now))) return false;
  if (!change.with_password) return true;
  const email_key = await closeAccount(tx, change.user_id);
  await tx
    .insertInto('recovery_requests')
    .values({ email_key, is_access_code: false, created_at: now.toISOString(), handled_at: null })
    .execute();
  return true;
}

/** No password fits any more, and all sessions end. @returns the address by which its owner sets another password */
export async function closeAccount(tx: Db, userId: number): Promise<string> {
  const { email_key } = await tx
    .updateTable('users')
    // No hash looks like this.
    .set({ password_hash: '-' })
    .where('id', '=', userId)
    .returning('email_key')
    .executeTakeFirstOrThrow();
  await endAllSessions(tx, userId);
  return email_key;
}
