import { TextResponse } from '#lib/api/text-response.ts';
import type { CallName } from '#lib/contract/index.schema.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import {
  bookCookie,
  type Caller,
  choiceCookie,
  cookieName,
  deviceCookie,
  emailTokenCookie,
  sessionCookie,
} from '#lib/session.ts';
import { findCall, type KnownCall } from './call-table.ts';
import { readCookies, setCookie } from './cookies.ts';
import { isOwnRequest } from './same-origin.ts';

const CHOICE_LIFETIME_S = 2 * 60;
const SESSION_LIFETIME_S = 30 * DAY_S;
const DEVICE_LIFETIME_S = 400 * DAY_S;
const BOOK_LIFETIME_S = DAY_S;

/** Who speaks to the gateway, as the process entry sees it. */
export interface Visitor {
  requestId: string;
  address: string;
  /** `https://host`. */
  origin: string;
  secure: boolean;
  /** A page of the portal asks. Its own request was checked already. */
  isPage?: boolean;
}

/** What answers a call: the embedded school or the franchise's hosts. `known` is null outside the contract. */
export type Upstream = (request: Request, caller: Caller, known: KnownCall | null) => Promise<Response>;

/** Signs small cookies of our own. */
export interface Seal {
  seal(purpose: string, data: Record<string, unknown>, lifetimeS: number): Promise<string>;
  open(purpose: string, text: string | undefined): Promise<Record<string, unknown> | null>;
}

export type Gateway = (request: Request, visitor: Visitor) => Promise<Response>;

/**
 * Stands before every call. It turns the session cookie into a bearer token, and a login answer's token into the
 * cookie, so page scripts never hold a token. Cookies work for our own pages only. A request with its own
 * `Authorization` header passes unchanged.
 */
export function createGateway(upstream: Upstream, seal: Seal): Gateway {
  const ofPages = new WeakMap<Visitor, Caller>();
  /** The calls of one page share a caller while its token stays, so the session is looked up once. */
  const callerOf = (visitor: Visitor, fresh: Caller): Caller => {
    const known = visitor.isPage ? ofPages.get(visitor) : undefined;
    if (known && known.token === fresh.token) return Object.assign(known, fresh);
    if (visitor.isPage) ofPages.set(visitor, fresh);
    return fresh;
  };
  return async (request, visitor) => {
    // HEAD does the same as GET but sends no body, so it passes the same checks.
    const isHead = request.method === 'HEAD';
    const known = findCall(isHead ? 'GET' : request.method, new URL(request.url).pathname);
    const cookies = readCookies(request.headers.get('cookie'));
    const cookie = (base: string) => cookies.get(cookieName(base, visitor.secure));
    const ownHeader = request.headers.has('authorization');
    const token = ownHeader ? undefined : cookie(sessionCookie);
    const choiceTicket = ownHeader ? undefined : cookie(choiceCookie);
    const question = {
      method: request.method,
      headers: request.headers,
      origin: visitor.origin,
      hasCookie: Boolean(token ?? choiceTicket),
      writes: known?.call.writes === true,
      isFile: known?.call.result !== undefined,
    };
    if (!ownHeader && !visitor.isPage && !isOwnRequest(question)) {
      return refusal(403, 'Este pedido não veio do portal.');
    }
    const caller = callerOf(visitor, {
      requestId: visitor.requestId,
      address: visitor.address,
      token,
      choiceTicket,
      device: cookie(deviceCookie),
      bookUuid: await emptyBookOf(seal, cookie(bookCookie)),
    });
    const answer = await upstream(request, caller, known);
    if (!known) return answer;
    const browser = visitor.isPage || request.headers.has('sec-fetch-site') || request.headers.has('origin');
    return withCookies(known, answer, { browser, hasBody: answer.ok && !isHead, visitor, seal });
  };
}

