import { createHash } from 'node:crypto';
import type { User } from '#lib/contract/account.schema.ts';
import type { VouchedUser } from '#lib/session.ts';
import { scopeOf } from '../gateway/token.ts';

const MAX_REMEMBERED = 5_000;
/** A page asks `users/me/` for itself; its own calls then need not ask again. Short, so that a session that ended there ends here. */
const REMEMBERED_MS = 10_000;

/** Remembers for a moment whom the host vouches for, and which tokens it refused. */
export interface VouchedUsers {
  /** @throws ApiError of the host: 401 where the session ended. */
  of(token: string, ask: () => Promise<User>): Promise<VouchedUser>;
  /** The host answered for this token just now. */
  remember(token: string, user: User): void;
  forget(token: string): void;
  /** The host answered some call with 401: for it the session is over, whatever other calls still say (ERR-11). */
  end(token: string): void;
  hasEnded(token: string): boolean;
  /** A login brought this token, maybe once more. */
  begin(token: string): void;
}

export function createVouchedUsers(host: string, now: () => number = Date.now): VouchedUsers {
  const known = new Map<string, { vouched: VouchedUser; until: number }>();
  const ended = new Set<string>();
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const remember = (token: string, user: User): VouchedUser => {
    const tokenId = keyOf(token);
    const vouched = { user, tokenId, scope: scopeOf(token), host };
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(tokenId, { vouched, until: now() + REMEMBERED_MS });
    return vouched;
  };
  return {
    async of(token, ask) {
      const found = known.get(keyOf(token));
      return found && found.until > now() ? found.vouched : remember(token, await ask());
    },
    remember,
    forget: (token) => void known.delete(keyOf(token)),
    end(token) {
      known.delete(keyOf(token));
      if (ended.size >= MAX_REMEMBERED) ended.clear();
      ended.add(keyOf(token));
    },
    begin: (token) => void ended.delete(keyOf(token)),
    hasEnded: (token) => ended.has(keyOf(token)),
  };
}
