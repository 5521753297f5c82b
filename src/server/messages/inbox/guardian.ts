import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { clip } from '#lib/format/text.ts';
import { isUnderAge } from '#lib/rules/account/birth-date.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, people } from '../../core/db/people.ts';
import { bundleTimes } from '../devices/bundle-times.ts';
import { queueMailsAndInbox } from '../devices/queue-deliveries.ts';
import { BODY_LENGTH, type NoticeParams, type NoticeText, noticeText } from './kinds.ts';
import { canWait, keyOf, type NoticeEvent, notifyAll, notifyPerson } from './notify.ts';

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

/** An event about a bill, with what decides who gets it. */
export interface PayerEvent<Kind extends ForPayer = ForPayer> extends NoticeEvent<Kind> {
  owner: Owner;
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
  /** The text's values for another reader. */
  forGuardian: NoticeParams[Kind];
}

/**
 * Sends notices about bills to their payers: a minor's guardian, in the guardian's account or else by mail; otherwise
 * the person. A minor gets it only if no guardian is known.
 *
 * @param events of one kind
 */
export async function notifyPayers<Kind extends ForPayer>(
  tx: Db,
  at: Date,
  events: readonly PayerEvent<Kind>[],
): Promise<void> {
  const ofMinors = events.filter(({ owner, today }) => isMinor(owner, today));
  const accounts = await guardianAccounts(tx, ofMinors);
  const elsewhere = new Set(ofMinors.filter(({ owner }) => accounts.has(owner.id) || owner.guardian !== null));
  const first = await writeDown(
    tx,
    at,
    [...elsewhere].map((event) => {
      const { kind, about, owner, forGuardian } = event;
      const { title, body, path } = noticeText(kind, forGuardian);
      return {
        chave: keyOf(kind, about),
        owner,
        title,
        body,
        path,
        isMailed: !accounts.has(owner.id),
        canWait: canWait(event),
      };
    }),
  );
  const notices = events.flatMap((event): NoticeEvent<Kind>[] => {
    if (!elsewhere.has(event)) return [event];
    const { kind, about, owner, forGuardian } = event;
    const account = accounts.get(owner.id);
    if (account === undefined || !first.has(keyOf(kind, about))) return [];
    return [{ ...event, userId: account, ofUserId: owner.id, params: forGuardian }];
  });
  await notifyAll(tx, at, notices);
}

/**
 * Notifies a minor's guardian instead of the minor, in the guardian's account or by mail; once for each `chave`.
 *
 * @returns as `notifyPerson`; true by mail
 */
export async function notifyGuardian(
  tx: Db,
  at: Date,
  {
    owner,
    today,
    chave,
    category,
    isPressing = false,
    dueAt,
    ...text
  }: NoticeText & {
    owner: Owner;
    today: string;
    chave: string;
    category: NoticeCategory;
    /** As of `NoticeEvent`. */
    isPressing?: boolean;
    dueAt?: string;
  },
): Promise<boolean> {
  const account = (await guardianAccounts(tx, [{ owner, today }])).get(owner.id);
  const first = await writeDown(tx, at, [{ ...text, chave, owner, isMailed: account === undefined, dueAt }]);
  if (!first.has(chave) || account === undefined) return first.has(chave);
  return notifyPerson(tx, at, { ...text, userId: account, category, chave, isPressing, ...(dueAt && { dueAt }) });
}

/**
 * Notifies the payer of a person's bills: the person, or a minor's guardian in other words. A minor gets it only if no
 * guardian is known.
 *
 * @returns as `notifyGuardian`
 */
export async function notifyPayer(
  tx: Db,
  at: Date,
  {
    forGuardian,
    ...event
  }: NoticeText & {
    owner: Owner;
    today: string;
    chave: string;
    category: NoticeCategory;
    forGuardian: Pick<NoticeText, 'body' | 'path'>;
  },
): Promise<boolean> {
  const { owner, today, ...text } = event;
  const hasGuardian =
    isMinor(owner, today) && (owner.guardian !== null || (await guardianAccounts(tx, [{ owner, today }])).size > 0);
  if (!hasGuardian) return notifyPerson(tx, at, { ...text, userId: owner.id });
  return notifyGuardian(tx, at, { ...event, ...forGuardian, body: clip(forGuardian.body, BODY_LENGTH) });
}

