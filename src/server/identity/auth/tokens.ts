import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { DAY_MS, DAY_S } from '#lib/rules/time/spans.ts';
import type { Scope } from '#lib/session.ts';
import type { School } from '../../core/http/ctx.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'portal';
const LIFETIME_S = 30 * DAY_S;
const REMEMBERED = 5_000;

/** What a login grants: everything, or the practice of one book. `isProven`: a password was given. */
export type Grant = Pick<Claims, 'scope' | 'bookId' | 'isProven'>;
/** The grant of a password. */
export const fullGrant: Grant = { scope: 'full', bookId: null, isProven: true };

export interface Claims {
  userId: number;
  /** Must equal the user's `token_version`. */
  version: number;
  scope: Scope;
  /** The book whose code opened the session; null for a password. */
  bookId: number | null;
  /** The id of this token alone: a logout ends it. */
  id: string;
  /** Seconds since 1970. */
  expires: number;
  issued: number;
  /** A password or a second factor opened the session, so its user was authenticated at `issued` (0097). */
  isProven: boolean;
}

/** A browser where passwords were used. */
interface Device {
  /** Stays the same across logins. */
  id: string | null;
  /** User ids with their `token_version` at that time: ending all sessions makes every device unknown again. */
  users: ReadonlyMap<number, number>;
}
const nobody: Device = { id: null, users: new Map() };

/** Whether the account's present password was used on the device. */
export const isKnownOn = (device: Device, { id, token_version }: { id: number; token_version: number }): boolean =>
  device.users.get(id) === token_version;

/** The contents of a new token; without a book the token is not from a book code. */
export type TokenRequest = Pick<Claims, 'userId' | 'version' | 'scope'> & {
  bookId?: number | null;
  isProven?: boolean;
};

/** The present key, then the previous one if it still counts. */
type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** Signs and reads access tokens and device tokens with one pinned algorithm. */
export interface Tokens {
  issue(claims: TokenRequest, now: Date): Promise<{ token: string; id: string; expiresAt: string }>;
  /** @returns null for anything but a valid, unexpired token of ours. */
  read(token: string, now: Date): Promise<Claims | null>;
  /**
   * A device token names the users who used a password there. @param id from the earlier token; a new device gets a new
   * one
   */
  issueDevice(users: Device['users'], id?: string | null): Promise<string>;
  /** A text that is not a token of ours yields a device without users. */
  readDevice(token: string | undefined): Promise<Device>;
  /** Signs the data of a cookie. `purpose` keeps one kind of cookie from passing as another. */
  seal(purpose: string, data: Record<string, unknown>, lifetimeS: number): Promise<string>;
  /** @returns null unless `seal` made the text for this purpose and it has not expired. */
  open(purpose: string, text: string | undefined): Promise<Record<string, unknown> | null>;
  /** A separate key for one purpose, for new keyed hashes. */
  derivedKey(purpose: string): Uint8Array;
  /** The possible keys of a hash for this purpose, the present one first. */
  derivedKeys(purpose: string): KeyRing;
}

/**
 * Access and device tokens have separate keys, so neither passes as the other.
 *
 * @param secret at least 32 characters: signs all new tokens.
 * @param previous the previous secret: tokens signed with it are valid until they expire.
 */
export function createTokens(secret: string, previous?: string): Tokens {
  const ring = (purpose: string): KeyRing => [
    derive(secret, purpose),
    ...(previous === undefined ? [] : [derive(previous, purpose)]),
  ];
  const accessKeys = ring('access');
  const deviceKeys = ring('device');
  const remembered = new Map<string, Claims>();
  return {
    async issue({ userId, version, scope, bookId = null, isProven = false }, now) {
      const issued = Math.floor(now.getTime() / 1000);
      const id = randomBytes(9).toString('base64url');
      const token = await new SignJWT({
        ver: version,
        scope,
        ...(bookId !== null && { book: bookId }),
        ...(isProven && { prv: true }),
      })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(String(userId))
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_S)
        .sign(accessKeys[0]);
      return { token, id, expiresAt: new Date((issued + LIFETIME_S) * 1000).toISOString() };
    },
    async read(token, now) {
      const claims = remembered.get(token) ?? (await readAccess(token, accessKeys, now));
      if (!claims || claims.expires * 1000 <= now.getTime()) return null;
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(token, claims);
      return claims;
    },
    async issueDevice(users, id) {
      return new SignJWT({ users: [...users] })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setJti(id ?? randomBytes(9).toString('base64url'))
        .setIssuedAt()
        .sign(deviceKeys[0]);
    },
    async readDevice(token) {
      const payload = token ? await verify(token, deviceKeys) : null;
      if (!payload) return nobody;
      // Older tokens without versions are treated as tokens of an unknown device.
      const users = Array.isArray(payload.users) ? payload.users.filter(Array.isArray) : [];
      return { id: payload.jti ?? null, users: new Map(users as [number, number][]) };
    },
    seal: (purpose, data, lifetimeS) =>
      new SignJWT(data)
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeS} s`)
        .sign(derive(secret, `seal:${purpose}`)),
    async open(purpose, text) {
      if (!text) return null;
      return verify(text, ring(`seal:${purpose}`));
    },
    derivedKey: (purpose) => ring(`key:${purpose}`)[0],
    derivedKeys: (purpose) => ring(`key:${purpose}`),
  };
}

/** @returns the claims of an unexpired token that was signed with one of the keys. */
async function verify(token: string, keys: readonly Uint8Array[], now = new Date()): Promise<JWTPayload | null> {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: now })).payload;
    } catch {
      // It may have been signed with the previous key.
    }
  }
  return null;
}

async function readAccess(token: string, keys: readonly Uint8Array[], now: Date): Promise<Claims | null> {
  const payload = await verify(token, keys, now);
  if (!payload) return null;
  const userId = Number(payload.sub);
  const { ver, scope, book, exp, iat, jti, prv } = payload as Record<string, unknown>;
  if (!Number.isInteger(userId) || typeof ver !== 'number' || typeof exp !== 'number') return null;
  if (typeof jti !== 'string') return null;
  const grant =
    scope === 'full' ? fullGrant : { scope: 'book' as const, bookId: typeof book === 'number' ? book : null };
  const issued = typeof iat === 'number' ? iat : 0;
  return { userId, version: ver, ...grant, id: jti, expires: exp, issued, isProven: prv === true };
}

const derive = (secret: string, purpose: string) =>
  new Uint8Array(createHash('sha256').update(`${purpose}:${secret}`).digest());

/** An unguessable secret to send; the database stores its `hashSecret`. */
export const newSecret = () => randomBytes(32).toString('base64url');
/** Eight digits for a person to type (AUTH-16). */
export const newCode = () => String(randomInt(0, 100_000_000)).padStart(8, '0');
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Validity of a recovery request, mailed or not: after a day nobody expects the mail any more. */
export const RETENTION_MS = DAY_MS;

/** Deletes secrets and recovery requests that ended a day ago, and expired rate-limit counts. */
export async function deleteExpiredTokens(school: School): Promise<void> {
  const before = new Date(school.now().getTime() - RETENTION_MS).toISOString();
  await school.db.deleteFrom('auth_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('recovery_requests').where('created_at', '<', before).execute();
  await school.db.deleteFrom('ended_tokens').where('expires_at', '<', before).execute();
  await school.db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await school.limits.deleteExpired();
}
