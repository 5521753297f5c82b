import { type Client, createClient } from '#lib/api/client.ts';
import { bookCookie, cookieName, emailTokenCookie, formCookie, type Scope, sessionCookie } from '#lib/session.ts';
import { readCookies, setCookie } from './cookies.ts';
import { formAge, startForm } from './form-clock.ts';
import type { Gateway, Seal, Visitor } from './gateway.ts';
import { scopeOf } from './token.ts';

/** What pages and middleware know of the browser that asked: its cookies stay in here. */
export interface PageSession {
  /** Sends calls of the contract in this browser's name, in process. */
  api: Client;
  /** A session cookie came along; whether it still counts, `users/me/` says. */
  hasToken: boolean;
  /** What the token says of itself. A hint for guards: the API checks again. */
  scope: Scope | null;
  /** The empty book of this browser, after a real look-up (BOOK-04). */
  book(): Promise<{ uuid: string; isEmpty: true } | null>;
  cookie(base: string): string | undefined;
  /** @param maxAge seconds; 0 deletes. */
  setCookie(base: string, value: string, options: { maxAge?: number; readable?: boolean }): void;
  /** A sealed note of now, for a form that is shown in answer to one: the next one brings it back. */
  startForm(): Promise<string>;
  /** Milliseconds since this browser first touched a public form, or since the note was made; null for none of ours. */
  formAge(note?: string): Promise<number | null>;
  /** Clears what logout clears (AUTH-23), for a session that ended by itself. */
  forget(): void;
  /** A call of this page was answered with 401 for the session that came along, which was not forgotten yet (ERR-11). */
  readonly hasEnded: boolean;
  /** `Set-Cookie` values gathered so far, to be sent with the page. */
  readonly cookiesToSet: readonly string[];
}

export function createPageSession(
  gateway: Gateway,
  seal: Seal,
  visitor: Visitor,
  cookieHeader: string | undefined,
  userAgent?: string,
): PageSession {
  const cookies = readCookies(cookieHeader);
  const cookiesToSet: string[] = [];
  const name = (base: string) => cookieName(base, visitor.secure);
  const page: Visitor = { ...visitor, isPage: true };
  const token = cookies.get(name(sessionCookie));
  let hasEnded = false;
  const change = (base: string, value: string, options: { maxAge?: number; readable?: boolean }) => {
    if (options.maxAge === 0) cookies.delete(name(base));
    else cookies.set(name(base), value);
    cookiesToSet.push(setCookie(name(base), value, { secure: visitor.secure, ...options }));
  };
  const api = createClient({
    // Pages know no browser clock; the school's own zone counts for everything they show.
    tmz: () => null,
    async fetch(path, init) {
      const headers = new Headers(init.headers);
      // Where an account is open is told by the browser, also when a page logs in for it.
      if (userAgent) headers.set('user-agent', userAgent);
      headers.set('cookie', [...cookies].map(([key, value]) => `${key}=${value}`).join('; '));
      const hadSession = cookies.has(name(sessionCookie));
      const response = await gateway(new Request(new URL(path, visitor.origin), { ...init, headers }), page);
      if (response.status === 401 && hadSession) hasEnded = true;
      for (const line of response.headers.getSetCookie()) {
        cookiesToSet.push(line);
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        if (/Max-Age=0(;|$)/.test(line)) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    },
  });
  return {
    api,
    hasToken: token !== undefined,
    scope: token ? scopeOf(token) : null,
    async book() {
      const data = await seal.open('book', cookies.get(name(bookCookie)));
      return typeof data?.uuid === 'string' ? { uuid: data.uuid, isEmpty: true } : null;
    },
    cookie: (base) => cookies.get(name(base)),
    setCookie: change,
    startForm: () => startForm(seal),
    formAge: (note) => formAge(seal, note ?? cookies.get(name(formCookie))),
    forget() {
      hasEnded = false;
      for (const base of [sessionCookie, emailTokenCookie, bookCookie]) change(base, '', { maxAge: 0 });
    },
    get hasEnded() {
      return hasEnded;
    },
    cookiesToSet,
  };
}
