import { type Asked, tokenOf } from '#lib/api/asked.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { authMessages } from '#lib/words/auth.ts';
import { people } from '../db/people.ts';
import { prepared } from '../db/prepared.ts';
import type { School, Session } from '../http/ctx.ts';
import { Refusal } from '../http/refusal.ts';
import { readRights } from './read-rights.ts';
import type { Claims } from './tokens.ts';
import { sessionOfVouched } from './vouched-session.ts';

/** An id that no row has. */
const NO_BOOK = 0;
const noSession = () => new Refusal(401, 'Sua sessão terminou. Entre de novo.');

const userWithActions = prepared((db, id: number, token: string, book: number) =>
  people(db)
    .leftJoin('user_actions', 'user_actions.user_id', 'users.id')
    .leftJoin('ended_tokens', (join) => join.on('ended_tokens.jti', '=', token))
    .leftJoin('user_books', (join) => join.on('user_books.id', '=', book).onRef('user_books.user_id', '=', 'users.id'))
    .select([
      'users.token_version',
      'users.is_blocked',
      'users.is_club',
      'drive_users.company_id',
      'companies.escola_id',
      'companies.venda_direta_allow',
      'user_actions.action_id',
      'ended_tokens.jti as ended',
      'user_books.id as book_id',
    ])
    .where('users.id', '=', id),
);

/**
 * Refuses a user who was blocked during a session. The code tells pages why (AUTH-24).
 *
 * @throws Refusal 401, so that every client forgets its token
 */
function requireWelcome(isBlocked: boolean, companyId: number | null): void {
  const { bloqueio, unidade } = authMessages.reasons;
  if (isBlocked) throw new Refusal(401, bloqueio, { code: 'blocked_user' });
  if (companyId === BLOCKED_COMPANY_ID) throw new Refusal(401, unidade, { code: 'blocked_company' });
}

/** A refusal of the host becomes the same refusal here. */
function asRefusal(error: unknown): never {
  const { status, detail } = error as { status?: unknown; detail?: unknown };
  if (typeof status !== 'number' || status < 400 || typeof detail !== 'string') throw error;
  throw status === 401 ? noSession() : new Refusal(status, detail);
}

/** The claims of a request's token, if it is ours. */
export async function claimsOf(school: School, asked: Asked): Promise<Claims | null> {
  const token = tokenOf(asked);
  return token ? school.tokens.read(token, school.now()) : null;
}

/**
 * The session behind a bearer token, read anew after every change of the database: a removed role, a blocked user or
 * unit, a raised token version and a logout count at the next call (S16).
 *
 * In connected mode the franchise's host says who owns a token, and our own tokens do not count.
 *
 * @throws Refusal 401 without a valid token; the host's refusal if it had to be asked.
 */
export async function findSession(school: School, asked: Asked): Promise<Session> {
  if (school.config.connected) {
    if (!asked.caller.vouch) throw noSession();
    const vouched = await asked.caller.vouch().catch(asRefusal);
    requireWelcome(false, vouched.user.drive_user?.company.id ?? null);
    return sessionOfVouched(school, vouched);
  }
  const claims = await claimsOf(school, asked);
  if (!claims) throw noSession();
  return school.sessions.find(claims.id, () => readSession(school, claims));
}

async function readSession({ db }: School, claims: Claims): Promise<Session> {
  const rows = await userWithActions(db, claims.userId, claims.id, claims.bookId ?? NO_BOOK);
  const first = rows[0];
  if (!first) throw noSession();
  requireWelcome(first.is_blocked, first.company_id);
  if (first.token_version !== claims.version || first.ended !== null) throw noSession();
  // The code of a book that changed its owner no longer opens the old owner's account.
  if (claims.scope === 'book' && first.book_id === null) throw noSession();
  const actionIds = new Set(rows.flatMap(({ action_id }) => (action_id === null ? [] : [action_id])));
  return {
    userId: claims.userId,
    tokenId: claims.id,
    scope: claims.scope,
    bookId: claims.bookId,
    companyId: first.company_id,
    escolaId: first.escola_id,
    isClub: first.is_club,
    vendaDiretaAllow: first.venda_direta_allow ?? false,
    actionIds,
    rights: await readRights(db, { userId: claims.userId, actionIds, companyId: first.company_id }),
  };
}
