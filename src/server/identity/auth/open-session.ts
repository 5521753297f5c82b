import bowser from 'bowser';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { logEntry } from '../../core/http/security-log.ts';
import type { Schema } from '../../tables.ts';
import type { TokenRequest } from './tokens.ts';

/** Max. sessions in the list; older ones are dropped from it and expire. */
const MAX_SESSIONS = 40;
export const SEEN_EVERY_MS = 10 * 60 * 1000;
const REMEMBERED = 20_000;
const LIFETIME_MS = 30 * DAY_MS;

/** Issues a token and records its device, so that the owner finds it in the list of sessions. */
export async function openSession(
  ctx: PublicCtx,
  { userId, version, scope, bookId, isProven }: TokenRequest,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const { token, id, expiresAt } = await ctx.tokens.issue({ userId, version, scope, bookId, isProven }, ctx.now());
  await insertSession(ctx, { jti: id, user_id: userId, scope, expires_at: expiresAt });
  await dropOldest(ctx, userId);
  logEntry(ctx, 'session-opened', { user: userId, scope, proven: isProven ?? false });
  return { id, token, expiresAt };
}

/** The parts of a call that recording a session needs. */
type Noting = Pick<Ctx, 'db' | 'database' | 'now' | 'request' | 'session'>;

interface Noted {
  at: number;
  done: Promise<void>;
}

/** When this process last recorded each session: not every page view is worth a write. */
const noted = new WeakMap<PublicCtx['database'], Map<string, Noted>>();

/** Records, at most every ten minutes, that the session of this request is in use. Tokens older than the list are added to it. */
export function noteSession(ctx: Noting): Promise<void> {
  const known = noted.get(ctx.database) ?? new Map<string, Noted>();
  noted.set(ctx.database, known);
  const { tokenId } = ctx.session;
  const at = ctx.now().getTime();
  const before = known.get(tokenId);
  if (before && at - before.at < SEEN_EVERY_MS) return before.done;
  if (known.size >= REMEMBERED) known.clear();
  const done = writeDown(ctx, at).catch((error: unknown) => {
    known.delete(tokenId);
    throw error;
  });
  known.set(tokenId, { at, done });
  return done;
}

/** Records that the user of this session has just re-authenticated (0097). */
export async function noteReauthentication(ctx: Noting): Promise<void> {
  const at = ctx.now();
  await writeDown(ctx, at.getTime());
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: at.toISOString() })
    .where('jti', '=', ctx.session.tokenId)
    .execute();
}

async function writeDown(ctx: Noting, now: number): Promise<void> {
  const { tokenId, userId, scope } = ctx.session;
  // A key of another system is not in the list of devices, and records its own use.
  if (scope === 'key') return;
  const last_seen_at = new Date(now).toISOString();
  const { numUpdatedRows } = await ctx.db
    .updateTable('sessions')
    .set({ last_seen_at })
    .where('jti', '=', tokenId)
    .executeTakeFirst();
  const words = deviceWords(ctx.request.headers.get('user-agent'));
  // A browser may use a token that a tool requested; the browser's description is more precise.
  if (words.navegador) {
    await ctx.db.updateTable('sessions').set(words).where('jti', '=', tokenId).where('navegador', '=', '').execute();
  }
  if (numUpdatedRows > 0n) return;
  const expires_at = new Date(now + LIFETIME_MS).toISOString();
  await insertSession(ctx, { jti: tokenId, user_id: userId, scope, expires_at });
}

async function insertSession(
  ctx: Omit<Noting, 'session'>,
  row: Pick<Schema['sessions'], 'jti' | 'user_id' | 'scope' | 'expires_at'>,
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db
    .insertInto('sessions')
    .values({ ...row, ...deviceWords(ctx.request.headers.get('user-agent')), created_at: at, last_seen_at: at })
    .onConflict((known) => known.column('jti').doNothing())
    .execute();
}

async function dropOldest({ db }: PublicCtx, userId: number): Promise<void> {
  const old = await db
    .selectFrom('sessions')
    .select('jti')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('jti')
    .limit(100)
    .offset(MAX_SESSIONS)
    .execute();
  if (old.length === 0) return;
  await db
    .deleteFrom('sessions')
    .where(
      'jti',
      'in',
      old.map(({ jti }) => jti),
    )
    .execute();
}

const kinds: Readonly<Record<string, Schema['sessions']['aparelho']>> = {
  mobile: 'celular',
  tablet: 'tablet',
  desktop: 'computador',
};

/** The browser and system in words for the owner. The full user agent is not stored, because it is a fingerprint. */
function deviceWords(agent: string | null): Pick<Schema['sessions'], 'navegador' | 'sistema' | 'aparelho'> {
  if (!agent) return { navegador: '', sistema: '', aparelho: 'outro' };
  const { browser, os, platform } = bowser.parse(agent.slice(0, 400));
  return {
    navegador: (browser.name ?? '').slice(0, 40),
    sistema: (os.name ?? '').slice(0, 40),
    aparelho: kinds[platform.type ?? ''] ?? 'outro',
  };
}
