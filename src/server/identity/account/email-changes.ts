import type { Selectable } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedOne } from '../../core/db/prepared.ts';
import type { Schema } from '../../tables.ts';
import { endAllSessions } from '../auth/session.ts';
import { isOfLink, undoColumns } from './undo-link.ts';

export type EmailChange = Selectable<Schema['email_changes']>;

/** How long an address written by the school cannot be used for recovery. In this time its owner is notified. */
const SCHOOL_WAIT_MS = DAY_MS;

interface NewChange {
  userId: number;
  /** `person`: the owner; otherwise the school: the user who wrote it, or an import (null). */
  by: 'person' | { schoolUserId: number | null };
  from: { email: string; verified: boolean };
  to: string;
  /** The secret that undoes the change; only its hash is stored. */
  secret: string;
  /** A password came with the change, so undoing invalidates it. */
  withPassword?: boolean;
}

/** Records a change. The owner's change waits for its mailbox; the school's is valid at once. @returns its id */
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
      ...undoColumns(secret, now),
      applied_at: isBySchool ? now.toISOString() : null,
      recovery_from: isBySchool ? new Date(now.getTime() + SCHOOL_WAIT_MS).toISOString() : null,
      agreed_at: null,
      with_password: withPassword,
      undone_by_school: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const changesOf = (db: Db, userId: number, now: string) =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .orderBy('id', 'desc');

const waiting = preparedOne((db, userId: number, now: string) =>
  changesOf(db, userId, now).where('applied_at', 'is', null),
);
const bySchool = preparedOne((db, userId: number, now: string) =>
  changesOf(db, userId, now)
    .where('is_by_school', '=', true)
    .where('applied_at', 'is not', null)
    .where('agreed_at', 'is', null)
    .where('new_email_key', '=', (query) =>
      query.selectFrom('users').select('users.email_key').where('users.id', '=', userId),
    ),
);

/** The change that waits for confirmation from its mailbox. */
export const waitingChange = (db: Db, userId: number, now: Date): Promise<EmailChange | undefined> =>
  waiting(db, userId, now.toISOString());

/** The school's last change that the person can still undo. */
export const schoolChange = (db: Db, userId: number, now: Date): Promise<EmailChange | undefined> =>
  bySchool(db, userId, now.toISOString());

/**
 * Whether the person left this address: by an own change, by a joined account, or by undoing the school's change. Not if the
 * school undid its own change.
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

/** Finds a change that may still be undone, by the secret in its mail. */
export const changeBySecret = (db: Db, secret: string, now: Date): Promise<EmailChange | undefined> =>
  db.selectFrom('email_changes').selectAll().where(isOfLink(secret, now)).executeTakeFirst();

/** Drops waiting changes: only the newest is valid. */
export const dropWaiting = (tx: Db, userId: number, now: Date) =>
  tx
    .updateTable('email_changes')
    .set({ undone_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('applied_at', 'is', null)
    .where('undone_at', 'is', null)
    .execute();

/**
 * Ends everything pending about the addresses of an account that the school joins: changes, their undo links and sent links.
 *
 * @param left the address that the person's own one replaces: no import writes it again
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
 * Undoes a change and all later ones. The account gets its earlier address back, and links sent to another address stop working.
 *
 * @returns false if another request was first
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
      changed_at: at,
    })
    .where('id', '=', change.user_id)
    .execute();
  return true;
}

/**
 * Undoes a change for a person without access to the old mailbox. If a password came along, it stops working, and the old mailbox
 * gets a link for a new password.
 *
 * @returns false if another request was first
 */
export async function takeBackAndNotify(
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

/** Invalidates every password and ends all sessions. @returns the address at which the owner sets a new password */
export async function closeAccount(tx: Db, userId: number): Promise<string> {
  const { email_key } = await tx
    .updateTable('users')
    // No real hash looks like this.
    .set({ password_hash: '-' })
    .where('id', '=', userId)
    .returning('email_key')
    .executeTakeFirstOrThrow();
  await endAllSessions(tx, userId);
  return email_key;
}
