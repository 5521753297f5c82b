import { routes } from '#lib/routes.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { emailKey } from './find-accounts.ts';
import { recoverable } from './recoverable.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** How long a link lasts that somebody asked for, who waits for it. */
const LIFETIME_DAYS = 1;

/** A secret that sets a new password, once within its days, for accounts of one address. */
export async function newResetSecret(
  db: Db,
  ids: number[],
  key: string,
  at: Date,
  days = LIFETIME_DAYS,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('auth_tokens')
    .values({
      kind: 'reset',
      token_hash: hashSecret(secret),
      user_id: ids[0] ?? null,
      data: JSON.stringify({ ids, key }),
      tries: 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + days * DAY_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return secret;
}

/**
 * An address that sets a new password, once within a day, for every account that this e-mail may recover. The operator
 * hands it over in person: nothing is sent.
 *
 * @returns null if no account has the e-mail.
 */
export async function newResetAddress(
  { db, now, config }: Pick<School, 'db' | 'now' | 'config'>,
  email: string,
): Promise<string | null> {
  const key = emailKey(email);
  const accounts = await recoverable(db, key, now());
  const [first] = accounts;
  if (!first) return null;
  const ids = accounts.map(({ id }) => id);
  const path = routes.login.recoverPassword(await newResetSecret(db, ids, key, now()));
  return publicUrl(config, first.marca ?? 'knn') + path;
}
