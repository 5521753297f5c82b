import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Asking, createAnswerReader } from '../../../src/connected/answer-reader.ts';
import { defOf } from '../../../src/connected/tolerant-reader.ts';
import { type CallName, everyCall, schemaOf } from '../../../src/lib/contract/index.schema.ts';

const reader = createAnswerReader('America/Sao_Paulo', { onMisfit: () => undefined, onCoerced: () => undefined });
const read = (call: CallName, answer: unknown, asking?: Asking) => reader.read(call, answer, asking)?.value;
/** The calls of the specification that answer JSON. */
const calls = everyCall().filter(({ name, call }) => !call.result && schemaOf(name).ledger !== 'ours');
const names = calls.map(({ name }) => name);

const TEXTS = ['Texto', '/texto', '2030-06-15', '2030-06-15T12:00:00.000Z', '2030-06', '19:00'];
const UUID = '00000000-0000-4000-8000-000000000000';

/** An answer with every field of a schema and one entry in each list. */
function whole(schema: z.ZodType): unknown {
  const { type, shape, element, innerType, options, entries, values, keyType, valueType } = defOf(schema);
  if (type === 'object') return Object.fromEntries(Object.entries(shape ?? {}).map(([key, of]) => [key, whole(of)]));
  if (type === 'array') {
    const lists = [1, 2, 3, 4].map((length) => Array.from({ length }, () => whole(element as z.ZodType)));
    return lists.find((each) => schema.safeParse(each).success) ?? lists[0];
  }
  if (type === 'record') {
    const keys = schema.safeParse({}).success ? [] : Object.values(defOf(keyType as z.ZodType).entries ?? {});
    return Object.fromEntries(keys.map((key) => [key, whole(valueType as z.ZodType)]));
  }
  if (innerType) return whole(innerType);
  if (options) return whole(options[0] as z.ZodType);
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  return [1, true, UUID, ...TEXTS].find((each) => schema.safeParse(each).success);
}

/** The same answer of a host that leaves out what may be empty, and writes numbers and flags as text. */
function bare(schema: z.ZodType, value: unknown): unknown {
  const { type, shape, element, innerType } = defOf(schema);
  if (innerType) return type === 'nullable' ? undefined : bare(innerType, value);
  if (type === 'number') return String(value);
  if (type === 'array') return (value as unknown[]).map((each) => bare(element as z.ZodType, each));
  if (type !== 'object') return value;
  const fields = Object.entries(value as object).flatMap(([key, item]) => {
    const inner = shape?.[key] as z.ZodType;
    const isEmptiable = [false, [], {}, undefined, null].some((nothing) => inner.safeParse(nothing).success);
    return isEmptiable || (inner.safeParse('').success && item === 'Texto') ? [] : [[key, bare(inner, item)]];
  });
  // An object without any known field may be something else, such as an error.
  return fields.length > 0 ? { ...Object.fromEntries(fields), fields_of_the_host: [{ x: 1 }] } : {};
}

/** The list in an answer: the answer itself, or its first list. */
const listIn = (schema: z.ZodType): z.ZodType | null => {
  const { type, shape, element } = defOf(schema);
  if (type === 'array') return element ?? null;
  if (type !== 'object' || shape?.id || shape?.turma_id) return null;
  return (
    Object.values(shape ?? {})
      .map(listIn)
      .find(Boolean) ?? null
  );
};
const lists = names.filter((name) => name !== 'auth.login' && name !== 'auth.loginWithBookCode');
/** The flag of a scan is what the caller wants to know, so it has to be there. */
const isScan = (name: CallName) => name === 'travel.validateQrCode';
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every((each) => isEmpty(each) || each === 20 || each === '')
    : value === 0 || value === null || value === undefined || value === false;

