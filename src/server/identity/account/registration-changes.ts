import type { Selectable } from 'kysely';
import type { BrandKey } from '#lib/brand.ts';
import type { User } from '#lib/contract/account.schema.ts';
import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import { routes } from '#lib/routes.ts';
import {
  type ProtectedFields,
  type RegistrationChange,
  registrationChange,
  type Watch,
} from '#lib/rules/people/registration-change.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import type { Schema } from '../../tables.ts';
import { guardianNewsMail, registrationChangeMail } from '../auth/mails.ts';
import { newSecret } from '../auth/tokens.ts';
import { cpfHolders, holdCpf } from './find-people.ts';
import { keepGuardianRequest, type PreparedRequest, prepareGuardianRequest } from './name-guardian.ts';
import { isOfLink, undoColumns, undoUntil } from './undo-link.ts';

export type RegistrationChangeRow = Selectable<Schema['registration_changes']>;

/** The person whose registration changes. */
export interface ChangedPerson {
  id: number;
  full_name: string;
  email: string;
  cpf: string | null;
  birth_date: string | null;
  guardian: Guardian | null;
  brand: BrandKey;
}

/** @returns the data of a user that a change needs. @param fallback the brand for a user without a school */
export const changedPerson = (user: User, fallback: BrandKey): ChangedPerson => ({
  id: user.id,
  full_name: user.full_name,
  email: user.email ?? '',
  cpf: user.cpf,
  birth_date: user.birth_date,
  guardian: user.guardian ?? null,
  brand: user.drive_user?.company.marca ?? fallback,
});

/** A change with its mails. They are rendered before the transaction, because rendering takes time. */
export interface PreparedChange extends RegistrationChange {
  person: ChangedPerson;
  secret: string;
  /** To the previous guardian, and to a guardian replaced by open changes; if there is none, to the person. */
  mails: readonly Mail[];
  /** The request to a new guardian who has to confirm. */
  request: PreparedRequest | null;
}

/** Who makes the change: the person, or the school with the user who wrote it (null: an import). */
export type ChangedBy = 'person' | { schoolUserId: number | null };

