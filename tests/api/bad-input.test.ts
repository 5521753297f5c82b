import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as account from '../../src/lib/contract/account.ts';
import * as auth from '../../src/lib/contract/auth.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

type Values = Record<string, unknown>;
interface Case {
  call: Call;
  params?: Values;
  query?: Values;
  body?: Values;
}

const registration = {
  phone: '19991234567',
  cep: '13015904',
  cpf: '52998224725',
  email: 'nova@teste.example',
  full_name: 'Maria Souza',
  street: 'Rua das Palmeiras',
  street_number: '10',
  complement: 'Casa',
  district: 'Centro',
  city: 'Campinas',
  state: 'SP',
  birth_date: '1990-02-28',
};
const guardian = {
  full_name: 'Sandra',
  cpf: '27865757379',
  email: 's@teste.example',
  phone: '19994440000',
  relation: 'Mãe',
};
const marks = { user_id: '1', prospex: 'x', cupom: 'x', company: '1' };

/** A request of every call that is served, with all its fields. */
const cases: Record<string, Case> = {
  login: { call: auth.login, body: { username: 'aluna@demo.example', password: 'errada', ...marks } },
  loginWithBookCode: {
    call: auth.loginWithBookCode,
    body: { username: 'aluna@demo.example', uuid: 'KNN-LIVRO-0009', user_id: '1' },
  },
  requestPasswordReset: {
    call: auth.requestPasswordReset,
    query: { email: 'ninguem@demo.example', isAccessCode: 'true' },
  },
  resetPassword: {
    call: auth.resetPassword,
    query: { token: '12345678' },
    body: { new_password: 'Caminho novo 42', email: 'a@b.example' },
  },
  registerWithBook: {
    call: auth.registerWithBook,
    body: {
      ...registration,
      guardian,
      password: 'Caminho novo 42',
      uuid: '99999999-9999-4999-8999-999999999999',
      consent_version: '2026-11',
    },
  },
  logout: { call: auth.logout },
  logoutEverywhere: { call: auth.logoutEverywhere },
  getMe: { call: account.getMe },
  checkEmail: { call: account.checkEmail, query: { email: 'aluna@demo.example' } },
  listUsers: { call: account.listUsers, query: { limit: '10', offset: '0' } },
  checkExists: { call: account.checkExists, query: { cpf: '52998224725' } },
  sendEmailVerification: { call: account.sendEmailVerification, query: { email: 'outro@teste.example' } },
  verifyEmail: { call: account.verifyEmail, body: { token_email: 'x' } },
  searchUsers: {
    call: account.searchUsers,
    query: { q: 'ana', company_id: '101', is_club: 'true', limit: '10', offset: '0' },
  },
  getUser: { call: account.getUser, params: { id: '1' } },
  listUserActions: { call: account.listUserActions, params: { id: '1' } },
  updateRegistration: {
    call: account.updateRegistration,
    body: { ...registration, guardian, current_password: 'errada' },
  },
  updateProfile: {
    call: account.updateProfile,
    body: {
      full_name: 'Maria',
      phone: '19991234567',
      email: 'm@teste.example',
      current_password: 'errada',
      theme: 'claro',
      text_size: 'normal',
      avatar_file_id: 'x',
    },
  },
  updatePwa: { call: account.updatePwa, body: { pwa_installed: true } },
  updateClub: { call: account.updateClub, body: { is_club: true, accepted_rules_version: '1' } },
  updateRelatedUsers: { call: account.updateRelatedUsers, body: { drive_users_ids: [1] } },
  updatePassword: {
    call: account.updatePassword,
    body: { current_password: 'errada', new_password: 'Caminho novo 42' },
  },
  getAddress: { call: account.getAddress, params: { cep: '13015904' } },
  createDocument: { call: account.createDocument, body: { tipo: 'boletim', referencia: '1' } },
  verifyDocument: { call: account.verifyDocument, params: { code: 'K7QM-2XWD-9HRT' } },
  downloadDocument: { call: account.downloadDocument, params: { code: 'K7QM-2XWD-9HRT' } },
  uploadAvatar: { call: account.uploadAvatar },
  getAvatar: { call: account.getAvatar, params: { chave: '0'.repeat(36) } },
  listSwitchable: { call: account.listSwitchable },
  switchAccount: { call: account.switchAccount, body: { user_id: 1 } },
  getOwnEmail: { call: account.getOwnEmail },
  undoOwnEmail: { call: account.undoOwnEmail, body: { tipo: 'pendente' } },
  checkEmailChange: { call: account.checkEmailChange, params: { token: 'x'.repeat(43) } },
  undoEmailChange: { call: account.undoEmailChange, params: { token: 'x'.repeat(43) } },
  agreeToEmail: { call: account.agreeToEmail, params: { token: 'x'.repeat(43) } },
  listSessions: { call: account.listSessions },
  endSession: { call: account.endSession, params: { id: 'abc' } },
  restartTours: { call: account.restartTours },
  listFamily: { call: account.listFamily },
  getChild: { call: account.getChild, params: { id: '1' } },
  nameGuardian: { call: account.nameGuardian, body: guardian },
  remindGuardian: { call: account.remindGuardian },
  getGuardianQuestion: { call: account.getGuardianQuestion, params: { token: 'abc.def' } },
  confirmGuardian: { call: account.confirmGuardian, body: { token: 'abc.def', cpf: '52998224725', aceite: true } },
  exportData: { call: account.exportData },
  getErasure: { call: account.getErasure },
  deleteAccount: {
    call: account.deleteAccount,
    body: { current_password: 'errada', guardian_cpf: '52998224725' },
  },
  getChatToken: { call: account.getChatToken },
  keepAccount: { call: account.keepAccount },
  listConsents: { call: account.listConsents },
};
// A ZIP takes no input.
const notServed = new Set(['downloadExport']);

