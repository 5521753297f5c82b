import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { KEPT_MS } from './delete-expired-tokens.ts';
import { recoverable } from './factors.ts';
import { recoveryMail } from './mails.ts';
import { hashSecret, newCode, newSecret } from './tokens.ts';

const LINK_LIFETIME_MS = HOUR_MS;
const CODE_LIFETIME_MS = 10 * 60 * 1000;
const BATCH = 50;

interface Wish {
  id: number;
  email_key: string;
  is_access_code: boolean;
}

/**
 * Turns recovery requests into mails. One update claims a request, so several processes never mail twice. Without SMTP
 * requests wait for a day. The link is made when its mail can leave, since it lives for an hour.
 */
export async function handleRecoveryRequests(school: School): Promise<void> {
  if (school.ports.mail.kind === 'none' && !school.config.outboxViewer) return;
  const since = new Date(school.now().getTime() - KEPT_MS).toISOString();
  const open = await school.db
    .selectFrom('recovery_requests')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, open, { job: 'handleRecoveryRequests', idOf: ({ id }) => id }, (wish) =>
    handle(school, wish),
  );
}

async function handle(school: School, wish: Wish): Promise<void> {
  const { db } = school;
  const now = school.now();
  const users = await recoverable(db, wish.email_key, now);
  const [first] = users;
  const secret = wish.is_access_code ? newCode() : newSecret();
  // Made before the transaction: on SQLite a transaction makes all other writers wait.
  const mail =
    first &&
    (await recoveryMail(school, {
      to: first.email,
      names: users.map(({ full_name }) => full_name),
      brand: first.marca ?? 'knn',
      secret,
      isCode: wish.is_access_code,
    }));
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('recovery_requests')
      .set({ handled_at: now.toISOString() })
      .where('id', '=', wish.id)
      .where('handled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!claimed || !mail) return;
    await replaceSecret(
      tx,
      wish,
      users.map(({ id }) => id),
      secret,
      now,
    );
    await queueMail(tx, 'recovery', mail, now);
  });
}

/** Only the newest secret counts. */
async function replaceSecret(tx: Db, wish: Wish, ids: number[], secret: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth_tokens')
    .set({ used_at: now.toISOString() })
    .where('kind', 'in', ['reset', 'reset_code'])
    .where('user_id', 'in', ids)
    .where('used_at', 'is', null)
    .execute();
  const isCode = wish.is_access_code;
  await tx
    .insertInto('auth_tokens')
    .values({
      kind: isCode ? 'reset_code' : 'reset',
      token_hash: hashSecret(isCode ? `${wish.email_key}:${secret}` : secret),
      user_id: ids[0] ?? null,
      data: JSON.stringify({ ids, key: wish.email_key }),
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + (isCode ? CODE_LIFETIME_MS : LINK_LIFETIME_MS)).toISOString(),
      used_at: null,
    })
    .execute();
}
