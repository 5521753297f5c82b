import { routes } from './routes.ts';
import { needsRegistrationUpdate } from './rules/account/registration.ts';
import { rightOfPage } from './rules/people/rights.ts';
import { homeOf, roleOf } from './rules/people/role.ts';
import { safeNext } from './rules/routes/next-path.ts';
import { matchRoute, type Route } from './rules/routes/route-table.ts';
import { BLOCKED_COMPANY_ID, type PortalSession, type SessionUser, schoolZone } from './session.ts';

/**
 * The guard’s decision: allow, or redirect. `logout` also ends the session; `instead` is shown at the requested address.
 */
export type Verdict = { allow: true } | { redirect: string; logout?: true } | { instead: string };

export interface GuardOptions {
  /** Open to everybody; the promotional pages, and `/english-test` if the school wants it (OPEN-01). */
  publicPages: readonly string[];
  now: Date;
  /** For schools without a time zone. */
  timeZone: string;
  /** The portal is connected to a host. */
  connected: boolean;
}

/** Shown instead of a page that needs an enrollment. */
const NOT_ENROLLED = '/sem-matricula';
/** The page of personal data, which stays open after the course (0006). */
const OWN_DATA = 'me-privacidade';
/** Shown instead of a page of the panel that the user has no right to. */
const NO_RIGHT = '/sem-direito';

const allow: Verdict = { allow: true };
const to = (redirect: string): Verdict => ({ redirect });

/** Pages of empty-book mode: they need no user (GUARD-05). */
const OPEN_WITH_EMPTY_BOOK: ReadonlySet<Route['kind']> = new Set([
  'root',
  'creation',
  'practice',
  'test',
  'promo',
  'public',
]);
/** Without a user these show the start card of the empty book, because there are no classes and no tasks. */
const START_WITH_EMPTY_BOOK: ReadonlySet<string> = new Set(['dashboard', 'pedagogico', 'pedagogico-list']);

/**
 * The guard table of §2 and §6; the first matching line decides (GUARD-16).
 *
 * A user without a linked drive user is redirected to the login only from `/` (GUARD-08): books, practice and profile
 * need no enrollment. A page that needs one explains that at its own address.
 *
 * @param address path with its query, as the browser requested it
 */
export function decide(address: string, session: PortalSession, options: GuardOptions): Verdict {
  const [pathname = '', search] = address.split('?');
  const match = matchRoute(pathname);
  // ROUTE-30. Addresses of the process itself, such as /sair, are handled before.
  if (!match) return to(routes.root());
  const { route } = match;
  const { user, book, scope } = session;

  // A shared link may point at the parent, so its coupon and its `next` are passed on (AUTH-03).
  if (route.kind === 'login') return route.redirectTo ? to(route.redirectTo + (search ? `?${search}` : '')) : allow;
  if (user?.drive_user?.company.id === BLOCKED_COMPANY_ID) {
    return { redirect: routes.login.main({ motivo: 'unidade' }), logout: true };
  }
  // A level test counts for the logged-in account, and a printed code is no login.
  const isTestByBook = route.kind === 'test' && scope === 'book';
  const isPublic = route.kind === 'public' || options.publicPages.includes(withoutSlash(pathname));
  if (isPublic && !isTestByBook) return allow;
  const isEmptyBook = book?.isEmpty === true;
  if (!user) return withoutUser(address, route, isEmptyBook);
  if (user.so_dados) return route.name === OWN_DATA ? allow : to(routes.profile.privacy());
  if (needsRegistrationUpdate(user, options.now, schoolZone(user, options.timeZone))) {
    return route.kind === 'update'
      ? ofUpdate(route, scope, address)
      : to(routes.profileUpdate.start({ next: requestedOf(address) }));
  }
  return ofPage(address, route, { ...session, user }, options);
}

/** The requested address; null for the default page. */
const requestedOf = (address: string) => (withoutSlash(address) === routes.dashboard() ? null : safeNext(address));
const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');
/** `routes.dashboard({ como: 'aluno' })` */
const isAsStudent = (address: string) => new URLSearchParams(address.split('?')[1]).get('como') === 'aluno';
const stay = (route: Route): Verdict => (route.redirectTo ? to(route.redirectTo) : allow);

function withoutUser(address: string, route: Route, isEmptyBook: boolean): Verdict {
  if (isEmptyBook && START_WITH_EMPTY_BOOK.has(route.name))
    return route.redirectTo ? stay(route) : { instead: routes.profileCreation.newUser() };
  if (isEmptyBook && OPEN_WITH_EMPTY_BOOK.has(route.kind)) return stay(route);
  return to(routes.login.main({ next: safeNext(address) }));
}

/** A user with a printed-code session may neither see nor change personal data. */
function ofUpdate(route: Route, scope: PortalSession['scope'], address: string): Verdict {
  if (scope === 'book') return to(routes.login.form({ motivo: 'senha', next: safeNext(address) }));
  return stay(route);
}

/** One line for each kind of page; `null`: this kind has no further condition. */
function ofPage(
  address: string,
  route: Route,
  { user, book, scope }: PortalSession & { user: SessionUser },
  { connected }: GuardOptions,
): Verdict {
  const isEmptyBook = book?.isEmpty === true;
  const company = user.drive_user?.company;
  const role = roleOf(user);
  const { isManager, isStaff, isTeacher } = role;
  if (route.kind === 'creation' && !isEmptyBook) return to(routes.dashboard());
  if (route.kind === 'update') return to(routes.dashboard());
  if (route.kind === 'root' && !company && !isEmptyBook) return to(routes.login.main({ motivo: 'vinculo' }));
  if (route.needsEnrollment && !company) return { instead: NOT_ENROLLED };
  if (route.kind === 'manager' && user.precisa_fator) return to(routes.profile.factor({ next: safeNext(address) }));
  if (route.kind === 'manager' && !isManager) return to(routes.dashboard());
  const right = rightOfPage(route.pattern);
  if (right !== null && !role.rights.has(right)) return { instead: NO_RIGHT };
  if (route.kind === 'teacher' && !isTeacher) {
    if (!role.rights.has('turmas')) return to(routes.dashboard());
    if (!route.opensToOffice) return to(routes.manager.classes());
  }
  if (route.kind === 'staff' && !isStaff) return to(routes.dashboard());
  if (route.kind === 'orders' && company?.venda_direta_allow !== true) return to(routes.root());
  if (!route.opensByBook && scope === 'book') {
    return to(routes.login.form({ motivo: 'senha', next: safeNext(address) }));
  }
  if (route.kind === 'club' && !user.is_club) return to(routes.club.intro());
  const home = homeOf(role, connected);
  if (route.name === 'dashboard' && home !== routes.dashboard() && scope !== 'book' && !isAsStudent(address)) {
    return to(home);
  }
  return stay(route);
}
