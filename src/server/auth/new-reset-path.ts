import { routes } from '#lib/routes.ts';
import type { School } from '../http/ctx.ts';
import { emailKey } from './queries.ts';
import { hashSecret, newSecret } from './tokens.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * A path that sets a new password for every account of a mail address, once, within a day. For the operator, who hands it
 * over himself: nothing is sent.
 *
 * @returns null when no account has the address.
 */
export async function newResetPath({ db, now }: Pick<School, 'db' | 'now'>, email: string): Promise<string | null> {
  const accounts = await db.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).execute();
  const [first] = accounts;
  if (!first) return null;
  const secret = newSecret();
  const at = now();
  await db
    .insertInto('auth_tokens')
    .values({
      kind: 'reset',
      token_hash: hashSecret(secret),
      user_id: first.id,
      data: JSON.stringify({ ids: accounts.map(({ id }) => id) }),
      tries: 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return routes.login.recoverPassword(secret);
}
