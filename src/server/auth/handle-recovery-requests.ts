import type { School } from '../http/ctx.ts';
import { recoveryMail } from './mails.ts';
import { hashSecret, newCode, newSecret } from './tokens.ts';

const LINK_LIFETIME_MS = 60 * 60 * 1000;
const CODE_LIFETIME_MS = 10 * 60 * 1000;
const BATCH = 50;

/** Turns noted wishes into mails. A wish is claimed by one update, so several processes never mail twice. */
export async function handleRecoveryRequests(school: School): Promise<void> {
  const open = await school.db
    .selectFrom('recovery_requests')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const request of open) {
    await school.db.transaction().execute(async (tx) => {
      const now = school.now();
      const claimed = await tx
        .updateTable('recovery_requests')
        .set({ handled_at: now.toISOString() })
        .where('id', '=', request.id)
        .where('handled_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!claimed) return;
      const users = await tx
        .selectFrom('users')
        .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .leftJoin('companies', 'companies.id', 'drive_users.company_id')
        .leftJoin('schools', 'schools.id', 'companies.escola_id')
        .select(['users.id', 'users.email', 'users.full_name', 'schools.marca'])
        .where('users.email_key', '=', request.email_key)
        .where('users.is_blocked', '=', false)
        .orderBy('users.id')
        .execute();
      const [first] = users;
      if (!first) return;
      const ids = users.map(({ id }) => id);
      await tx
        .updateTable('auth_tokens')
        .set({ used_at: now.toISOString() })
        .where('kind', 'in', ['reset', 'reset_code'])
        .where('user_id', 'in', ids)
        .where('used_at', 'is', null)
        .execute();
      const isCode = request.is_access_code;
      const secret = isCode ? newCode() : newSecret();
      await tx
        .insertInto('auth_tokens')
        .values({
          kind: isCode ? 'reset_code' : 'reset',
          token_hash: hashSecret(isCode ? `${request.email_key}:${secret}` : secret),
          user_id: first.id,
          data: JSON.stringify({ ids }),
          tries: 0,
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + (isCode ? CODE_LIFETIME_MS : LINK_LIFETIME_MS)).toISOString(),
          used_at: null,
        })
        .execute();
      const mail = await recoveryMail(school.config, { to: first.email, name: first.full_name, brand: first.marca ?? 'knn', secret, isCode });
      await tx
        .insertInto('outbox')
        .values({
          kind: 'recovery',
          recipient: mail.to,
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          created_at: now.toISOString(),
          claimed_until: null,
          attempts: 0,
          sent_at: null,
          last_error: null,
        })
        .execute();
    });
  }
}
