import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateClub, updateProfile } from '../../src/lib/contract/account.ts';
import { login, loginWithBookCode } from '../../src/lib/contract/auth.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const wrong = 'Usuário ou senha incorreta.';
const books = { ana: '11111111-1111-4111-8111-111111111111', empty: '22222222-2222-4222-8222-222222222222' };

describe.each(engines)('auth on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const enter = (body: Record<string, string>, caller: Sent['caller'] = {}) => portal.call(login, { body }, { caller });
  const readBook = (body: Record<string, string>, caller: Sent['caller'] = {}) =>
    portal.call(loginWithBookCode, { body }, { caller });
  const meWith = (token: string | null) => portal.call(getMe, {}, { token: token ?? '' });
  /** Two accounts behind one e-mail and one password, and the ticket that their list came with. */
  async function listedFamily(caller: Sent['caller'] = {}) {
    const first = await addAccount(portal);
    const second = await addAccount(portal, { email: first.email });
    const answer = await enter({ username: first.email, password }, caller);
    return { first, second, answer, ticket: answer.headers.get('x-portal-choice') ?? '' };
  }

  describe('password login (API-01, AUTH-04)', () => {
    it.each(['aluna@demo.example', ' ALUNA@Demo.example ', '52998224725', '529.982.247-25'])(
      'a login takes %j',
      async (username) => {
        const { status, body, headers } = await enter({ username, password });
        expect(status).toBe(200);
        expect(body.users.map(({ id }) => id)).toEqual([1]);
        expect(body.users[0]?.cpf_masked).toBe('***.982.247-**');
        expect(headers.get('x-portal-device')).toBeTruthy();
        expect((await meWith(body.access_token)).body.full_name).toBe('Ana Souza');
      },
    );

    it('a login accepts the form with every field of API-01, the optional ones empty', async () => {
      const empty = { user_id: '', prospex: '', cupom: '', company: '' };
      expect((await enter({ username: 'aluna@demo.example', password, ...empty })).status).toBe(200);
    });

    it.each<[string, Record<string, string>]>([
      ['a wrong password', { username: 'aluna@demo.example', password: 'errada' }],
      ['an unknown address', { username: 'ninguem@demo.example', password }],
      ['an unknown CPF', { username: '00000000191', password }],
      ['no password', { username: 'aluna@demo.example' }],
      ['no user name', { password }],
      ['nothing', {}],
      ['an account of somebody else', { username: 'aluna@demo.example', password, user_id: '2' }],
      ['an account that is no number', { username: 'aluna@demo.example', password, user_id: 'abc' }],
      ['an account beyond counting', { username: 'aluna@demo.example', password, user_id: '99999999999999' }],
    ])('AUTH-10 a login refuses %s with the same 400', async (_what, body) => {
      const answer = await enter(body);
      expect([answer.status, answer.body.detail]).toEqual([400, wrong]);
      expect(answer.headers.get('x-portal-device')).toBeNull();
    });

    it('a login refuses a blocked user like a wrong password', async () => {
      const { email } = await addAccount(portal, { is_blocked: true });
      expect(await enter({ username: email, password })).toMatchObject({ status: 400, body: { detail: wrong } });
    });

    it('AUTH-20 a login does the same work for a known and an unknown name', async () => {
      const verified: string[] = [];
      const { hashes } = portal.school;
      const real = hashes.verify.bind(hashes);
      hashes.verify = (hash, text) => {
        verified.push(hash.split('$').slice(0, 4).join('$'));
        return real(hash, text);
      };
      await enter({ username: 'aluna@demo.example', password: 'errada' });
      await enter({ username: 'ninguem2@demo.example', password: 'errada' });
      hashes.verify = real;
      expect(verified).toHaveLength(2);
      expect(verified[0]).toBe(verified[1]);
    });

    it('company, prospex and cupom never decide whose data is shown', async () => {
      const { body } = await enter({
        username: 'aluna@demo.example',
        password,
        company: '103',
        prospex: '1',
        cupom: 'X',
      });
      expect((await meWith(body.access_token)).body.drive_user?.company.id).toBe(101);
    });

    it('AUTH-24 a login refuses a user of unit 436 in clear words, without a token', async () => {
      const answer = await enter({ username: 'bloqueada@demo.example', password });
      expect(answer).toMatchObject({ status: 403, body: { code: 'blocked_company' } });
      expect(answer.body.detail).toContain('Fale com a sua escola');
      expect(answer.body.access_token).toBeUndefined();
    });
  });

  describe('several accounts (AUTH-05, AUTH-06)', () => {
    it('a login with several accounts lists them without a token, and the ticket replaces the password', async () => {
      const { first, second, answer, ticket } = await listedFamily();
      expect(answer.body.access_token).toBeNull();
      expect(answer.body.users.map(({ id }) => id)).toEqual([first.id, second.id]);
      const chosen = await enter({ user_id: String(second.id) }, { choiceTicket: ticket });
      expect(chosen.body.users.map(({ id }) => id)).toEqual([second.id]);
      expect((await meWith(chosen.body.access_token)).body.id).toBe(second.id);
    });

    it('a ticket is used once, also by concurrent logins', async () => {
      const { first, ticket } = await listedFamily();
      const tries = Array.from({ length: 32 }, () => enter({ user_id: String(first.id) }, { choiceTicket: ticket }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([200, 400]));
    });

    it('right logins do not count as guesses, and do not reset guesses at another account of the address', async () => {
      const { first } = await listedFamily();
      for (let i = 0; i < 12; i++) expect((await enter({ username: first.email, password })).status).toBe(200);
      const mine = await addAccount(portal);
      await addAccount(portal, { email: mine.email, password_hash: await portal.school.hashes.hash('outra-senha-9') });
      for (let i = 0; i < 12; i++) expect((await enter({ username: mine.email, password })).status).toBe(200);
      const guesses: number[] = [];
      for (let i = 0; i < 10; i++) {
        guesses.push((await enter({ username: mine.email, password: `palpite ${i}` })).status);
        if (i < 9) expect((await enter({ username: mine.email, password })).status).toBe(200);
      }
      expect(guesses).toEqual(Array<number>(10).fill(400));
      expect((await enter({ username: mine.email, password })).status).toBe(429);
    });

    it('a login with several accounts binds the ticket to the listed accounts', async () => {
      const { ticket } = await listedFamily();
      expect(await enter({ user_id: '1' }, { choiceTicket: ticket })).toMatchObject({
        status: 400,
        body: { detail: wrong },
      });
    });

    it('a ticket of a login with several accounts expires after two minutes', async () => {
      const { first, ticket } = await listedFamily();
      portal.clock.advance(2 * 60_000);
      expect((await enter({ user_id: String(first.id) }, { choiceTicket: ticket })).status).toBe(400);
    });

    it('S16 a ticket is refused after the password was changed', async () => {
      const { first, ticket } = await listedFamily();
      await portal.ops.auth.logoutEverywhere({}, { as: first.id });
      expect((await enter({ user_id: String(first.id) }, { choiceTicket: ticket })).status).toBe(400);
    });

    it('a login with several accounts opens only accounts whose own password was given', async () => {
      const other = await portal.school.hashes.hash('outra-senha-9');
      const first = await addAccount(portal);
      const second = await addAccount(portal, { email: first.email, password_hash: other });
      expect((await enter({ username: first.email, password })).body.users.map(({ id }) => id)).toEqual([first.id]);
      expect((await enter({ username: first.email, password, user_id: String(second.id) })).status).toBe(400);
      const own = await enter({ username: first.email, password: 'outra-senha-9', user_id: String(second.id) });
      expect((await meWith(own.body.access_token)).body.id).toBe(second.id);
    });

    it('a login with several accounts leaves accounts of unit 436 out of the list', async () => {
      const first = await addAccount(portal);
      const refused = await addAccount(portal, { email: first.email, company: 436 });
      const answer = await enter({ username: first.email, password });
      expect(answer.body.users.map(({ id }) => id)).toEqual([first.id]);
      expect(answer.body.access_token).not.toBeNull();
      expect((await enter({ username: first.email, password, user_id: String(refused.id) })).status).toBe(403);
    });

    it('a login lists accounts without an enrollment too, and a single account logs in directly', async () => {
      const first = await addAccount(portal);
      const second = await addAccount(portal, { email: first.email, company: null });
      const answer = await enter({ username: first.email, password });
      expect(answer.body.users.map(({ id, drive_user_id }) => [id, drive_user_id])).toEqual([
        [first.id, first.driveUserId],
        [second.id, null],
      ]);
      expect(answer.body.access_token).toBeNull();
      const chosen = await enter({ username: first.email, password, user_id: String(second.id) });
      expect((await meWith(chosen.body.access_token)).body.id).toBe(second.id);
      const lone = await addAccount(portal, { company: null });
      expect((await enter({ username: lone.email, password })).body.access_token).not.toBeNull();
    });

    it('accounts with an unverified address never displace enrolled accounts', async () => {
      const email = 'disputado@teste.example';
      for (let count = 0; count < 6; count += 1) await addAccount(portal, { email, company: null });
      const enrolled = await addAccount(portal, { email });
      const answer = await enter({ username: email, password, user_id: String(enrolled.id) });
      expect((await meWith(answer.body.access_token)).body.id).toBe(enrolled.id);
    });
  });

  describe('book-code login (API-02)', () => {
    it.each([books.ana, books.ana.toUpperCase(), 'KNN-LIVRO-0001', 'knn-livro-0001'])(
      'a book code takes %s with its owner',
      async (uuid) => {
        const { status, body, headers } = await readBook({ username: 'aluna@demo.example', uuid });
        expect(status).toBe(200);
        expect(headers.get('x-portal-device')).toBeNull();
        const token = body.access_token ?? '';
        expect((await meWith(token)).body.id).toBe(1);
        const refused = { status: 403, body: { code: 'password_required' } };
        expect(await portal.call(updateProfile, { body: { theme: 'claro' } }, { token })).toMatchObject(refused);
        expect(
          await portal.call(updateClub, { body: { is_club: true, accepted_rules_version: '1' } }, { token }),
        ).toMatchObject(refused);
      },
    );

    it('a book code opens everything on a device where the owner used the password', async () => {
      const device = (await enter({ username: 'aluna@demo.example', password })).headers.get('x-portal-device') ?? '';
      const { body } = await readBook({ username: 'aluna@demo.example', uuid: books.ana }, { device });
      const saved = await portal.call(updateProfile, { body: { theme: 'claro' } }, { token: body.access_token ?? '' });
      expect(saved.status).toBe(200);
    });

    it('a book code opens no more than the book once its owner ended all sessions', async () => {
      const { id, email } = await addAccount(portal);
      const uuid = crypto.randomUUID();
      await portal.school.db
        .insertInto('user_books')
        .values({ uuid, code: `FIM-${id}`, livro_id: 1, user_id: id, linked_at: portal.clock.now.toISOString() })
        .execute();
      const first = await enter({ username: email, password });
      const device = first.headers.get('x-portal-device') ?? '';
      const scopeOf = async () => {
        const { body } = await readBook({ username: email, uuid }, { device });
        return (await portal.school.tokens.read(body.access_token ?? '', portal.clock.now))?.scope;
      };
      expect(await scopeOf()).toBe('full');
      await portal.ops.auth.logoutEverywhere({}, { token: first.body.access_token ?? '' });
      expect(await scopeOf()).toBe('book');
    });

    it.each<[string, Record<string, string>]>([
      ["somebody else's name", { username: 'visitante@demo.example', uuid: books.ana }],
      ['an unknown name', { username: 'ninguem@demo.example', uuid: books.ana }],
      ['a book of nobody', { username: 'aluna@demo.example', uuid: books.empty }],
      ['an unknown book', { username: 'aluna@demo.example', uuid: 'KNN-LIVRO-9999' }],
      ['no book', { username: 'aluna@demo.example' }],
      ['another account', { username: 'aluna@demo.example', uuid: books.ana, user_id: '2' }],
    ])('the login refuses %s like a wrong password', async (_what, body) => {
      expect(await readBook(body)).toMatchObject({ status: 400, body: { detail: wrong } });
    });
  });

  describe('guesses are limited (S5)', () => {
    it.each(['known', 'unknown'])('the login counts parallel guesses against a %s name', async (kind) => {
      const username = kind === 'known' ? (await addAccount(portal)).email : `ninguem-${engine}@teste.example`;
      const guesses = await Promise.all(Array.from({ length: 64 }, () => enter({ username, password: 'errada' })));
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
      const [late] = guesses.filter(({ status }) => status === 429);
      expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(late?.body.detail).toMatch(/^Muitas tentativas\. Tente de novo em 1[45] minutos\.$/);
      expect((await readBook({ username, uuid: books.ana })).status).toBe(429);
    });

    it('guesses from elsewhere do not lock the owner out of a known device', async () => {
      const { email } = await addAccount(portal);
      const device = (await enter({ username: email, password })).headers.get('x-portal-device') ?? '';
      for (let guess = 0; guess < 11; guess += 1) await enter({ username: email, password: 'errada' });
      expect((await enter({ username: email, password })).status).toBe(429);
      expect((await enter({ username: email, password }, { device })).status).toBe(200);
    });

    it('a newer token of the same device does not reset the guesses', async () => {
      const { id, email } = await addAccount(portal);
      const devices = await Promise.all(
        [[id], [id, 2], [id, 2, 3]].map((ids) =>
          portal.school.tokens.issueDevice(new Map(ids.map((each) => [each, 1])), `the-same-${id}`),
        ),
      );
      const guesses = await Promise.all(
        Array.from({ length: 30 }, (_, guess) =>
          enter({ username: email, password: 'errada' }, { device: devices[guess % 3] }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    });

    it('somebody with a shared e-mail gets no extra guesses at the other accounts', async () => {
      const own = await portal.school.hashes.hash('senha-de-outro');
      const victim = await addAccount(portal);
      await addAccount(portal, { email: victim.email, password_hash: own });
      let device: string | undefined;
      const statuses: number[] = [];
      for (let round = 0; round < 8; round += 1) {
        const mine = await enter({ username: victim.email, password: 'senha-de-outro' }, { device });
        device = mine.headers.get('x-portal-device') ?? device;
        for (let guess = 0; guess < 4; guess += 1) {
          statuses.push(
            (await enter({ username: victim.email, password: `chute-${round}-${guess}` }, { device })).status,
          );
        }
      }
      expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(20);
    });

    it('the login lets forty pupils in from one address', async () => {
      const pupils = await Promise.all(Array.from({ length: 40 }, () => addAccount(portal)));
      const statuses: number[] = [];
      // Ten at a time: a login that waits eight seconds for its hash is refused, and forty hashes may take that long.
      for (let from = 0; from < pupils.length; from += 10) {
        const logins = pupils
          .slice(from, from + 10)
          .map(({ email }) => enter({ username: email, password }, { address: 'sala-7' }));
        statuses.push(...(await Promise.all(logins)).map(({ status }) => status));
      }
      expect(statuses).toEqual(pupils.map(() => 200));
    });

    it('the login limits an IP address that tries many names', async () => {
      const statuses: number[] = [];
      for (let name = 0; name < 605; name += 1) {
        statuses.push(
          (await readBook({ username: `nome${name}@teste.example`, uuid: 'X' }, { address: 'robô' })).status,
        );
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    });
  });

  describe('sessions end (S16)', () => {
    it('the API answers 401 without a bearer, and never falls back to the cookie after a wrong one', async () => {
      const cookie = await portal.tokenOf(1);
      expect((await portal.call(getMe, {}, { caller: { token: cookie } })).status).toBe(200);
      expect((await portal.call(getMe, {})).status).toBe(401);
      expect((await portal.ops.auth.logoutEverywhere()).status).toBe(401);
      for (const authorization of ['Bearer x', 'Basic abc', '']) {
        const answer = await portal.call(getMe, {}, { headers: { authorization }, caller: { token: cookie } });
        expect([answer.status, answer.body.detail]).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
      }
    });

    it('a device token is not accepted as an access token', async () => {
      expect((await meWith(await portal.school.tokens.issueDevice(new Map([[1, 1]])))).status).toBe(401);
    });

    it('a logout ends one session, also copies of its token (AUTH-23)', async () => {
      const { id } = await addAccount(portal);
      const [one, two] = [await portal.tokenOf(id), await portal.tokenOf(id)];
      expect((await meWith(one)).status).toBe(200);
      expect((await portal.ops.auth.logout({}, { token: one })).body.detail).toBe('Você saiu.');
      expect((await meWith(one)).status).toBe(401);
      expect((await portal.ops.auth.logout({}, { token: one })).status).toBe(401);
      expect((await meWith(two)).status).toBe(200);
    });

    it('a logout everywhere ends every session of a user, and is in the audit log', async () => {
      const { id } = await addAccount(portal);
      const [one, two, other] = [await portal.tokenOf(id), await portal.tokenOf(id), await portal.tokenOf(1)];
      expect((await portal.ops.auth.logoutEverywhere({}, { token: one })).status).toBe(200);
      expect(await Promise.all([one, two, other].map(async (token) => (await meWith(token)).status))).toEqual([
        401, 401, 200,
      ]);
      const audited = await portal.school.db
        .selectFrom('audit_log')
        .select('action')
        .where('user_id', '=', id)
        .execute();
      expect(audited).toEqual([{ action: 'logout-everywhere' }]);
    });

    it('the next call of a blocked user is refused', async () => {
      const { id } = await addAccount(portal);
      const token = await portal.tokenOf(id);
      await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', id).execute();
      expect((await meWith(token)).status).toBe(401);
    });

    it('a session ends exactly thirty days after the login', async () => {
      const token = await portal.tokenOf(1);
      portal.clock.advance((30 * 86_400 - 1) * 1000);
      expect((await meWith(token)).status).toBe(200);
      portal.clock.advance(1000);
      expect((await meWith(token)).status).toBe(401);
    });
  });
});
