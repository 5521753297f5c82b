import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { DAY_S } from '#lib/rules/time/spans.ts';
import type { Scope } from '#lib/session.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'portal';
const LIFETIME_S = 30 * DAY_S;
const REMEMBERED = 5_000;

/** What a login opens: everything, or the practice of one book. */
export type Grant = Pick<Claims, 'scope' | 'bookId'>;
export const fullGrant: Grant = { scope: 'full', bookId: null };

export interface Claims {
  userId: number;
  /** Must equal the user's `token_version`. */
  version: number;
  scope: Scope;
  /** The book whose code opened the session; null for a password. */
  bookId: number | null;
  /** Of this token alone: a logout ends it. */
  id: string;
  /** Seconds since 1970. */
  expires: number;
}

/** A browser where passwords were used. */
export interface Device {
  /** Stays the same from one login to the next. */
  id: string | null;
  /** Ids of users, with the `token_version` of then: whoever ends all sessions makes every device a stranger. */
  users: ReadonlyMap<number, number>;
}
const nobody: Device = { id: null, users: new Map() };

/** Whether a password of this account, as it stands today, was used there. */
export const isKnownOn = (device: Device, { id, token_version }: { id: number; token_version: number }): boolean =>
  device.users.get(id) === token_version;

/** What a token is to say; without a book it is none of a book code. */
export type Asked = Pick<Claims, 'userId' | 'version' | 'scope'> & { bookId?: number | null };

/** The present key, then the one before it, where that still counts. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** Signs and reads access tokens and device tokens with one pinned algorithm. */
export interface Tokens {
  issue(claims: Asked, now: Date): Promise<{ token: string; id: string; expiresAt: string }>;
  /** @returns null for anything but a valid, unexpired token of ours. */
  read(token: string, now: Date): Promise<Claims | null>;
  /** A device token names the users who used a password there. @param id of the token before; a new device gets a new one */
  issueDevice(users: Device['users'], id?: string | null): Promise<string>;
  /** Anything but a token of ours names nobody. */
  readDevice(token: string | undefined): Promise<Device>;
  /** Signs what a cookie of ours carries. `purpose` keeps one kind of cookie from passing as another. */
  seal(purpose: string, data: Record<string, unknown>, lifetimeS: number): Promise<string>;
  /** @returns null for anything that `seal` did not make for this purpose, or that is past its time. */
  open(purpose: string, text: string | undefined): Promise<Record<string, unknown> | null>;
  /** A key of its own for one purpose, for a keyed hash that is made now. */
  derivedKey(purpose: string): Uint8Array;
  /** The keys that a hash of this purpose may have been made with, the present one first. */
  derivedKeys(purpose: string): KeyRing;
}

/**
 * Access and device tokens have keys of their own, so neither passes as the other.
 *
 * @param secret at least 32 characters: signs all that is made.
 * @param previous the secret before it: what it signed counts until its end.
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
    async issue({ userId, version, scope, bookId = null }, now) {
      const issued = Math.floor(now.getTime() / 1000);
      const id = randomBytes(9).toString('base64url');
      const token = await new SignJWT({ ver: version, scope, ...(bookId !== null && { book: bookId }) })
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
      // Tokens from before versions stood in them name users alone, and count as nobody's.
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

/** @returns what a token says that one of the keys signed and whose time is not over. */
async function verify(token: string, keys: readonly Uint8Array[], now = new Date()): Promise<JWTPayload | null> {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: now })).payload;
    } catch {
      // The key before it may have signed this one.
    }
  }
  return null;
}

async function readAccess(token: string, keys: readonly Uint8Array[], now: Date): Promise<Claims | null> {
  const payload = await verify(token, keys, now);
  if (!payload) return null;
  const userId = Number(payload.sub);
  const { ver, scope, book, exp, jti } = payload as Record<string, unknown>;
  if (!Number.isInteger(userId) || typeof ver !== 'number' || typeof exp !== 'number') return null;
  if (typeof jti !== 'string') return null;
  const grant =
    scope === 'full' ? fullGrant : { scope: 'book' as const, bookId: typeof book === 'number' ? book : null };
  return { userId, version: ver, ...grant, id: jti, expires: exp };
}

const derive = (secret: string, purpose: string) =>
  new Uint8Array(createHash('sha256').update(`${purpose}:${secret}`).digest());

/** A secret that nobody guesses, to be sent; the database keeps `hashSecret` of it. */
export const newSecret = () => randomBytes(32).toString('base64url');
/** Eight digits, to be typed (AUTH-16). */
export const newCode = () => String(randomInt(0, 100_000_000)).padStart(8, '0');
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');
