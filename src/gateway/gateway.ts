import type { Answered, ApiRequest, Caller, Question, StoredCookies, Upstream, Who } from '#lib/api/request.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import type { RequestedName } from '#lib/page/operations.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import {
  bookCookie,
  choiceCookie,
  cookieName,
  deviceCookie,
  emailTokenCookie,
  secondStepCookie,
  sessionCookie,
} from '#lib/session.ts';
import { methodsOf } from './call-table.ts';
import { isOwnRequest } from './same-origin.ts';

const CHOICE_LIFETIME_S = 2 * 60;
const SECOND_STEP_LIFETIME_S = 10 * 60;
const SESSION_LIFETIME_S = 30 * DAY_S;
const DEVICE_LIFETIME_S = 400 * DAY_S;
const BOOK_LIFETIME_S = DAY_S;

/** Who speaks to the portal, as the process entry sees it. */
export interface Visitor {
  requestId: string;
  address: string;
  /** `https://host`. */
  origin: string;
  secure: boolean;
  /** Empty until a call of this request finds the session. */
  who: Who;
}

/** Where a call comes from. */
export interface Sender {
  visitor: Visitor;
  /** Cookies by their whole name. */
  cookies: ReadonlyMap<string, string>;
  /**
   * Set for a call by a page of the portal, whose own request was already checked. The calls of one page share a caller.
   */
  page?: { caller?: Caller };
}

/** A cookie for the browser. */
export interface NewCookie {
  /** The name without its prefix. */
  base: string;
  value: string;
  /** Seconds; 0 deletes. */
  maxAge: number;
}

/** An answer as the client gets it: its secrets were moved into cookies. */
export interface Outcome extends Omit<Answered, 'stored'> {
  cookies?: readonly NewCookie[];
}

/** Signs small cookies of our own. */
export interface Seal {
  seal(purpose: string, data: Record<string, unknown>, lifetimeS: number): Promise<string>;
  open(purpose: string, text: string | undefined): Promise<Record<string, unknown> | null>;
}

export type Gateway = (question: Question, sender: Sender) => Promise<Outcome>;

/**
 * Handles every call first. It turns the session cookie into a bearer token, and a login answer’s token into the cookie,
 * so page scripts never hold a token. Cookies work for our own pages only. A request with its own `Authorization` header
 * passes unchanged.
 */
export function createGateway(upstream: Upstream, seal: Seal): Gateway {
  return async (question, sender) => {
    const { call, headers } = question;
    const { visitor, cookies, page } = sender;
    const cookie = (base: string) => cookies.get(cookieName(base, visitor.secure));
    const hasOwnBearer = headers.has('authorization');
    const token = hasOwnBearer ? undefined : cookie(sessionCookie);
    const choiceTicket = hasOwnBearer ? undefined : cookie(choiceCookie);
    const secondStep = hasOwnBearer ? undefined : cookie(secondStepCookie);
    const book = cookie(bookCookie);
    const from = {
      method: call.method,
      headers,
      origin: visitor.origin,
      hasCookie: Boolean(token ?? choiceTicket ?? secondStep),
      writes: call.writes === true,
      isFile: call.result !== undefined,
    };
    if (!hasOwnBearer && !page && !isOwnRequest(from)) {
      return refusal(403, 'Este pedido não veio do portal.');
    }
    const caller = callerOf(sender, {
      requestId: visitor.requestId,
      address: visitor.address,
      host: visitor.origin.slice(visitor.origin.indexOf('//') + 2),
      token,
      choiceTicket,
      secondStep,
      device: cookie(deviceCookie),
      who: visitor.who,
      bookUuid: book && (await emptyBookOf(seal, book)),
    });
    const { stored, ...answer } = await upstream({ ...question, caller } satisfies ApiRequest);
    const isBrowser = page !== undefined || headers.has('sec-fetch-site') || headers.has('origin');
    return isBrowser ? forBrowser(question.name as RequestedName, answer, stored, seal) : answer;
  };
}