const texts = [
  '',
  ' ',
  'x'.repeat(300),
  'İ'.repeat(254),
  '😀'.repeat(127),
  '\ud800',
  '\u202e\u200b',
  '-1',
  '0',
  '1e9',
  '2147483648',
  '9'.repeat(19),
  'NaN',
  'null',
  "' or '1'='1",
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'Ａ１',
];
const values: readonly unknown[] = [
  ...texts,
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  [[]],
  {},
  { $gt: '' },
  { length: 1 },
  ['x'],
  { toString: 1 },
];
/** English that a library might let through. */
const english = /\b(expected|received|invalid|required|must|unexpected|error|undefined|cannot|too (small|big|long))\b/i;

describe.each(engines)('bad input on %s (S1)', (engine) => {
  let portal: TestSchool;
  let user = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    user = (await addAccount(portal)).id;
    await portal.school.db.insertInto('user_actions').values({ user_id: user, action_id: 4 }).execute();
  });
  afterAll(() => portal.close());

  async function send(each: Case, raw?: { body?: RequestInit['body']; type?: string; path?: string }) {
    const { call, params, query, body } = each;
    const isForm = call.body === 'form';
    const written =
      raw?.body ?? (body && (isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body)));
    const type = raw?.type ?? (isForm ? 'application/x-www-form-urlencoded' : 'application/json');
    const path = raw?.path ?? addressOf(call, { params, query });
    const init =
      call.method === 'GET' || written === undefined ? {} : { body: written, headers: { 'content-type': type } };
    // Some of these inputs are good ones, and may end the sessions of before.
    const response = await portal.send(call.method, path, init, call.auth === 'none' ? {} : { as: user });
    const answer = (await response.json()) as { detail?: unknown };
    const what = `${call.method} ${path.slice(0, 200)} ${String(written).slice(0, 200)}`;
    expect(response.status, what).toBeLessThan(500);
    if (response.status >= 400) {
      expect(answer.detail, what).toEqual(expect.stringMatching(/\S/));
      expect(String(answer.detail).replace(/^[\w.]+: /, ''), what).not.toMatch(english);
    }
    return response.status;
  }
  const refusal = expect.toSatisfy((status: number) => status >= 400 && status < 500, '4xx');
  const variants = (each: Case, part: 'params' | 'query' | 'body', replace: readonly unknown[]) =>
    Object.keys(each[part] ?? {}).flatMap((field) =>
      replace.map((value) => ({ ...each, [part]: { ...each[part], [field]: value } })),
    );

  it('the table of bad input knows every call of its areas', () => {
    const served = [...Object.keys(auth), ...Object.keys(account)].filter((name) => !notServed.has(name));
    expect(Object.keys(cases).sort()).toEqual(served.sort());
  });

  it.each(Object.entries(cases))('%s takes odd values in every field in its stride', async (_name, each) => {
    const inBody = each.call.body === 'form' ? texts : values;
    // An address is always well-formed text: a lone half of a character cannot be written in one.
    const odd = [
      ...variants(
        each,
        'params',
        texts.filter((text) => text !== '' && text.isWellFormed()),
      ),
      ...variants(each, 'query', texts),
      ...variants(each, 'body', inBody),
    ];
    for (const one of odd) await send(one);
  });

  it.each(Object.entries(cases))('%s bears a missing and an unknown field', async (_name, each) => {
    for (const part of ['query', 'body'] as const) {
      for (const field of Object.keys(each[part] ?? {})) {
        const { [field]: _left, ...rest } = each[part] ?? {};
        await send({ ...each, [part]: rest });
      }
      if (each[part]) await send({ ...each, [part]: {} });
      if (each[part])
        await send({ ...each, [part]: { ...each[part], constructor: 'x', hasOwnProperty: 'x', unknown: 'x' } });
    }
  });

  const withFields = (part: 'query' | 'body') => Object.entries(cases).filter(([, each]) => each[part]);

  it.each([...withFields('query'), ...withFields('body')])(
    '%s refuses NUL, whatever the field',
    async (_name, each) => {
      const nul = [...variants(each, 'query', ['a\0b']), ...variants(each, 'body', ['a\0b'])];
      for (const one of nul) expect(await send(one)).toEqual(refusal);
    },
  );

  it.each(withFields('query'))('%s refuses a query field sent twice', async (_name, each) => {
    const path = addressOf(each.call, each);
    const [field] = Object.keys(each.query ?? {});
    expect(await send(each, { path: `${path}&${field}=x` })).toBe(422);
  });

  it.each(withFields('body'))(
    '%s refuses a body field sent twice, broken bodies and other kinds',
    async (_name, each) => {
      const [field = '', first] = Object.entries(each.body ?? {})[0] ?? [];
      if (each.call.body === 'form') {
        expect(
          await send(each, { body: `${new URLSearchParams(each.body as Record<string, string>)}&${field}=x` }),
        ).toBe(422);
      } else {
        const text = JSON.stringify(each.body);
        expect(
          await send(each, { body: `${text.slice(0, -1)},${JSON.stringify(field)}:${JSON.stringify(first)}}` }),
        ).toBe(422);
        for (const body of ['', '{', 'null', '[]', '"x"', '7', text.slice(0, -1), `${text}x`])
          expect(await send(each, { body })).toBe(422);
        expect(await send(each, { body: '['.repeat(30_000) + ']'.repeat(30_000) })).toBe(422);
        await send(each, { body: `{"__proto__":{"is_club":true},${text.slice(1)}` });
      }
      expect(await send(each, { body: new Uint8Array([123, 34, 255, 254, 34, 125]) })).toBe(422);
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
        expect(await send(each, { type })).toBe(415);
      expect(await send(each, { body: `${field}=${'x'.repeat(70_000)}` })).toBe(413);
    },
  );

  it.each(['%00', '%', '%zz', '1%2f2', '1;2', '%ff', 'x'.repeat(5000)])(
    'a path with %j is no error of ours',
    async (segment) => {
      for (const each of [{ call: account.getUser }, { call: account.getAddress }]) {
        const path = `/api/v1/${each.call.path.replace(/\{\w+\}/, () => segment)}`;
        expect(await send(each, { path })).toEqual(refusal);
      }
    },
  );

  it.each(Object.entries(cases).filter(([, { call }]) => call.auth !== 'none'))(
    '%s wants a bearer that counts (AUTH-26)',
    async (_name, each) => {
      const init = each.body
        ? { body: JSON.stringify(each.body), headers: { 'content-type': 'application/json' } }
        : {};
      for (const token of [undefined, 'x', await portal.school.tokens.issueDevice(new Map([[user, 1]]))]) {
        const response = await portal.send(each.call.method, addressOf(each.call, each), init, { token });
        expect([response.status, await response.json()]).toEqual([
          401,
          { detail: 'Sua sessão terminou. Entre de novo.' },
        ]);
      }
    },
  );

  it('another method is told which ones are served', async () => {
    const response = await portal.send('DELETE', '/api/v1/users/me/', {}, { as: user });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('bad input leaves no prototype changed behind', () => {
    expect(({} as { is_club?: boolean }).is_club).toBeUndefined();
  });
});
