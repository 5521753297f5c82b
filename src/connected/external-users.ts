import { createHash } from 'node:crypto';
import type { ExternalUser } from '#lib/api/request.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { scopeOf } from '../gateway/token.ts';

const MAX_REMEMBERED = 5_000;
/** Saves a page’s own calls a second `users/me/`. Short, so that a session that ended at the host soon ends here. */
const REMEMBERED_MS = 10_000;

/** Remembers for a moment which users the host confirmed, and which tokens it refused. */
export interface ExternalUsers {
  /** @throws ApiError of the host: 401 when the session ended. */
  of(token: string, ask: () => Promise<User>): Promise<ExternalUser>;
  /** The host has just answered for this token. */
  remember(token: string, user: User): void;
  forget(token: string): void;
  /** The host answered a call with 401. The session is over, even if other calls still succeed (ERR-11). */
  end(token: string): void;
  hasEnded(token: string): boolean;
  /** A login brought this token, perhaps again. */
  begin(token: string): void;
}

export function createExternalUsers(host: string, now: () => number = Date.now): ExternalUsers {
  const known = new Map<string, { external: ExternalUser; until: number }>();
  const ended = new Set<string>();
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const remember = (token: string, user: User): ExternalUser => {
    const tokenId = keyOf(token);
    const external = { user, tokenId, scope: scopeOf(token), host };
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(tokenId, { external, until: now() + REMEMBERED_MS });
    return external;
  };
  return {
    async of(token, ask) {
      const found = known.get(keyOf(token));
      return found && found.until > now() ? found.external : remember(token, await ask());
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
