import { type Asked, tokenOf } from '#lib/api/asked.ts';
import { ADMIN_ACTION_ID, isStaffAction, MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { loginReasons } from '#lib/words/auth-reasons.ts';
import { people } from '../../core/db/people.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { mayEnter } from './find-accounts.ts';
import { isKey, sessionOfKey } from './key-session.ts';
import { noteSession, SEEN_EVERY_MS } from './open-session.ts';
import { readRights } from './read-rights.ts';
import type { Claims } from './tokens.ts';
import { sessionOfVouched } from './vouched-session.ts';

/** An id that no row has. */
const NO_BOOK = 0;
/** A session of staff ends after these hours without a call (S22). */
const IDLE_MS = 12 * HOUR_MS;
export const noSession = () => new Refusal(401, 'Sua sessão terminou. Entre de novo.');

const userWithActions = prepared((db, id: number, token: string, book: number) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('user_actions', 'user_actions.user_id', 'users.id')
    .leftJoin('ended_tokens', (join) => join.on('ended_tokens.jti', '=', token))
    .leftJoin('user_books', (join) => join.on('user_books.id', '=', book).onRef('user_books.user_id', '=', 'users.id'))
    .leftJoin('sessions', (join) => join.on('sessions.jti', '=', token))
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('factors')
          .select('factors.id')
          .whereRef('factors.user_id', '=', 'users.id')
          .where('factors.confirmado_em', 'is not', null),
      ).as('has_factor'),
      'sessions.last_seen_at as seen_at',
      'sessions.proved_at',
      'users.token_version',
      'users.is_blocked',
      'users.own_data_only',
      'users.is_club',
      'drive_users.company_id',
      'companies.escola_id',
      'companies.timezone',
      'schools.marca',
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
  const { bloqueio, unidade } = loginReasons;
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
 * The session behind a bearer token, read anew for every request: a removed role, a blocked user or unit, a raised token
 * version and a logout count at the next one (S16).
 *
 * A key of another system is a bearer too.
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
  const token = tokenOf(asked);
  if (token !== undefined && isKey(token)) return sessionOfKey(school, token);
  const claims = await claimsOf(school, asked);
  if (!claims) throw noSession();
  const session = await readSession(school, claims);
  if (session.isStaff) await keepAwake(school, asked, session);
  return session;
}

/** Ends a session of staff that stood idle. One that is in use is noted, whatever it asks for. @throws Refusal 401 */
async function keepAwake(school: School, asked: Asked, session: Session): Promise<void> {
  const idle = school.now().getTime() - session.seenAt;
  if (idle > IDLE_MS) throw new Refusal(401, loginReasons.inatividade, { code: 'idle_session' });
  if (idle >= SEEN_EVERY_MS) await noteSession({ ...school, request: asked, session });
}

const timeOf = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));

/** Without the factor that the school asks for, a person of the panel is nobody there (0097). */
const withoutPanel = (actionIds: ReadonlySet<number>) =>
  new Set([...actionIds].filter((id) => id !== MANAGER_ACTION_ID && id !== ADMIN_ACTION_ID));

async function readSession({ db, config }: School, claims: Claims): Promise<Session> {
  const rows = await userWithActions(db, claims.userId, claims.id, claims.bookId ?? NO_BOOK);
  const first = rows[0];
  if (!first) throw noSession();
  requireWelcome(!mayEnter(first) || (first.is_blocked && claims.scope === 'book'), first.company_id);
  if (first.token_version !== claims.version || first.ended !== null) throw noSession();
  // The code of a book that changed its owner no longer opens the old owner's account.
  if (claims.scope === 'book' && first.book_id === null) throw noSession();
  const actionIds = new Set(rows.flatMap(({ action_id }) => (action_id === null ? [] : [action_id])));
  const rights = await readRights(db, { userId: claims.userId, actionIds, companyId: first.company_id });
  const hasFactor = Boolean(first.has_factor);
  const needsFactor = config.needsStaffFactor && !hasFactor && (rights.size > 0 || actionIds.has(ADMIN_ACTION_ID));
  return {
    userId: claims.userId,
    tokenId: claims.id,
    scope: claims.scope,
    key: null,
    bookId: claims.bookId,
    companyId: first.company_id,
    timeZone: zoneOr(first.timezone, config.SCHOOL_TIME_ZONE),
    escolaId: first.escola_id,
    marca: first.marca,
    isClub: first.is_club,
    vendaDiretaAllow: first.venda_direta_allow ?? false,
    actionIds: needsFactor ? withoutPanel(actionIds) : actionIds,
    rights: needsFactor ? new Map() : rights,
    isStaff: [...actionIds].some(isStaffAction),
    hasFactor,
    needsFactor,
    ownDataOnly: first.is_blocked,
    seenAt: Math.max(claims.issued * 1000, timeOf(first.seen_at)),
    provedAt: Math.max(claims.isProven ? claims.issued * 1000 : 0, timeOf(first.proved_at)),
  };
}