/** Calls that answer with an access token. */
const LOGINS: ReadonlySet<CallName> = new Set<CallName>([
  'auth.login',
  'auth.loginWithBookCode',
  'auth.registerWithBook',
  'account.switchAccount',
]);
/** Calls whose answer holds something for the gateway. */
const PARTLY_OURS: ReadonlySet<CallName> = new Set<CallName>([
  ...LOGINS,
  'books.getBook',
  'auth.logout',
  'auth.logoutEverywhere',
]);
/** Headers that never leave the gateway. */
const INTERNAL = ['x-portal-choice', 'x-portal-device', 'x-portal-token'] as const;

interface Exchange {
  browser: boolean;
  /** The answer has the body that the call promises. */
  hasBody: boolean;
  visitor: Visitor;
  seal: Seal;
}

/** Moves secrets out of the answer into cookies. */
async function withCookies(
  known: KnownCall,
  answer: Response,
  { browser, hasBody, visitor, seal }: Exchange,
): Promise<Response> {
  if (!PARTLY_OURS.has(known.name) && !INTERNAL.some((name) => answer.headers.has(name))) return answer;
  const headers = new Headers(answer.headers);
  const set = (base: string, value: string, maxAge: number) =>
    headers.append(
      'Set-Cookie',
      setCookie(cookieName(base, visitor.secure), value, { secure: visitor.secure, maxAge }),
    );
  const takeHeader = (name: string) => {
    const value = headers.get(name);
    headers.delete(name);
    return browser ? value : null;
  };
  const choice = takeHeader('x-portal-choice');
  if (choice) set(choiceCookie, choice, CHOICE_LIFETIME_S);
  const device = takeHeader('x-portal-device');
  if (device) set(deviceCookie, device, DEVICE_LIFETIME_S);
  const renewed = takeHeader('x-portal-token');
  if (renewed) set(sessionCookie, renewed, SESSION_LIFETIME_S);

  let text: string | null = null;
  if (hasBody && browser && LOGINS.has(known.name)) {
    const login = (await answer.json()) as { access_token?: string | null; expires_at?: string | null };
    if (login.access_token) {
      set(sessionCookie, login.access_token, SESSION_LIFETIME_S);
      set(choiceCookie, '', 0);
      // A registration links the book. A login does not: the opened book still waits to be added.
      if (known.name === 'auth.registerWithBook') set(bookCookie, '', 0);
      login.expires_at ??= new Date(Date.now() + SESSION_LIFETIME_S * 1000).toISOString();
      login.access_token = null;
    }
    text = JSON.stringify(login);
  }
  if (hasBody && browser && known.name === 'books.getBook') {
    const book = (await answer.json()) as { uuid: string; is_empty: boolean };
    const sealed = book.is_empty ? await seal.seal('book', { uuid: book.uuid }, BOOK_LIFETIME_S) : '';
    set(bookCookie, sealed, book.is_empty ? BOOK_LIFETIME_S : 0);
    text = JSON.stringify(book);
  }
  // When the logout elsewhere fails, this session stays too. A plain logout always clears this browser.
  if (browser && (known.name === 'auth.logout' || (known.name === 'auth.logoutEverywhere' && answer.ok))) {
    // AUTH-23 lists three cookies. The choice ticket lives two minutes and goes too.
    for (const base of [sessionCookie, emailTokenCookie, bookCookie, choiceCookie]) set(base, '', 0);
    headers.set('Clear-Site-Data', '"cache"');
  }
  if (text === null && answer instanceof TextResponse) text = answer.content;
  if (text === null) return new Response(answer.body, { status: answer.status, headers });
  headers.delete('content-length');
  return new TextResponse(text, { status: answer.status, headers });
}

async function emptyBookOf(seal: Seal, text: string | undefined): Promise<string | undefined> {
  if (!text) return undefined;
  const data = await seal.open('book', text);
  return typeof data?.uuid === 'string' ? data.uuid : undefined;
}

export function refusal(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail }, { status, headers: { 'Cache-Control': 'private, no-store', ...headers } });
}
