import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { clip } from '#lib/format/text.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import type { Db } from '../../core/db/connection.ts';
import { queueMailsAndInbox } from '../devices/queue-deliveries.ts';
import { addressOf, guardianAccounts, type Owner } from './guardian-accounts.ts';
import { BODY_LENGTH, type NoticeParams, type NoticeText, noticeText } from './kinds.ts';
import { keyOf, type NoticeEvent, notifyAll, notifyPerson } from './notify.ts';

/** Kinds whose text can name the minor. */
export type ForPayer = { [Kind in NoticeKind]: 'de' extends keyof NoticeParams[Kind] ? Kind : never }[NoticeKind];

/** An event about a bill, with the data that decides its readers. */
export interface PayerEvent<Kind extends ForPayer = ForPayer> extends NoticeEvent<Kind> {
  owner: Owner;
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
  /** The text's values for another reader. */
  forGuardian: NoticeParams[Kind];
}

/**
 * Sends notices about bills to their payers: for a minor, the guardian, in the guardian's account or otherwise by mail; for
 * others the person. A minor gets it only if no guardian is known.
 *
 * @param events of one kind
 */
export async function notifyPayers<Kind extends ForPayer>(
  tx: Db,
  at: Date,
  events: readonly PayerEvent<Kind>[],
): Promise<void> {
  const ofMinors = events.filter(({ owner, today }) => isMinor(owner.birth_date, today));
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
 * @param account of the guardian, by `guardianAccounts`. @returns as `notifyPerson`; true by mail
 */
export async function notifyGuardian(
  tx: Db,
  at: Date,
  {
    owner,
    account,
    chave,
    category,
    isPressing = false,
    dueAt,
    ...text
  }: NoticeText & {
    owner: Owner;
    account: number | null | undefined;
    chave: string;
    category: NoticeCategory;
    /** As of `NoticeEvent`. */
    isPressing?: boolean;
    dueAt?: string;
  },
): Promise<boolean> {
  const first = await writeDown(tx, at, [{ ...text, chave, owner, isMailed: account == null, dueAt }]);
  if (!first.has(chave) || account == null) return first.has(chave);
  return notifyPerson(tx, at, { ...text, userId: account, category, chave, isPressing, ...(dueAt && { dueAt }) });
}

/**
 * Notifies the payer of a person's bills: the person, or a minor's guardian with another text. A minor gets it only if no
 * guardian is known.
 *
 * @returns as `notifyGuardian`
 */
export async function notifyPayer(
  tx: Db,
  at: Date,
  {
    forGuardian,
    today,
    ...event
  }: NoticeText & {
    owner: Owner;
    today: string;
    chave: string;
    category: NoticeCategory;
    forGuardian: Pick<NoticeText, 'body' | 'path'> & Partial<NoticeText>;
  },
): Promise<boolean> {
  const { owner, ...text } = event;
  const isOfGuardian = isMinor(owner.birth_date, today);
  const account = isOfGuardian ? (await guardianAccounts(tx, [{ owner, today }])).get(owner.id) : undefined;
  if (!isOfGuardian || (owner.guardian === null && account === undefined))
    return notifyPerson(tx, at, { ...text, userId: owner.id });
  return notifyGuardian(tx, at, { ...event, account, ...forGuardian, body: clip(forGuardian.body, BODY_LENGTH) });
}

interface News extends NoticeText {
  chave: string;
  owner: Owner;
  isMailed: boolean;
  dueAt?: string | undefined;
}

/** Writes deliveries to guardians: to the account, which gets a notice, or by mail. @returns the keys that are new */
const writeDown = (tx: Db, at: Date, news: readonly News[]): Promise<Set<string>> =>
  queueMailsAndInbox(
    tx,
    at,
    news.map(({ chave, owner, title, body, path, isMailed, dueAt }) => ({
      ...{ user_id: owner.id, kind: 'aviso', target: isMailed ? 'mail' : 'inbox', key: chave },
      ...{
        reader: isMailed ? addressOf(owner) : null,
        due_at: dueAt ?? at.toISOString(),
        content: { title, body, path },
      },
    })),
  );
