import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import { inUnit } from '../db/people.ts';
import { type Reach, within } from '../db/reach.ts';
import type { Schema } from '../db/types.ts';
import { audit } from '../http/audit.ts';
import type { School } from '../http/ctx.ts';
import { MAX_ATTEMPTS, USEFUL_MS } from './deliver-outbox.ts';
import { withoutSecrets } from './scrub-mail.ts';

/** Given up mails keep their text for so long, to be sent again. Then their links and codes go. */
const KEPT_MS = 7 * DAY_MS;
const BATCH = 50;
/** Of the operator. */
const ALL: Reach = { escolaId: null, units: null };

type OfMails = ExpressionBuilder<Schema, 'outbox'>;

/** People of a unit who have the address of a mail. */
const ownersOf = ({ selectFrom }: OfMails) =>
  selectFrom('users')
    .$call(inUnit)
    .select('users.id')
    .where('users.email_key', '=', sql<string>`lower(outbox.recipient)`);

/**
 * Given up mails to people in a reach. An address of nobody with a unit, such as a guardian's, names no school: staff
 * of all units see these mails where there is one school (0128).
 */
const givenUp = (db: Db, reach: Reach) =>
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

/** The text of a mail is still there, and its links live. */
const canLeave = (now: Date) => {
  const oldest = Object.entries(USEFUL_MS).map(
    ([kind, ms]) => sql`when ${kind} then ${new Date(now.getTime() - ms).toISOString()}`,
  );
  return sql<boolean>`(html <> '' and created_at > case kind ${sql.join(oldest, sql` `)} else '' end)`;
};

export interface GivenUpMail {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  created_at: string;
  last_error: string | null;
  /** Its text is still there, and its links live. */
  canBeSent: boolean;
}

interface Part {
  reach: Reach;
  /** Of a mail, or of all. */
  id?: number;
  limit?: number;
  offset?: number;
}

/** Mails that did not leave and are not tried any more, the newest first. Their texts stay where they are. */
export async function listGivenUpMails(
  { db, now }: Pick<School, 'db' | 'now'>,
  { reach, id, limit, offset = 0 }: Part = { reach: ALL },
): Promise<GivenUpMail[]> {
  const rows = await givenUp(db, reach)
    .$if(id !== undefined, (mails) => mails.where('outbox.id', '=', id ?? 0))
    .$if(limit !== undefined, (mails) => mails.limit(limit ?? 0).offset(offset))
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'last_error'])
    .select(sql<number>`case when ${canLeave(now())} then 1 else 0 end`.as('can_leave'))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ can_leave, ...mail }) => ({ ...mail, canBeSent: Number(can_leave) === 1 }));
}

const count = async (mails: ReturnType<typeof givenUp>): Promise<number> => {
  const { total } = await mails
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** @returns how many mails in reach were given up */
export const countAllGivenUp = (db: Db, reach: Reach): Promise<number> => count(givenUp(db, reach));

/** @returns how many of them can still be sent */
export const countGivenUpMails = (db: Db, reach: Reach, now: Date): Promise<number> =>
  count(givenUp(db, reach).where(canLeave(now)));

type Sender = Parameters<typeof audit>[0] & Pick<School, 'wake'>;

/**
 * Puts given up mails back among those that wait. One update does so, hence who asks twice sends once.
 *
 * @param ids of mails; null: all that can be sent.
 * @returns how many wait again.
 */
export async function sendMailsAgain(
  sender: Sender,
  ids: readonly number[] | null,
  reach: Reach = ALL,
): Promise<number> {
  const { db, now, wake } = sender;
  const listed = await givenUp(db, reach).where(canLeave(now())).select('id').orderBy('id').execute();
  const wanted = listed.map(({ id }) => id).filter((id) => ids === null || ids.includes(id));
  let sent = 0;
  for (let from = 0; from < wanted.length; from += BATCH) {
    const some = wanted.slice(from, from + BATCH);
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable('outbox')
        .set({ attempts: 0, claimed_until: null, last_error: null })
        .where('id', 'in', some)
        .where('sent_at', 'is', null)
        .where('attempts', '>=', MAX_ATTEMPTS)
        .returning('id')
        .execute();
      for (const { id } of rows) await audit({ ...sender, db: tx }, 'mail-again', `mail:${id}`);
      sent += rows.length;
    });
  }
  wake();
  return sent;
}

/** Takes links and codes out of mails that were given up and that nobody sends again. */
export async function scrubGivenUpMails({ db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const rows = await givenUp(db, ALL)
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
