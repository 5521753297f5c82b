import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { pageAfter } from '../../core/db/keyset.ts';
import { inUnit } from '../../core/db/people.ts';
import { listed, type Reach, within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { MAX_ATTEMPTS, REWARD_CODE, USEFUL_MS, withoutSecrets } from './outbox.ts';

/** How long failed emails keep their text, to be sent again. Then their links and codes are removed. */
const RETENTION_MS = 7 * DAY_MS;
const BATCH = 50;
/** For the operator, who lists all of them. */
const MAX_LISTED = 1_000_000;
/** The operator's reach. */
const ALL: Reach = { escolaId: null, units: null };

type OfMails = ExpressionBuilder<Schema, 'outbox'>;

/** Kinds of mails for a person, whatever the current address. All others are bound to the address that they were written to. */
const FOLLOWING = ['mensagem', 'resumo', REWARD_CODE];

/** The one person who left the address of a mail, if nobody has that address any more. */
const leaver = sql<number | null>`(case when outbox.kind in (${sql.join(FOLLOWING)})
  and not exists (select 1 from users where users.email_key = lower(outbox.recipient))
  then (select min(left_by.user_id) from email_changes as left_by where left_by.applied_at is not null
    and lower(outbox.recipient) in (lower(left_by.old_email), left_by.new_email_key)
    having min(left_by.user_id) = max(left_by.user_id)) end)`;

/** The current address of the person who left. */
const movedTo = sql<string | null>`(select users.email from users where users.id = ${leaver} and users.email <> '')`;

/** People of a unit who have the address of a mail, or left it. */
const ownersOf = ({ selectFrom }: OfMails) =>
  selectFrom('users')
    .$call(inUnit)
    .select('users.id')
    .where(({ eb, or }) =>
      or([eb('users.email_key', '=', sql<string>`lower(outbox.recipient)`), eb('users.id', '=', leaver)]),
    );

/**
 * Failed emails to people in a reach. An address of nobody with a unit, such as a guardian's, belongs to no school: if there is
 * only one school, its staff with access to all units sees these mails (0053).
 */
const failed = (db: Db, reach: Reach) =>
  db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .$if(reach.escolaId !== null, (mails) =>
      mails.where((where) => {
        const ofReach = where.exists(ownersOf(where).$call(within(reach)));
        if (reach.units !== null) return ofReach;
        const isAlone = sql<boolean>`(select count(*) from schools) = 1`;
        return where.or([ofReach, where.and([isAlone, where.not(where.exists(ownersOf(where)))])]);
      }),
    );

/** The text of a mail is still stored, and its links are valid. */
const canLeave = (now: Date) => {
  const oldest = Object.entries(USEFUL_MS).map(
    ([kind, ms]) => sql`when ${kind} then ${new Date(now.getTime() - ms).toISOString()}`,
  );
  return sql<boolean>`(html <> '' and created_at > case kind ${sql.join(oldest, sql` `)} else '' end)`;
};

export interface FailedEmail {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  created_at: string;
  last_error: string | null;
  /** The address for sending again, if it differs. */
  movedTo: string | null;
  /** Its text is still stored, and its links are valid. */
  canBeSent: boolean;
}

interface Part {
  reach: Reach;
  /** Limits the result to these mails. */
  ids?: readonly number[];
  /** Only those that can be sent again. */
  canBeSent?: boolean;
  /** The size of a page; one more mail is returned to show whether another page follows. */
  limit?: number;
  depois?: string | undefined;
}

/** Emails that were not sent and are not retried, the newest first. Their texts are not returned. */
export async function listFailedEmails(
  { db, now }: Pick<School, 'db' | 'now'>,
  { reach, ids, canBeSent = false, limit = MAX_LISTED, depois }: Part = { reach: ALL },
): Promise<FailedEmail[]> {
  const mails = failed(db, reach)
    .$if(ids !== undefined, (some) => some.where('outbox.id', 'in', listed(ids ?? [])))
    .$if(canBeSent, (some) => some.where(canLeave(now())))
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'last_error'])
    .select(sql<number>`case when ${canLeave(now())} then 1 else 0 end`.as('can_leave'))
    .select(movedTo.as('movedTo'));
  const rows = await pageAfter(mails, [['outbox.id', 'desc']], { depois, limit }).execute();
  return rows.map(({ can_leave, ...mail }) => ({ ...mail, canBeSent: Number(can_leave) === 1 }));
}

const count = async (mails: ReturnType<typeof failed>): Promise<number> => {
  const { total } = await mails
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** @returns the number of failed emails in reach */
export const countAllFailed = (db: Db, reach: Reach): Promise<number> => count(failed(db, reach));

/** @returns how many of them can still be sent */
export const countFailedEmails = (db: Db, reach: Reach, now: Date): Promise<number> =>
  count(failed(db, reach).where(canLeave(now)));

type Sender = Parameters<typeof audit>[0] & Pick<School, 'wake'>;

/**
 * Queues failed emails again. A single update does so, hence a repeated request sends once. A mail for a person goes to the
 * current address.
 *
 * @param ids of mails; null: all that can be sent.
 * @returns how many are queued again.
 */
export async function sendMailsAgain(
  sender: Sender,
  ids: readonly number[] | null,
  reach: Reach = ALL,
): Promise<number> {
  const { db, now, wake } = sender;
  const listed = await failed(db, reach)
    .where(canLeave(now()))
    .$if(ids !== null, (mails) => mails.where('outbox.id', 'in', [...(ids ?? [])]))
    .select('id')
    .select(movedTo.as('movedTo'))
    .orderBy('id')
    .execute();
  const sendable = listed.map(({ id }) => id);
  const moved = new Map(listed.map((mail) => [mail.id, mail.movedTo]));
  let sent = 0;
  for (let from = 0; from < sendable.length; from += BATCH) {
    const some = sendable.slice(from, from + BATCH);
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable('outbox')
        .set({ attempts: 0, claimed_until: null, last_error: null })
        .where('id', 'in', some)
        .where('sent_at', 'is', null)
        .where('attempts', '>=', MAX_ATTEMPTS)
        .returning('id')
        .execute();
      for (const { id } of rows) {
        const recipient = moved.get(id);
        if (recipient) await tx.updateTable('outbox').set({ recipient }).where('id', '=', id).execute();
        await audit({ ...sender, db: tx }, 'mail-again', `mail:${id}`);
      }
      sent += rows.length;
    });
  }
  wake();
  return sent;
}

/** Removes links and codes from failed emails that can no longer be sent again. */
export async function scrubFailedEmails({ db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_MS).toISOString();
  const rows = await failed(db, ALL)
    .select(['id', 'kind', 'subject', 'text'])
    .where('html', '<>', '')
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const { id, ...mail } of rows) {
    await db.updateTable('outbox').set(withoutSecrets(mail)).where('id', '=', id).execute();
  }
}
