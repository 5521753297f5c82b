import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS, plainCode } from '#lib/rules/account/invite-code.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { hashSecret, type Tokens } from './tokens.ts';

const PURPOSE = 'invitation-code';
export const LINK_DAYS = 7;
/** A sheet may lie at the reception for a while. */
const CODE_DAYS = 90;

const hmac = (key: Uint8Array, code: string) => createHmac('sha256', key).update(plainCode(code)).digest('base64url');

/** The hashes that a printed code may have: by the present secret of the school, then by the one before it. */
export const codeHashes = (tokens: Pick<Tokens, 'derivedKeys'>, code: string): string[] =>
  tokens.derivedKeys(PURPOSE).map((key) => hmac(key, code));

/**
 * Notes a link's secret for the first login of one account. Links that were mailed before it stay good until they end.
 *
 * @param emailKey the mailbox that gets it: another address of the account ends it
 */
export const newInviteLink = (
  tx: Db,
  { userId, secret, emailKey }: { userId: number; secret: string; emailKey: string },
  at: Date,
): Promise<void> => keep(tx, 'invite', [{ userId, hash: hashSecret(secret), data: emailKey }], at, LINK_DAYS);

/** Codes that count for nobody yet: they can stand on paper before `keepInviteCodes`. */
export const drawInviteCodes = (many: number): string[] =>
  Array.from({ length: many }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(''),
  );

/** Gives each account its printed code. Earlier codes of these accounts end. */
export async function keepInviteCodes(
  tx: Db,
  tokens: Pick<Tokens, 'derivedKeys'>,
  printed: readonly { userId: number; code: string }[],
  at: Date,
): Promise<void> {
  if (printed.length === 0) return;
  await tx
    .updateTable('auth_tokens')
    .set({ used_at: at.toISOString() })
    .where('kind', '=', 'invite_code')
    .where(
      'user_id',
      'in',
      printed.map(({ userId }) => userId),
    )
    .where('used_at', 'is', null)
    .execute();
  const codes = printed.map(({ userId, code }) => ({ userId, hash: codeHashes(tokens, code)[0] as string }));
  await keep(tx, 'invite_code', codes, at, CODE_DAYS);
}

async function keep(
  tx: Db,
  kind: 'invite' | 'invite_code',
  secrets: readonly { userId: number; hash: string; data?: string }[],
  at: Date,
  days: number,
): Promise<void> {
  await tx
    .insertInto('auth_tokens')
    .values(
      secrets.map(({ userId, hash, data = null }) => ({
        kind,
        token_hash: hash,
        user_id: userId,
        data: data && JSON.stringify({ key: data }),
        tries: 0,
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + days * DAY_MS).toISOString(),
        used_at: null,
      })),
    )
    .execute();
}