interface News extends NoticeText {
  chave: string;
  owner: Owner;
  isMailed: boolean;
  dueAt?: string | undefined;
  canWait?: boolean;
}

/** Writes deliveries to guardians: to the account, which gets a notice, or by mail. @returns the keys that are new */
async function writeDown(tx: Db, at: Date, news: readonly News[]): Promise<Set<string>> {
  const waiting = news.flatMap(({ isMailed, canWait: may, owner }) =>
    isMailed && may ? [addressOf(owner) ?? []] : [],
  );
  const times = await bundleTimes(tx, at, 'reader', waiting.flat());
  return queueMailsAndInbox(
    tx,
    at,
    news.map(({ chave, owner, title, body, path, isMailed, dueAt, canWait: may }) => {
      const reader = isMailed ? addressOf(owner) : null;
      const bundled = may && reader !== null ? times.get(reader) : undefined;
      return {
        ...{ user_id: owner.id, kind: 'aviso', target: isMailed ? 'mail' : 'inbox', key: chave, reader },
        ...{ due_at: dueAt ?? bundled ?? at.toISOString(), content: { title, body, path } },
      };
    }),
  );
}

/** Of a guardian, as one reader of several children has it; null: none is known. */
const addressOf = ({ guardian }: Owner): string | null =>
  (JSON.parse(guardian ?? '{}') as { email?: string }).email?.trim().toLowerCase() || null;

interface Minor {
  owner: Owner;
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
}

/**
 * The accounts of guardians, by the id of the minor: a related one, else one with the CPF in the minor's registration.
 * People type that CPF themselves, so it counts only for an adult of the same school.
 */
export async function guardianAccounts(tx: Db, minors: readonly Minor[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (minors.length === 0) return found;
  const accounts = enrolled(tx)
    .select(['users.id', 'users.birth_date', 'users.cpf', 'companies.escola_id'])
    .where('users.is_blocked', '=', false)
    .orderBy('users.id');
  const related = await accounts
    .innerJoin('related_users', 'related_users.related_user_id', 'users.id')
    .select('related_users.user_id as minor_id')
    .where(
      'related_users.user_id',
      'in',
      minors.map(({ owner }) => owner.id),
    )
    .where('drive_users.papel', '=', 'responsavel')
    .execute();
  for (const { id, minor_id } of related) if (id !== minor_id && !found.has(minor_id)) found.set(minor_id, id);
  const others = minors.map((minor) => ({ ...minor, cpf: guardianCpf(minor.owner) }));
  const open = others.filter(({ owner, cpf }) => !found.has(owner.id) && cpf !== '');
  if (open.length === 0) return found;
  const cpfs = [...new Set(open.map(({ cpf }) => cpf))];
  const named = await accounts.where('users.cpf', 'in', cpfs).execute();
  const schools = await people(tx)
    .select(['users.id', 'companies.escola_id'])
    .where(
      'users.id',
      'in',
      open.map(({ owner }) => owner.id),
    )
    .execute();
  const schoolOf = new Map(schools.map(({ id, escola_id }) => [id, escola_id]));
  for (const { owner, today, cpf } of open) {
    const fits = ({ id, cpf: own, escola_id, birth_date }: (typeof named)[number]) =>
      own === cpf && id !== owner.id && escola_id === schoolOf.get(owner.id) && !isMinor({ birth_date }, today);
    const account = named.find(fits);
    if (account) found.set(owner.id, account.id);
  }
  return found;
}

const guardianCpf = ({ guardian }: Owner): string =>
  digitsOf(String((JSON.parse(guardian ?? '{}') as { cpf?: unknown }).cpf ?? ''));