/** The calls of one page share a caller while the token stays the same, so the session is looked up once. */
function callerOf({ page }: Sender, fresh: Caller): Caller {
  if (!page) return fresh;
  const { caller } = page;
  fresh.page = caller?.page ?? { until: null };
  page.caller = caller && caller.token === fresh.token ? Object.assign(caller, fresh) : fresh;
  return page.caller;
}

/** Calls that answer with an access token. */
const LOGINS: ReadonlySet<RequestedName> = new Set<RequestedName>([
  'auth.login',
  'auth.loginWithBookCode',
  'auth.finishSecondStep',
  'auth.registerWithBook',
  'auth.acceptInvitation',
  'account.switchAccount',
]);

/** Moves secrets out of the answer into cookies. */
async function forBrowser(
  name: RequestedName,
  answer: Outcome,
  stored: StoredCookies = {},
  seal: Seal,
): Promise<Outcome> {
  const cookies: NewCookie[] = [];
  const set = (base: string, value: string, maxAge: number) => cookies.push({ base, value, maxAge });
  if (stored.choice) set(choiceCookie, stored.choice, CHOICE_LIFETIME_S);
  if (stored.device) set(deviceCookie, stored.device, DEVICE_LIFETIME_S);
  if (stored.token) set(sessionCookie, stored.token, SESSION_LIFETIME_S);
  const isOk = answer.status >= 200 && answer.status < 300;
  if (isOk && LOGINS.has(name)) {
    const login = answer.value as Partial<Pick<LoginAnswer, 'access_token' | 'expires_at' | 'second_step'>>;
    if (login.second_step?.ticket) {
      set(secondStepCookie, login.second_step.ticket, SECOND_STEP_LIFETIME_S);
      set(choiceCookie, '', 0);
      return { ...answer, value: { ...login, second_step: { ticket: null } }, cookies };
    }
    if (login.access_token) {
      set(sessionCookie, login.access_token, SESSION_LIFETIME_S);
      set(choiceCookie, '', 0);
      if (name === 'auth.finishSecondStep') set(secondStepCookie, '', 0);
      // A registration links the book. A login does not: the opened book still waits to be added.
      if (name === 'auth.registerWithBook') set(bookCookie, '', 0);
      const expires_at = login.expires_at ?? new Date(Date.now() + SESSION_LIFETIME_S * 1000).toISOString();
      return { ...answer, value: { ...login, access_token: null, expires_at }, cookies };
    }
  }
  if (isOk && name === 'books.getBook') {
    const book = answer.value as { uuid: string; is_empty: boolean };
    const sealed = book.is_empty ? await seal.seal('book', { uuid: book.uuid }, BOOK_LIFETIME_S) : '';
    set(bookCookie, sealed, book.is_empty ? BOOK_LIFETIME_S : 0);
  }
  // When the logout elsewhere fails, this session stays too. A plain logout always clears this browser.
  if (name === 'auth.logout' || (name === 'auth.logoutEverywhere' && isOk)) {
    // AUTH-23 lists three cookies. The tickets of an unfinished login are cleared too.
    const gone = [sessionCookie, emailTokenCookie, bookCookie, choiceCookie, secondStepCookie];
    for (const base of gone) set(base, '', 0);
    return { ...answer, cookies };
  }
  return cookies.length > 0 ? { ...answer, cookies } : answer;
}

async function emptyBookOf(seal: Seal, text: string): Promise<string | undefined> {
  const data = await seal.open('book', text);
  return typeof data?.uuid === 'string' ? data.uuid : undefined;
}

/** @param headers names in lower case */
export const refusal = (status: number, detail: string, headers?: Record<string, string>) => ({
  status,
  value: { detail },
  headers,
});

/** The answer to a request that matches no call of the contract. */
export function noCall(pathname: string): Answered {
  const methods = new Set(methodsOf(pathname));
  return methods.size > 0 ? wrongMethod([...methods].join(', ')) : refusal(404, 'Não encontramos o que você procura.');
}

/** @param allow the methods that the address takes */
export const wrongMethod = (allow: string): Answered => refusal(405, 'Método não permitido.', { allow });