const openChanges = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('registration_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now.toISOString())
    .orderBy('id');

async function watchOf(db: Db, userId: number, now: Date): Promise<Watch | null> {
  const open = await openChanges(db, userId, now).execute();
  if (open.length === 0) return null;
  const replaced = open.map(({ old_values }) => (JSON.parse(old_values) as Partial<ProtectedFields>).guardian);
  return { guardian: replaced.find((each) => each != null) ?? null };
}

/** The protected fields that a change of a person affects. @param today the school's day, `YYYY-MM-DD` */
export async function findProtectedChange(
  db: Db,
  person: ChangedPerson,
  next: Partial<ProtectedFields>,
  { today, now }: { today: string; now: Date },
): Promise<RegistrationChange | null> {
  if (Object.values(next).every((value) => value === undefined)) return null;
  return registrationChange(person, next, today, await watchOf(db, person.id, now));
}

/**
 * Prepares the mails of a change. A new guardian with another CPF or mailbox has to confirm before taking effect.
 *
 * @throws Refusal 422 if the new guardian has the minor's own CPF
 */
export async function prepareChange(
  school: Pick<School, 'config' | 'now' | 'tokens'>,
  person: ChangedPerson,
  change: RegistrationChange,
  by: 'person' | 'school',
): Promise<PreparedChange> {
  const secret = newSecret();
  const { guardian: next } = change.after;
  const minor = { ...person, cpf: change.after.cpf ?? person.cpf, emails: [person.email] };
  const request = change.waits && next ? await prepareGuardianRequest(school, minor, next, 'school') : null;
  const isOwn = change.recipients.length === 0;
  const mails = await Promise.all(
    (isOwn ? [person] : change.recipients).map(({ email, full_name }) =>
      registrationChangeMail(school, {
        to: email,
        name: full_name,
        brand: person.brand,
        student: person.full_name,
        isOwn,
        isBySchool: by === 'school',
        change,
        secret,
      }),
    ),
  );
  return { ...change, person, secret, mails, request };
}

/**
 * Records a change in the transaction that writes it: the previous guardian gets a link that undoes it for seven days, the person
 * and the staff with the right `alunos` are notified, and a new guardian who has to confirm is asked.
 *
 * @param about the key by which the staff is notified once: the change, or the file that made many
 */
export async function noteRegistrationChange(
  tx: Db,
  { person, before, after, waits, secret, mails, request }: PreparedChange,
  by: ChangedBy,
  now: Date,
  file?: string,
): Promise<void> {
  const isBySchool = by !== 'person';
  const { id } = await tx
    .insertInto('registration_changes')
    .values({
      ...undoColumns(secret, now),
      user_id: person.id,
      by_user_id: isBySchool ? by.schoolUserId : null,
      is_by_school: isBySchool,
      old_values: JSON.stringify(before),
      new_values: JSON.stringify(after),
      guardian_at: waits ? null : now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (request) await keepGuardianRequest(tx, person.id, request, now, id);
  for (const mail of mails) await queueMail(tx, 'registration-change', mail, now);
  if (isBySchool) {
    await notifyPerson(tx, now, {
      userId: person.id,
      category: 'aviso',
      ...registrationChangeMessages.studentNotice(Object.keys(after), waits),
      path: routes.profile.data(),
    });
  }
  await notifyStaff(tx, now, {
    kind: 'cadastro_menor',
    about: file ?? id,
    params: file ? { id: null, what: 'arquivo' } : { id: person.id, what: waits ? 'espera' : 'mudou' },
    at: { userId: person.id },
  });
}

/** The mail to the previous guardian on the day on which the new one takes effect; null without a previous guardian. */
export async function prepareGuardianNews(
  db: Db,
  changeId: number,
  { full_name, brand }: { full_name: string; brand: BrandKey },
): Promise<Mail | null> {
  const change = await db
    .selectFrom('registration_changes')
    .select(['old_values', 'new_values'])
    .where('id', '=', changeId)
    .executeTakeFirst();
  if (!change) return null;
  const { guardian: old } = JSON.parse(change.old_values) as Partial<ProtectedFields>;
  const { guardian: next } = JSON.parse(change.new_values) as Partial<ProtectedFields>;
  if (!old || !next) return null;
  const to = { to: old.email, name: old.full_name, brand };
  return guardianNewsMail({ ...to, student: full_name, next: next.full_name });
}

/**
 * Puts a confirmed new guardian into effect. The period in which this change and the ones before it can be undone starts again,
 * because only now there is something to notice.
 *
 * @param mail to the previous guardian. @returns false if the change was undone meanwhile
 */
export async function applyGuardian(
  tx: Db,
  changeId: number,
  { guardian, mail }: { guardian: string; mail: Mail | null },
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const change = await tx
    .updateTable('registration_changes')
    .set({ guardian_at: at })
    .where('id', '=', changeId)
    .where('guardian_at', 'is', null)
    .where('undone_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  if (!change) return false;
  await tx.updateTable('users').set({ guardian, changed_at: at }).where('id', '=', change.user_id).execute();
  await tx
    .updateTable('registration_changes')
    .set({ undo_until: undoUntil(now) })
    .where('user_id', '=', change.user_id)
    .where('undone_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('id', '=', changeId), and([eb('id', '<', changeId), eb('undo_until', '>', at)])]),
    )
    .execute();
  if (mail) await queueMail(tx, 'registration-change', mail, now);
  await notifyStaff(tx, now, {
    kind: 'cadastro_menor',
    about: `${change.id}:confirmado`,
    params: { id: change.user_id, what: 'confirmado' },
    at: { userId: change.user_id },
  });
  return true;
}

/** Finds a change that may still be undone, by the secret in its mail. */
export const registrationChangeBySecret = (
  db: Db,
  secret: string,
  now: Date,
): Promise<RegistrationChangeRow | undefined> =>
  db.selectFrom('registration_changes').selectAll().where(isOfLink(secret, now)).executeTakeFirst();

/**
 * Undoes a change with all later ones: the registration gets its previous values back, and no new guardian is waiting. A CPF that
 * somebody else of the school has by now is not restored; the staff is notified to check.
 *
 * @returns false if another request was first
 */
export async function takeRegistrationBack(tx: Db, change: RegistrationChangeRow, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const undone = await tx
    .updateTable('registration_changes')
    .set({ undone_at: at })
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .returningAll()
    .execute();
  if (!undone.some(({ id }) => id === change.id)) return false;
  const old = oldestValues(undone);
  const keepsCpf = old.cpf ? !(await isFree(tx, change.user_id, old.cpf)) : false;
  const { cpf, guardian, ...rest } = old;
  await tx
    .updateTable('users')
    .set({
      ...rest,
      ...(cpf !== undefined && !keepsCpf && { cpf }),
      ...(guardian !== undefined && { guardian: guardian && JSON.stringify(guardian) }),
      changed_at: at,
    })
    .where('id', '=', change.user_id)
    .execute();
  await tx
    .deleteFrom('guardian_requests')
    .where('user_id', '=', change.user_id)
    .where('change_id', '>=', change.id)
    .execute();
  const userId = change.user_id;
  await notifyPerson(tx, now, {
    userId,
    category: 'aviso',
    title: registrationChangeMessages.undone,
    body: registrationChangeMessages.undoneStudent,
    path: routes.profile.data(),
  });
  await notifyStaff(tx, now, {
    kind: 'cadastro_menor',
    about: `${change.id}:desfeito`,
    params: { id: userId, what: keepsCpf ? 'desfeito_sem_cpf' : 'desfeito' },
    at: { userId },
  });
  return true;
}

/** The values before the first of some changes; the guardian counts only for changes in which a new one took effect. */
function oldestValues(changes: readonly RegistrationChangeRow[]): Partial<ProtectedFields> {
  const newestFirst = changes.toSorted((a, b) => b.id - a.id);
  return Object.assign(
    {},
    ...newestFirst.map(({ old_values, guardian_at }) => {
      const { guardian, ...others } = JSON.parse(old_values) as Partial<ProtectedFields>;
      return { ...others, ...(guardian !== undefined && guardian_at !== null && { guardian }) };
    }),
  ) as Partial<ProtectedFields>;
}

async function isFree(tx: Db, userId: number, cpf: string): Promise<boolean> {
  await holdCpf(tx, cpf);
  const home = await people(tx).select('companies.escola_id').where('users.id', '=', userId).executeTakeFirst();
  return (await cpfHolders(tx, cpf, home?.escola_id ?? null)).every((holder) => holder === userId);
}
