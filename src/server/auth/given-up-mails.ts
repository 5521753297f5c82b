import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import { audit } from '../http/audit.ts';
import type { School } from '../http/ctx.ts';
import { MAX_ATTEMPTS, usefulUntil } from './deliver-outbox.ts';
import { withoutSecrets } from './scrub-mail.ts';

/** Given up mails keep their text for so long, to be sent again. Then their links and codes go. */
const KEPT_MS = 7 * DAY_MS;
const BATCH = 50;

const givenUp = (db: Db) =>
  db.selectFrom('outbox').where('sent_at', 'is', null).where('attempts', '>=', MAX_ATTEMPTS).orderBy('id');

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

/** Mails that did not leave and are not tried any more, the oldest first. */
export async function listGivenUpMails({ db, now }: Pick<School, 'db' | 'now'>): Promise<GivenUpMail[]> {
  const rows = await givenUp(db)
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'last_error', 'html'])
    .execute();
  return rows.map(({ html, ...mail }) => ({ ...mail, canBeSent: html !== '' && usefulUntil(mail) > now().getTime() }));
}

/**
 * Puts given up mails back among those that wait. One update does so, hence who asks twice sends once.
 *
 * @param ids of mails; null: all that can be sent.
 * @returns how many wait again.
 */
export async function sendMailsAgain(
  { db, now, wake }: Pick<School, 'db' | 'now' | 'wake'>,
  ids: readonly number[] | null,
): Promise<number> {
  const listed = await listGivenUpMails({ db, now });
  const wanted = listed.filter(({ id, canBeSent }) => canBeSent && (ids === null || ids.includes(id)));
  let count = 0;
  for (let from = 0; from < wanted.length; from += BATCH) {
    const some = wanted.slice(from, from + BATCH).map(({ id }) => id);
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable('outbox')
        .set({ attempts: 0, claimed_until: null, last_error: null })
        .where('id', 'in', some)
        .where('sent_at', 'is', null)
        .where('attempts', '>=', MAX_ATTEMPTS)
        .returning('id')
        .execute();
      for (const { id } of rows) await audit({ db: tx, now }, 'mail-again', `mail:${id}`);
      count += rows.length;
    });
  }
  wake();
  return count;
}

/** Takes links and codes out of mails that were given up and that nobody sends again. */
export async function scrubGivenUpMails({ db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const rows = await givenUp(db)
    .select(['id', 'kind', 'subject', 'text'])
    .where('html', '<>', '')
    .where('created_at', '<', before)
    .limit(BATCH)
    .execute();
  for (const { id, ...mail } of rows) {
    await db.updateTable('outbox').set(withoutSecrets(mail)).where('id', '=', id).execute();
  }
}
