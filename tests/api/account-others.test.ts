import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, felipe: 6, helena: 7, igor: 8, lara: 10, marcos: 11, nina: 12 };

describe.each(engines)('other people on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const audits = async (userId: number) =>
    (await portal.school.db.selectFrom('audit_log').select('action').where('user_id', '=', userId).execute()).map(
      ({ action }) => action,
    );

  describe('look-ups (API-06, API-08, S6)', () => {
    const check = (as: number, email: string) => portal.call(account.checkEmail, { query: { email } }, { as });
    const exists = async (as: number, query: { cpf?: string; email?: string }) =>
      (await portal.call(account.checkExists, { query }, { as })).body.exists;

    it('a look-up finds people of the own unit, masked', async () => {
      const { id } = await addAccount(portal);
      expect((await check(id, 'ALUNA@demo.example')).body).toEqual({
        id: 1,
        full_name_masked: 'Ana S.',
        email_masked: 'al***@demo.example',
      });
      expect(await exists(id, { cpf: '529.982.247-25' })).toBe(true);
      expect(await exists(id, { email: 'aluna@demo.example' })).toBe(true);
    });

    it('AUTH-21 a look-up finds nobody of another unit', async () => {
      const { id } = await addAccount(portal);
      for (const email of ['ninguem@demo.example', 'phenom@demo.example', 'semvinculo@demo.example']) {
        expect(await check(id, email)).toMatchObject({ status: 400, body: { detail: 'Usuário não encontrado' } });
        expect(await exists(id, { email })).toBe(false);
      }
      expect((await check(people.marcos, 'semvinculo@demo.example')).status).toBe(400);
      expect(await exists(people.igor, { email: 'phenom@demo.example' })).toBe(true);
    });

    it('a look-up refuses a printed code and a visitor, and is limited', async () => {
      const { id } = await addAccount(portal);
      const query = { email: 'aluna@demo.example' };
      expect((await portal.call(account.checkEmail, { query }, { as: id, scope: 'book' })).status).toBe(403);
      expect((await portal.call(account.checkEmail, { query })).status).toBe(401);
      expect((await portal.call(account.checkExists, { query })).status).toBe(401);
      const requested = await Promise.all(Array.from({ length: 31 }, () => check(id, 'aluna@demo.example')));
      expect(requested.filter(({ status }) => status === 429)).toHaveLength(1);
    });
  });

  describe('lists of users (API-07, API-11, ROLE-02)', () => {
    const search = (as: number, query: Record<string, unknown> = {}) =>
      portal.call(account.searchUsers, { query: { limit: 100, ...query } as never }, { as });
    const ids = (answer: Awaited<ReturnType<typeof search>>) => answer.body.items.map(({ id }) => id);

    it.each(['ana', 'felipe', 'marcos'] as const)('lists of users are not for %s', async (who) => {
      expect((await search(people[who])).status).toBe(403);
      expect((await portal.call(account.listUsers, { query: {} }, { as: people[who] })).status).toBe(403);
    });

    it('GUARD-15 lists of users are closed to unit 436', async () => {
      expect((await search(people.lara)).status).toBe(401);
    });

    it('a manager who logged in with a book code cannot list users', async () => {
      const answer = await portal.call(account.listUsers, { query: {} }, { as: people.helena, scope: 'book' });
      expect(answer).toMatchObject({ status: 403, body: { code: 'password_required' } });
    });

    it('lists of users show a manager the own school and an admin every school', async () => {
      const own = ids(await search(people.helena));
      expect(own).toContain(people.ana);
      for (const other of [people.bruno, people.nina, people.marcos]) expect(own).not.toContain(other);
      expect(ids(await search(people.helena, { company_id: 103 }))).toEqual([]);
      expect(ids(await search(people.igor, { company_id: 103 }))).toEqual([people.nina]);
      expect(ids(await search(people.igor, { is_club: true }))).toEqual(
        expect.arrayContaining([people.ana, people.nina]),
      );
    });

    it('lists of users search names and addresses, and treat wildcards literally', async () => {
      await addAccount(portal, { full_name: '100%_certo\\' });
      expect(ids(await search(people.helena, { q: 'ANA SOUZA' }))).toEqual([people.ana]);
      expect(ids(await search(people.helena, { q: 'gestora@' }))).toEqual([people.helena]);
      for (const q of ['0%_c', '%', '_', '\\']) {
        expect((await search(people.helena, { q })).body.items.map(({ full_name }) => full_name)).toEqual([
          '100%_certo\\',
        ]);
      }
      expect(ids(await search(people.helena, { q: "' or 1=1 --" }))).toEqual([]);
    });

    it('pages of lists of users have no gaps and no duplicates', async () => {
      const all = ids(await search(people.helena));
      const pages: number[] = [];
      for (let offset = 0; offset < all.length; offset += 3)
        pages.push(...ids(await search(people.helena, { limit: 3, offset })));
      expect(pages).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    });
  });

  describe('one user (API-12, API-64)', () => {
    const read = (as: number, id: number, scope?: Sent['scope']) =>
      Promise.all([
        portal.call(account.getUser, { params: { id } }, { as, scope }),
        portal.call(account.listUserActions, { params: { id } }, { as, scope }),
      ]);

    it.each<[string, number, number, number]>([
      ['himself', people.ana, people.ana, 200],
      ['a manager, the own school', people.helena, people.ana, 200],
      ['an admin, any school', people.igor, people.nina, 200],
      ['a student, another', people.bruno, people.ana, 404],
      ['a manager, another school', people.helena, people.nina, 404],
      ['a manager, one without a school', people.helena, people.marcos, 404],
      ['an admin, nobody', people.igor, 999_999, 404],
    ])('ROLE-08 the call for one user reads %s', async (_who, as, id, status) => {
      const [user, actions] = await read(as, id);
      expect(user.status).toBe(status);
      expect(actions.status).toBe(status);
    });

    it('a manager who logged in with a book code cannot read one user', async () => {
      expect((await read(people.helena, people.ana, 'book')).map(({ status }) => status)).toEqual([403, 403]);
    });

    it("the call for one user notes who read somebody else's data", async () => {
      const { id } = await addAccount(portal);
      const before = (await audits(people.helena)).length;
      await portal.call(account.getUser, { params: { id } }, { as: people.helena });
      await portal.call(account.getUser, { params: { id } }, { as: id });
      expect((await audits(people.helena)).slice(before)).toEqual(['user-read']);
      expect(await audits(id)).toEqual([]);
    });
  });
});