describe('D19 a host that has the text of the specification alone ("fields not shown")', () => {
  it.each([
    ...['account.listUsers', 'account.searchUsers', 'broadcasts.listBroadcasts', 'club.listRewards'],
    ...['club.listTransactions', 'club.listRedemptions', 'orders.listOrders', 'finance.getFinance'],
    ...['abroad.getOwnRequest', 'abroad.listGroups', 'devices.listSubscriptions', 'travel.listQrCodes'],
  ] as CallName[])('an empty list, an empty object, or null from %s is read as an empty result', (name) => {
    for (const nothing of [[], {}, null]) {
      const value = read(name, nothing, { paging: { limit: 20, offset: 0 } });
      expect([name, nothing, schemaOf(name).result.safeParse(value).success]).toEqual([name, nothing, true]);
      expect(isEmpty(value)).toBe(true);
    }
  });

  it('each paged call accepts a plain list as its answer', () => {
    for (const name of lists) {
      const schema = schemaOf(name).result;
      const item = listIn(schema);
      const { shape = {} } = defOf(schema);
      if (!item || !shape.total) continue;
      const list = [whole(item), whole(item), whole(item)];
      expect([name, read(name, list, { paging: { limit: 20, offset: 40 } })]).toMatchObject([
        name,
        { items: [{}, {}, {}], total: 43, limit: 20, offset: 40 },
      ]);
      expect([name, read(name, list, { paging: { limit: 2, offset: 2, ignoresOffset: true } })]).toMatchObject([
        name,
        { items: [{}], total: 3 },
      ]);
    }
  });

  it('no row is lost with a host that sends larger pages, and none repeated with one that ignores paging', () => {
    const item = whole(listIn(schemaOf('orders.listOrders').result) as z.ZodType) as object;
    const list = [1, 2, 3].map((id) => ({ ...item, id }));
    const page = (rows: unknown[], paging: Asking['paging']) => read('orders.listOrders', rows, { paging });
    const part = { limit: 2, offset: 2 };
    expect(page(list, part)).toMatchObject({ items: [{ id: 1 }, { id: 2 }], total: 5 });
    expect(page(list.slice(1), { ...part, ignoresOffset: true })).toMatchObject({ items: [], total: 2 });
    expect(page(list, { limit: 2, offset: 0 })).toMatchObject({ items: [{ id: 1 }, { id: 2 }], total: 3 });
  });

  it('a full page without a total counts as if one more item follows', () => {
    const list = [1, 2].map(() => whole(listIn(schemaOf('orders.listOrders').result) as z.ZodType));
    expect(read('orders.listOrders', list, { paging: { limit: 2, offset: 0 } })).toMatchObject({ total: 3 });
    expect(read('orders.listOrders', { items: list }, { paging: { limit: 5, offset: 0 } })).toMatchObject({ total: 2 });
  });

  it('each call accepts an answer without flags, lists and texts, with numbers as text and unknown fields', () => {
    for (const name of names) {
      const schema = schemaOf(name).result;
      const full = whole(schema);
      expect([name, schema.safeParse(full).error]).toEqual([name, undefined]);
      const answer = bare(defOf(schema).innerType ?? schema, full);
      const needed = name.startsWith('auth.login') ? { access_token: 't' } : isScan(name) ? { valido: 'true' } : null;
      const value = read(name, needed ? { ...(answer as object), ...needed } : answer);
      expect([name, schema.safeParse(value).success]).toEqual([name, true]);
    }
  });

  it('an answer that lacks its figures is refused: none is made up', () => {
    expect(
      read('club.listRewards', { rewards: [whole(listIn(schemaOf('club.listRewards').result) as z.ZodType)] }),
    ).toBe(undefined);
    expect(read('orders.createOrder', { id: 1, numero: 'P-1' })).toBe(undefined);
    expect(read('exchange.simulateExchange', { quote_id: 'q' })).toBe(undefined);
    expect(read('orders.listOrders', { error: 'x' })).toBe(undefined);
  });

  it('a ticket is read as valid or invalid only where the host says which', () => {
    for (const none of [{}, { ok: true }, null, { valido: null }, { valido: 'talvez' }]) {
      expect(read('travel.validateQrCode', none, { isWrite: true })).toBe(undefined);
    }
    expect(read('travel.validateQrCode', { valido: 0 }, { isWrite: true })).toMatchObject({ valido: false });
  });

  it('a device is stored unless the host says that it is not (PUSH-05)', () => {
    expect(read('devices.getSubscription', {})).toMatchObject({ is_pwa: false });
    expect(read('devices.getSubscription', { detail: 'x' })).toBe(undefined);
    expect(read('devices.getSubscription', { auth: 'abc' })).toMatchObject({ auth: 'abc', is_pwa: false });
    expect(read('account.getMe', { detail: 'x' })).toBe(undefined);
  });

  it('a write counts as done when the host answers with fields of its own', () => {
    const write: Asking = { isWrite: true };
    expect(read('devices.updatePwa', { success: true }, write)).toEqual({ pwa_installed: false });
    expect(read('account.verifyEmail', {}, write)).toEqual({ email_verified: true });
    expect(read('account.updateRelatedUsers', { message: 'ok' }, write)).toEqual({ related_users: [] });
    expect(read('devices.subscribe', {}, write)).toMatchObject({ auth: '', is_pwa: false });
    expect(read('account.sendEmailVerification', {}, write)).toMatchObject({ resend_after_s: 60 });
    for (const name of ['auth.login', 'auth.loginWithBookCode'] as const) {
      for (const none of [{}, [], null, { ok: true }, { users: [] }]) expect(read(name, none, write)).toBe(undefined);
    }
  });
});

