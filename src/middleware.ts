import { defineMiddleware, sequence } from 'astro:middleware';
import { partOf, subjectOf } from '#lib/api/part.ts';
import { getMe, verifyEmail } from '#lib/contract/account.ts';
import { firstName } from '#lib/format/text.ts';
import { decide } from '#lib/guards.ts';
import { routes } from '#lib/routes.ts';
import { outcomeOf } from '#lib/rules/account/email-verification.ts';
import { roleOf } from '#lib/rules/people/role.ts';
import { isPromoFile } from '#lib/rules/promo/promo-files.ts';
import { matchRoute } from '#lib/rules/routes/route-table.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import {
  deviceCookie,
  emailTokenCookie,
  flashCookie,
  schoolZone,
  TEXT_SIZES,
  THEMES,
  textCookie,
  themeCookie,
} from '#lib/session.ts';

const EMAIL_TOKEN_LIFETIME_S = DAY_S;
/** Forms of the shell. They are not pages, so the page table does not list them. */
const ACTIONS: ReadonlySet<string> = new Set(['/sair', '/preferencias/tema', '/preferencias/texto']);

/**
 * Turns the cookie into the user and the empty book, and gives pages their helpers. One look-up per request. The API
 * checks permissions on its own.
 */
const session = defineMiddleware(async ({ locals, url }, next) => {
  const { session, settings, brand, theme, textSize } = locals;
  const part = session.hasToken ? await partOf(session.api(getMe)) : null;
  const book = await session.book();
  locals.reauthentication = null;
  locals.user = part?.ok ? part.data : null;
  locals.schoolFailure = part === null || part.ok || part.status === 401 ? null : part.detail;
  locals.sessionEnd = part !== null && !part.ok && part.status === 401 ? (endWords[part.code ?? ''] ?? 'sessao') : null;
  locals.book = book;
  // AUTH-25: the session ended on its own, so clear what logout clears.
  if (locals.sessionEnd) session.forget();
  locals.flash = session.cookie(flashCookie) ?? null;
  const current = locals.user;
  const byBook = session.scope === 'book';
  const canOrder = current?.drive_user?.company.venda_direta_allow === true;
  // Connected, the franchise sells.
  const hasCart = canOrder && !byBook && !settings.connected && current.so_dados !== true;
  /** Several places of a page show it. */
  let pieces: Promise<number | undefined> | undefined;
  locals.role = roleOf(current);
  locals.timeZone = schoolZone(current, settings.timeZone);
  locals.shell = {
    brand,
    theme: session.cookie(themeCookie) ? theme : (oneOf(THEMES, current?.theme) ?? theme),
    textSize: session.cookie(textCookie) ? textSize : (oneOf(TEXT_SIZES, current?.text_size) ?? textSize),
    path: url.pathname,
    address: url.pathname + url.search,
    debug: settings.debug,
    countUnread: () =>
      session.api.inbox.countUnreadNotices().then(
        ({ unread }) => unread,
        () => undefined,
      ),
    countCart: () => {
      if (!hasCart) return Promise.resolve(null);
      pieces ??= session.api.orders.countCart().then(
        ({ quantidade_total }) => quantidade_total,
        () => undefined,
      );
      return pieces;
    },
    listWaiting: async () => {
      if (settings.connected) return [];
      const part = await partOf(session.api.panel.listWaiting());
      return part.ok ? part.data : [];
    },
    emptyBook: book !== null && current === null,
    user: current && {
      id: current.id,
      fullName: current.full_name,
      firstName: firstName(current.full_name),
      avatarUrl: current.avatar_url ?? null,
      byBook,
      ownDataOnly: current.so_dados === true,
      isClub: current.is_club,
      canOrder,
      hasChildren: current.tem_criancas === true,
      isGuardianOnly: current.so_responsavel === true,
      isManager: locals.role.isManager,
      isTeacher: locals.role.isTeacher && !settings.connected,
      rights: locals.role.rights,
      isConnected: settings.connected,
      isStaff: locals.role.isStaff,
    },
  };
  const response = await next();
  // A redirect shows nothing: the page that it leads to still says it (AUTH-15).
  const isRedirect = response.status >= 300 && response.status < 400;
  if (locals.flash && !isRedirect) session.setCookie(flashCookie, '', { maxAge: 0 });
  for (const line of session.cookiesToSet) response.headers.append('Set-Cookie', line);
  return response;
});

