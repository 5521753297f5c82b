import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { isUnderAge } from '#lib/rules/account/birth-date.ts';
import type { Db } from '../db/connection.ts';
import { enrolled, schoolIdOf } from '../db/people.ts';
import { keyOf, type NoticeEvent, notify, tell } from './notify.ts';
import { type NoticeParams, type NoticeText, noticeText } from './texts.ts';

/** The person whose bill it is. */
export interface Owner {
  id: number;
  birth_date: string | null;
  /** JSON of `{full_name, cpf, email, …}`. */
  guardian: string | null;
}

/** Kinds whose text can name the minor. */
export type ForPayer = { [Kind in NoticeKind]: 'de' extends keyof NoticeParams[Kind] ? Kind : never }[NoticeKind];

/** Whether the guardian gets a person's bills. @param today the school's day, `YYYY-MM-DD` */
export const isMinor = ({ birth_date }: Pick<Owner, 'birth_date'>, today: string): boolean =>
  birth_date !== null && isUnderAge(birth_date, today) === true;

/**
 * Sends a notice about a bill to its payer: a minor's guardian, in the guardian's account or else by mail; otherwise
 * the person. A minor gets it only if no guardian is known.
 *
 * @param today the school's day, `YYYY-MM-DD`
 * @param forGuardian the text's values for another reader
 */
export async function notifyPayer<Kind extends ForPayer>(
  tx: Db,
  at: Date,
  event: NoticeEvent<Kind>,
  { owner, today, forGuardian }: { owner: Owner; today: string; forGuardian: NoticeParams[Kind] },
): Promise<void> {
  const account = isMinor(owner, today) ? await guardianAccount(tx, owner, today) : null;
  if (!isMinor(owner, today) || (account === null && owner.guardian === null)) {
    await notify(tx, at, event);
    return;
  }
  const { title, body, path } = noticeText(event.kind, forGuardian);
  const chave = keyOf(event.kind, event.about);
  const isFirst = await writeDown(tx, at, { chave, owner, title, body, path, isMailed: account === null });
  if (!isFirst || account === null) return;
  await notify(tx, at, { ...event, userId: account, ofUserId: owner.id, params: forGuardian });
}

/** Tells a minor's guardian instead of the minor, in the guardian's account or by mail; once for each `chave`. */
export async function tellGuardian(
  tx: Db,
  at: Date,
  {
    owner,
    today,
    chave,
    category,
    ...text
  }: NoticeText & { owner: Owner; today: string; chave: string; category: NoticeCategory },
): Promise<void> {
  const account = await guardianAccount(tx, owner, today);
  const isFirst = await writeDown(tx, at, { ...text, chave, owner, isMailed: account === null });
  if (isFirst && account !== null) await tell(tx, at, { ...text, userId: account, category, chave });
}

/** @returns whether it is new */
async function writeDown(
  tx: Db,
  at: Date,
  { chave, owner, isMailed, ...text }: NoticeText & { chave: string; owner: Owner; isMailed: boolean },
): Promise<boolean> {
  const first = await tx
    .insertInto('guardian_notices')
    .values({
      chave,
      user_id: owner.id,
      ...text,
      created_at: at.toISOString(),
      // A guardian with an account gets no mail.
      mailed_at: isMailed ? null : at.toISOString(),
    })
    .onConflict((known) => known.doNothing())
    .returning('chave')
    .executeTakeFirst();
  return first !== undefined;
}

/**
 * The account of a guardian: a related one, else one with the CPF in the minor's registration. People type that CPF
 * themselves, so it counts only for an adult of the same school.
 *
 * @returns null without one
 */
async function guardianAccount(tx: Db, owner: Owner, today: string): Promise<number | null> {
  const accounts = enrolled(tx)
    .select(['users.id', 'users.birth_date', 'companies.escola_id'])
    .where('users.id', '!=', owner.id)
    .where('users.is_blocked', '=', false)
    .orderBy('users.id');
  const related = await accounts
    .innerJoin('related_users', 'related_users.related_user_id', 'users.id')
    .where('related_users.user_id', '=', owner.id)
    .where('drive_users.papel', '=', 'responsavel')
    .executeTakeFirst();
  if (related) return related.id;
  const cpf = digitsOf(String((JSON.parse(owner.guardian ?? '{}') as { cpf?: unknown }).cpf ?? ''));
  if (cpf === '') return null;
  const own = await schoolIdOf(tx, owner.id);
  const named = await accounts.where('users.cpf', '=', cpf).execute();
  return named.find((each) => each.escola_id === own && !isMinor(each, today))?.id ?? null;
}
