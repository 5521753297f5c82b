import { answerOf, createClient, type Reply } from '#lib/api/client.ts';
import type { Question } from '#lib/api/request.ts';
import type { PageSession } from '#lib/page/page-session.ts';
import { bookCookie, cookieName, emailTokenCookie, formCookie, secondStepCookie, sessionCookie } from '#lib/session.ts';
import { readCookies, setCookie } from './cookies.ts';
import { formAge, startForm } from './form-clock.ts';
import type { Gateway, Seal, Sender, Visitor } from './gateway.ts';
import type { OperationClients } from './operation-client.ts';
import { questionAbout, questionOf } from './question.ts';
import { scopeOf } from './token.ts';

export function createPageSession(
  { gateway, operations, seal }: { gateway: Gateway; operations: OperationClients; seal: Seal },
  visitor: Visitor,
  cookieHeader: string | undefined,
  userAgent?: string,
): PageSession {
  const cookies = readCookies(cookieHeader);
  const cookiesToSet: string[] = [];
  const name = (base: string) => cookieName(base, visitor.secure);
  const sender: Sender = { visitor, cookies, page: {} };
  const token = cookies.get(name(sessionCookie));
  let hasEnded = false;
  let isMisdirected = false;
  const change = (base: string, value: string, options: { maxAge?: number; readable?: boolean }) => {
    if (options.maxAge === 0) cookies.delete(name(base));
    else cookies.set(name(base), value);
    cookiesToSet.push(setCookie(name(base), value, { secure: visitor.secure, ...options }));
  };
  const ask = async (question: Question): Promise<Reply> => {
    const hadSession = cookies.has(name(sessionCookie));
    const { status, value, content, cookies: fresh = [] } = await gateway(question, sender);
    if (status === 401 && hadSession) hasEnded = true;
    if (status === 405) isMisdirected = true;
    for (const { base, value: text, maxAge } of fresh) change(base, text, { maxAge });
    return { status, value: value ?? content };
  };
  // The list of open sessions names the browser, also when a page logs in for it.
  const ofBrowser: Record<string, string> = userAgent ? { 'user-agent': userAgent } : {};
  const client = createClient({
    // Pages do not know the browser's clock. They show everything in the school's zone.
    tmz: () => null,
    async send(sent) {
      Object.assign(sent.headers, ofBrowser);
      return ask(await questionOf(sent));
    },
  });
  const byName = operations(async (operation, input, { idempotencyKey } = {}) => {
    const headers = { ...ofBrowser, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
    return answerOf(await ask(questionAbout(operation, input, headers)));
  });
  const api = Object.assign(client, byName);
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
      const gone = [sessionCookie, emailTokenCookie, bookCookie, secondStepCookie];
      for (const base of gone) change(base, '', { maxAge: 0 });
    },
    get hasEnded() {
      return hasEnded;
    },
    get isMisdirected() {
      return isMisdirected;
    },
    cookiesToSet,
  };
}