/** A page without its subject says so in words, and answers 404. */
const notFound = defineMiddleware(async ({ locals }, next) => {
  let isAnyMissing = false;
  locals.missing = (isMissing) => {
    isAnyMissing ||= isMissing;
    return isMissing;
  };
  locals.load = async (work) => {
    const subject = await subjectOf(work);
    locals.missing(subject.isMissing);
    return subject;
  };
  const response = await next();
  if (!isAnyMissing || response.status !== 200) return response;
  return new Response(response.body, { status: 404, headers: response.headers });
});

/** The franchise's host may send words that this portal does not know. */
const oneOf = <Word extends string>(words: readonly Word[], wanted: string | null | undefined): Word | undefined =>
  words.find((word) => word === wanted);

/** Why a session ended, by the code of the refusal (S16). */
const endWords: Readonly<Record<string, App.Locals['sessionEnd']>> = {
  blocked_user: 'bloqueio',
  blocked_company: 'unidade',
  idle_session: 'inatividade',
};

/**
 * `?token_email=` on any address. It is kept until a user is logged in with a password and the school answers. Then it
 * is verified at once (AUTH-15).
 */
const emailToken = defineMiddleware(async ({ locals, url, redirect, request }, next) => {
  const { session, user } = locals;
  if (request.method !== 'GET') return next();
  const arrived = url.searchParams.get('token_email');
  const token = arrived ?? session.cookie(emailTokenCookie);
  if (!token) return next();
  const keep = () => {
    if (arrived && /^[\w-]{1,200}$/.test(arrived))
      session.setCookie(emailTokenCookie, arrived, { maxAge: EMAIL_TOKEN_LIFETIME_S });
  };
  // A printed code alone verifies nothing. The page says so once, and tries again after the password.
  if (user && !user.so_dados && (arrived !== null || session.scope !== 'book')) {
    const { flash, canRetry } = outcomeOf(await partOf(session.api(verifyEmail, { body: { token_email: token } })));
    if (canRetry) keep();
    else session.setCookie(emailTokenCookie, '', { maxAge: 0 });
    if (arrived !== null || !canRetry) session.setCookie(flashCookie, flash, { maxAge: 60 });
  } else keep();
  if (arrived === null) {
    locals.flash = session.cookie(flashCookie) ?? locals.flash;
    return next();
  }
  url.searchParams.delete('token_email');
  return redirect(url.pathname + url.search);
});

/** §2 and §6: one table decides. */
const guard = defineMiddleware(async ({ locals, url, redirect, request }, next) => {
  const { session, user, book, settings } = locals;
  if (ACTIONS.has(url.pathname) || isPromoFile(url.pathname)) return next();
  if (locals.tooLarge) return next('/grande-demais');
  if (locals.schoolFailure !== null && !url.pathname.startsWith('/login')) return next('/erro');
  const verdict = decide(
    url.pathname + url.search,
    { user, book, scope: session.scope },
    {
      publicPages: settings.publicPages,
      now: new Date(),
      timeZone: settings.timeZone,
      connected: settings.connected,
    },
  );
  if ('instead' in verdict) return next(verdict.instead);
  if ('allow' in verdict) {
    const isMissing = settings.connected && matchRoute(url.pathname)?.route.onlyEmbedded;
    return isMissing ? next('/indisponivel') : next();
  }
  if (verdict.logout) session.forget();
  // The cookie of a session that expired is gone: a form that is sent, or a browser that logged in before, had one.
  const hadSession = user === null && (request.method === 'POST' || session.cookie(deviceCookie) !== undefined);
  return redirect(withReason(verdict.redirect, locals.sessionEnd ?? (hadSession ? 'sessao' : null)));
});

/** AUTH-25: after a session ends, the login page tells the visitor why. */
function withReason(address: string, reason: App.Locals['sessionEnd']): string {
  const [path = '', search] = address.split('?');
  const query = new URLSearchParams(search);
  if (reason === null || path !== routes.login.main() || query.has('motivo')) return address;
  return `${path}?${new URLSearchParams([...query, ['motivo', reason]])}`;
}

/** Logs the error that breaks a page; the error page follows. */
const faults = defineMiddleware(async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    locals.fault(error);
    throw error;
  }
});

const portal = sequence(faults, session, emailToken, guard, notFound);

/** The build draws share cards. No visitor asks for them. */
export const onRequest = defineMiddleware((context, next) => (context.isPrerendered ? next() : portal(context, next)));
