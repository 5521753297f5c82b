import { createClient } from '#lib/api/client.ts';
import type { PageSession } from '#lib/api/page-session.ts';
import { bookCookie, cookieName, emailTokenCookie, formCookie, sessionCookie } from '#lib/session.ts';
import { readCookies, setCookie } from './cookies.ts';
import { formAge, startForm } from './form-clock.ts';
import type { Gateway, Seal, Visitor } from './gateway.ts';
import { scopeOf } from './token.ts';

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
    // Pages do not know the browser's clock. They show everything in the school's zone.
    tmz: () => null,
    async fetch(path, init) {
      const headers = new Headers(init.headers);
      // The list of open sessions names the browser, also when a page logs in for it.
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
