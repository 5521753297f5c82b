import { type ApiRequest, type ExternalUser, tokenOf } from '#lib/api/request.ts';
import type { Company, DriveUser, User } from '#lib/contract/account.schema.ts';
import { rightsOf } from '#lib/rules/people/rights.ts';
import { ADMIN_ACTION_ID, isStaffAction, MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { loginReasons } from '#lib/words/auth-reasons.ts';
import type { Db } from '../../core/db/connection.ts';
import { people, withUnit } from '../../core/db/people.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { mayEnter } from './find-accounts.ts';
import { isKey, sessionOfKey } from './key-session.ts';
import { newAccount } from './new-account.ts';
import { noteSession, SEEN_EVERY_MS } from './open-session.ts';
import { readRights } from './read-rights.ts';
import type { Claims } from './tokens.ts';

/** An id that no row has. */
const NO_BOOK = 0;
/** A session of staff ends after this time without a call (S22). */
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
 * Refuses a user who was blocked during a session. The code shows pages the reason (AUTH-24).
 *
 * @throws Refusal 401, so that every client deletes its token
 */
function requireWelcome(isBlocked: boolean, companyId: number | null): void {
  const { bloqueio, unidade } = loginReasons;
  if (isBlocked) throw new Refusal(401, bloqueio, { code: 'blocked_user' });
  if (companyId === BLOCKED_COMPANY_ID) throw new Refusal(401, unidade, { code: 'blocked_company' });
}

/** Converts a refusal of the host into the same refusal of the portal. */
function asRefusal(error: unknown): never {
  const { status, detail } = error as { status?: unknown; detail?: unknown };
  if (typeof status !== 'number' || status < 400 || typeof detail !== 'string') throw error;
  throw status === 401 ? noSession() : new Refusal(status, detail);
}

/** The claims of a request's token, if it is ours. */
export async function claimsOf(school: School, request: ApiRequest): Promise<Claims | null> {
  const token = tokenOf(request);
  return token ? school.tokens.read(token, school.now()) : null;
}

/**
 * The session of a bearer token, read again for every request, so that a removed role, a blocked user or unit, a raised token
 * version and a logout take effect with the next one (S16).
 *
 * A key of another system is a bearer too.
 *
 * In connected mode the franchise's host identifies the owner of a token, and our own tokens are not accepted.
 *
 * @throws Refusal 401 without a valid token; the host's refusal if it had to be asked.
 */
export async function findSession(school: School, request: ApiRequest): Promise<Session> {
  if (school.config.connected) {
    if (!request.caller.identify) throw noSession();
    const external = await request.caller.identify().catch(asRefusal);
    requireWelcome(false, external.user.drive_user?.company.id ?? null);
    return sessionOfExternal(school, external);
  }
  const token = tokenOf(request);
  if (token !== undefined && isKey(token)) return sessionOfKey(school, token);
  const claims = await claimsOf(school, request);
  if (!claims) throw noSession();
  const session = await readSession(school, claims);
  if (session.isStaff) await keepAwake(school, request, session);
  return session;
}

/** Ends an idle session of staff, and records the use of an active one. @throws Refusal 401 */
async function keepAwake(school: School, request: ApiRequest, session: Session): Promise<void> {
  const idle = school.now().getTime() - session.seenAt;
  if (idle > IDLE_MS) throw new Refusal(401, loginReasons.inatividade, { code: 'idle_session' });
  if (idle >= SEEN_EVERY_MS) await noteSession({ ...school, request, session });
}

const timeOf = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));

/** Removes the panel actions of a user without the required second factor (0097). */
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
    reauthenticatedAt: Math.max(claims.isProven ? claims.issued * 1000 : 0, timeOf(first.proved_at)),
  };
}

/**
 * The session of a user whom the franchise's host confirms. A user row of ours represents the host's user, so that data here
 * (notices, level tests) have an owner, and can be exported and erased. Roles and company come from this answer of the host; the
 * row stores no rights and no password.
 */
export async function sessionOfExternal(
  school: School,
  { user, tokenId, scope, host }: ExternalUser,
): Promise<Session> {
  const known = await ownRow(school.db, host, user.id);
  const row = known ?? (await addUser(school, host, user));
  if (known && (known.full_name !== user.full_name || known.email !== (user.email ?? ''))) {
    await school.db.updateTable('users').set(nameOf(user)).where('id', '=', known.user_id).execute();
  }
  const company = user.drive_user?.company;
  const actionIds = new Set(user.user_actions.map(({ action_id }) => action_id));
  return {
    userId: row.user_id,
    tokenId,
    scope,
    key: null,
    bookId: null,
    companyId: row.company_id,
    timeZone: zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE),
    escolaId: row.escola_id,
    marca: row.marca,
    isClub: user.is_club,
    vendaDiretaAllow: company?.venda_direta_allow ?? false,
    actionIds,
    // The host decides who is a manager, and its portal shows each school a single unit.
    rights: rightsOf({ actionIds, companyId: row.company_id, rows: [], schoolUnits: [] }),
    isStaff: false,
    // The host authenticates people in its own way.
    hasFactor: false,
    needsFactor: false,
    ownDataOnly: false,
    seenAt: school.now().getTime(),
    reauthenticatedAt: school.now().getTime(),
  };
}