describe('who somebody is', () => {
  const company = { id: 31, escola_id: 12 };
  const ana = { id: 7, drive_user: { id: 70, company }, cpf: '52998224725', full_name: 'Ana' };

  it('AUTH-14 the drive user of a listed account is that of section 3', () => {
    const users = [ana, { id: '8', drive_user: { id: '80', company: { ...company, nome: 'Centro' } } }, { id: 9 }];
    expect(read('auth.login', { users: [...users, { id: 10, drive_user: 100 }] })).toMatchObject({
      users: [
        { id: 7, drive_user_id: 70, full_name: 'Ana', cpf_masked: '***.982.247-**', school_name: '' },
        { id: 8, drive_user_id: 80, school_name: 'Centro' },
        { id: 9, drive_user_id: null },
        { id: 10, drive_user_id: 100 },
      ],
    });
    expect(read('auth.login', { users: [{ id: 1, drive_user_id: 5, drive_user: { id: 6 } }, ana] })).toMatchObject({
      users: [{ drive_user_id: 5 }, { drive_user_id: 70 }],
    });
  });

  it('a flag that a host leaves out is off, also one that guards depend on', () => {
    expect(read('account.getMe', ana)).toMatchObject({
      ...{ is_club: false, pwa_installed: false, driver_tour: {}, user_actions: [], updated_at: null },
      drive_user: { id: 70, company: { venda_direta_allow: false } },
    });
    expect(read('account.getMe', { id: 7, drive_user: {} })).toMatchObject({ drive_user: null });
    expect(read('account.getMe', { ...ana, driver_tour: [] })).toMatchObject({ driver_tour: {} });
  });

  it('BRAND-01 a school without a brand has the brand of the requested host', () => {
    const of = (asking: Asking) => read('account.getMe', ana, asking);
    expect(of({ brand: 'phenom' })).toMatchObject({ drive_user: { company: { marca: 'phenom' } } });
    expect(of({})).toMatchObject({ drive_user: { company: { marca: 'knn' } } });
  });

  it('BOOK-04 a book needs only its uuid and its user', () => {
    const uuid = UUID;
    expect(read('books.getBook', { uuid })).toMatchObject({
      uuid,
      user_id: null,
      is_empty: true,
      livro: { nome: 'Livro' },
    });
    for (const user of [7, '7', { id: 7 }]) {
      expect(read('books.getBook', { uuid, user })).toMatchObject({ user_id: 7, is_empty: false });
    }
    expect(read('books.listOwnBooks', [{ id: 41, uuid, user: 7, livro: { nome: 'Way 1' } }])).toMatchObject([
      { id: 41, user_id: 7, livro: { nome: 'Way 1', codigo: '' } },
    ]);
  });
});
