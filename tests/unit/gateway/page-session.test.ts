import { describe, expect, it } from 'vitest';
import {
  type Gateway,
  type Outcome,
  refusal,
  type Seal,
  type Sender,
  type Visitor,
} from '../../../src/gateway/gateway.ts';
import { operationClients } from '../../../src/gateway/operation-client.ts';
import { createPageSession } from '../../../src/gateway/page-session.ts';
import { getMe } from '../../../src/lib/contract/account.ts';

const seal: Seal = {
  seal: async (purpose, data) => `${purpose}:${JSON.stringify(data)}`,
  open: async (purpose, text) => (text?.startsWith(`${purpose}:`) ? JSON.parse(text.slice(purpose.length + 1)) : null),
};
const visitor = (secure: boolean): Visitor => ({
  requestId: 'r',
  who: {},
  address: 'a',
  origin: `${secure ? 'https' : 'http'}://portal.example`,
  secure,
});
const token = (payload: object) => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;

/** A gateway that returns the given answers and records its requests. */
function fakeGateway(answers: Outcome[]) {
  const seen: { name: string; cookies: Record<string, string>; sender: Sender }[] = [];
  const gateway: Gateway = async ({ name }, sender) => {
    seen.push({ name, cookies: Object.fromEntries(sender.cookies), sender });
    return answers.shift() ?? { status: 200, value: {} };
  };
  return { gateway, seen };
}
const open = (cookie: string | undefined, { secure = false, answers = [] as Outcome[] } = {}) => {
  const { gateway, seen } = fakeGateway(answers);
  return {
    session: createPageSession({ gateway, operations: operationClients([]), seal }, visitor(secure), cookie),
    seen,
  };
};

describe('the session of a page', () => {
  it('a page’s calls carry the visitor and the cookies of its browser, and the mark of a page', async () => {
    const { session, seen } = open('portal_session=abc; a=b');
    await session.api(getMe);
    expect(seen).toEqual([
      {
        name: 'account.getMe',
        cookies: { portal_session: 'abc', a: 'b' },
        sender: {
          visitor: visitor(false),
          cookies: new Map(Object.entries({ portal_session: 'abc', a: 'b' })),
          page: {},
        },
      },
    ]);
  });

  it('the calls of one page share one sender, and another page has another', async () => {
    const { session, seen } = open('portal_session=abc');
    await session.api(getMe);
    await session.api(getMe);
    expect(seen[0]?.sender.page).toBe(seen[1]?.sender.page);
    const other = open('portal_session=abc');
    await other.session.api(getMe);
    expect(other.seen[0]?.sender.page).not.toBe(seen[0]?.sender.page);
  });

  it('a cookie set by one call is sent with the next call and to the browser', async () => {
    const set = { status: 200, value: {}, cookies: [{ base: 'portal_session', value: 'new', maxAge: 60 }] };
    const cleared = { status: 200, value: {}, cookies: [{ base: 'portal_session', value: '', maxAge: 0 }] };
    const { session, seen } = open('portal_session=old', { answers: [set, cleared] });
    await session.api(getMe);
    await session.api(getMe);
    await session.api(getMe);
    expect(seen.map(({ cookies }) => cookies)).toEqual([{ portal_session: 'old' }, { portal_session: 'new' }, {}]);
    expect(session.cookiesToSet).toEqual([
      'portal_session=new; Path=/; SameSite=Lax; HttpOnly; Max-Age=60',
      'portal_session=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0',
    ]);
  });

  it('AUTH-25 a refusal throws an error with status and detail, and changes no cookie', async () => {
    const { session } = open('portal_session=x', { answers: [refusal(401, 'Sua sessão terminou. Entre de novo.')] });
    await expect(session.api(getMe)).rejects.toMatchObject({
      status: 401,
      detail: 'Sua sessão terminou. Entre de novo.',
    });
    expect(session.cookiesToSet).toEqual([]);
  });

  it.each([false, true])('AUTH-23 an expired session clears the same cookies as a logout (TLS: %s)', (secure) => {
    const prefix = secure ? '__Host-' : '';
    const { session } = open(`${prefix}portal_session=x; ${prefix}portal_book=y`, { secure });
    session.forget();
    expect(session.cookiesToSet.map((line) => line.split('=')[0])).toEqual([
      `${prefix}portal_session`,
      `${prefix}portal_email_token`,
      `${prefix}portal_book`,
      `${prefix}portal_second_step`,
    ]);
    for (const line of session.cookiesToSet) expect(line).toMatch(/^\S+=; .*Max-Age=0/);
    expect(session.cookie('portal_session')).toBeUndefined();
  });

  it('a deleted cookie is not sent with later calls', async () => {
    const { session, seen } = open('portal_session=x; portal_theme=escuro');
    session.forget();
    await session.api(getMe);
    expect(seen[0]?.cookies).toEqual({ portal_theme: 'escuro' });
  });

  it('a cookie set over plain HTTP is ignored over TLS', () => {
    const { session } = open('portal_session=x; portal_theme=escuro', { secure: true });
    expect([session.hasToken, session.scope, session.cookie('portal_theme')]).toEqual([false, null, undefined]);
  });

  it.each([
    [token({ scope: 'book' }), 'book'],
    [token({ scope: 'full' }), 'full'],
    [token({ scope: 7 }), 'full'],
    [token({}), 'full'],
    ['opaque', 'full'],
    ['a.b.c', 'full'],
    ['x.bnVsbA.y', 'full'],
  ])('GUARD-05 the token %j is of scope %s', (value, scope) => {
    expect(open(`portal_session=${value}`).session.scope).toBe(scope);
  });

  it('BOOK-04 an empty book is accepted only from a cookie that this portal sealed', async () => {
    const sealed = await seal.seal('book', { uuid: 'u-1' }, 60);
    expect(await open(`portal_book=${sealed}`).session.book()).toEqual({ uuid: 'u-1', isEmpty: true });
    for (const forged of ['other:{"uuid":"u-1"}', 'book:{}', 'book:{"uuid":1}', 'u-1', '']) {
      expect(await open(`portal_book=${forged}`).session.book()).toBeNull();
    }
    expect(await open(undefined).session.book()).toBeNull();
  });

  it('a value that is invalid in a cookie is refused before it is sent', () => {
    const { session } = open(undefined);
    expect(() => session.setCookie('portal_flash', 'x; Domain=evil.example', {})).toThrow(TypeError);
    expect(session.cookiesToSet).toEqual([]);
  });
});