const ownRow = (db: Db, host: string, foreignId: number) =>
  db
    .selectFrom('vouched_users')
    .innerJoin('users', 'users.id', 'vouched_users.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'vouched_users.user_id',
      'drive_users.company_id',
      'companies.escola_id',
      'companies.timezone',
      'schools.marca',
      'users.full_name',
      'users.email',
    ])
    .where('vouched_users.host', '=', host)
    .where('vouched_users.foreign_id', '=', foreignId)
    .executeTakeFirst();

const nameOf = (user: User) => ({
  full_name: user.full_name.slice(0, 120),
  email: (user.email ?? '').slice(0, 254),
  email_key: (user.email ?? '').slice(0, 254).toLowerCase(),
});

/** Two simultaneous first calls create one row: the second finds the number taken and reads the row of the first. */
async function addUser(school: School, host: string, user: User) {
  const { db, now, config } = school;
  const isFirst = await db.transaction().execute(async (tx) => {
    const driveUserId = user.drive_user
      ? await addDriveUser(tx, host, zoned(user.drive_user, config.SCHOOL_TIME_ZONE))
      : null;
    const { id } = await tx
      .insertInto('users')
      .values({
        ...nameOf(user),
        drive_user_id: driveUserId,
        // No real hash has this form, so no password matches.
        password_hash: '-',
        ...newAccount,
        created_at: now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mine = await tx
      .insertInto('vouched_users')
      .values({ user_id: id, host, foreign_id: user.id })
      .onConflict((known) => known.columns(['host', 'foreign_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (mine) return true;
    await tx.deleteFrom('users').where('id', '=', id).execute();
    if (driveUserId !== null) await tx.deleteFrom('drive_users').where('id', '=', driveUserId).execute();
    return false;
  });
  const row = await ownRow(db, host, user.id);
  if (!row) throw new Error(`user ${user.id} of ${host} has no row (${isFirst ? 'first' : 'second'})`);
  return row;
}

/** A host may send no time zone, or an unknown one. Jobs use the zones of units, so a row always has a valid one. */
const zoned = (drive: DriveUser, fallback: string): DriveUser => ({
  ...drive,
  company: { ...drive.company, timezone: zoneOr(drive.company.timezone, fallback) },
});

async function addDriveUser(tx: Db, host: string, drive: DriveUser): Promise<number> {
  const { id } = await tx
    .insertInto('drive_users')
    .values({
      company_id: await companyOf(tx, host, drive.company),
      // The host's registration number has no meaning here.
      matricula: '',
      nome: drive.nome.slice(0, 120),
      papel: 'aluno',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function companyOf(tx: Db, host: string, company: Company): Promise<number> {
  const find = () =>
    tx
      .selectFrom('vouched_companies')
      .select('company_id')
      .where('host', '=', host)
      .where('foreign_id', '=', company.id)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.company_id;
  const school = await tx
    .insertInto('schools')
    .values({
      nome: company.nome.slice(0, 120),
      marca: company.marca === 'phenom' ? 'phenom' : 'knn',
      cidade: company.cidade.slice(0, 80),
      uf: company.uf.slice(0, 2),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await tx
    .insertInto('companies')
    .values({
      escola_id: school.id,
      nome: company.nome.slice(0, 120),
      telefone: company.telefone?.slice(0, 20) ?? null,
      whatsapp: company.whatsapp?.slice(0, 20) ?? null,
      timezone: company.timezone.slice(0, 60),
      venda_direta_allow: company.venda_direta_allow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mine = await tx
    .insertInto('vouched_companies')
    .values({ company_id: added.id, host, foreign_id: company.id })
    .onConflict((other) => other.columns(['host', 'foreign_id']).doNothing())
    .returning('company_id')
    .executeTakeFirst();
  if (mine) return mine.company_id;
  await tx.deleteFrom('companies').where('id', '=', added.id).execute();
  await tx.deleteFrom('schools').where('id', '=', school.id).execute();
  const first = await find();
  if (!first) throw new Error(`unit ${company.id} of ${host} has no row`);
  return first.company_id;
}
