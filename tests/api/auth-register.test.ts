import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { REGISTRATION_CONSENT } from '../../src/lib/rules/account/registration-consent.ts';
import { MAX_ACCOUNTS } from '../../src/server/identity/auth/password.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'Caminho novo 42';
const consent_version: string = REGISTRATION_CONSENT.version;
const person = {
  phone: '(19) 99123-4567',
  cep: '13015-904',
  full_name: 'Rita Alves',
  street: 'Rua das Palmeiras',
  street_number: '10',
};

describe.each(engines)('registration with an empty book on %s (BOOK-06)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  /** Somebody new each time; the CPF is made up, with the right check digits. */
  function newcomer() {
    count += 1;
    return {
      ...person,
      email: `rita${count}@teste.example`,
      cpf: cpfOf(200_000_000 + count),
      password,
      consent_version,
    };
  }
  async function emptyBook(): Promise<string> {
    const uuid = randomUUID();
    const book = { uuid, code: `T-${uuid.slice(0, 8)}`, livro_id: 1, user_id: null, linked_at: null, expires_at: null };
    await portal.school.db.insertInto('user_books').values(book).execute();
    return uuid;
  }
  const register = (body: ReturnType<typeof newcomer> & { uuid?: string }, caller: Sent['caller'] = {}) =>
    portal.ops.auth.registerWithBook({ ...body }, { caller });
  const ownerOf = async (uuid: string) =>
    (
      await portal.school.db
        .selectFrom('user_books')
        .select('user_id')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow()
    ).user_id;

  it('a registration creates an account without an enrollment, links the book, and logs in', async () => {
    const bookUuid = await emptyBook();
    const body = newcomer();
    const answer = await register(body, { bookUuid });
    const me = (await portal.call(getMe, {}, { token: answer.body.access_token ?? '' })).body;
    expect(me).toMatchObject({
      full_name: 'Rita Alves',
      drive_user: null,
      cpf: body.cpf,
      phone: '19991234567',
      user_actions: [],
    });
    expect(await ownerOf(bookUuid)).toBe(me.id);
    const again = await portal.call(login, { body: { username: body.email, password } });
    expect([again.status, again.body.access_token !== null]).toEqual([200, true]);
  });

  it('A2 one of several concurrent registrations with one CPF succeeds', async () => {
    const { cpf } = newcomer();
    const books = await Promise.all(Array.from({ length: 4 }, emptyBook));
    // Passwords are hashed one by one; here all hashes are ready at once.
    const hash = await portal.school.hashes.hash(password);
    const ready = Promise.withResolvers<void>();
    let hashed = 0;
    const hashes = vi.spyOn(portal.school.hashes, 'hash').mockImplementation(async () => {
      hashed += 1;
      if (hashed === books.length) ready.resolve();
      await ready.promise;
      return hash;
    });
    const answers = await Promise.all(books.map((bookUuid) => register({ ...newcomer(), cpf }, { bookUuid })));
    hashes.mockRestore();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const rows = portal.school.db.selectFrom('users').select('id').where('cpf', '=', cpf);
    expect(await rows.execute()).toHaveLength(1);
  });

  it('S15 a registration stores the consent with text and time, for profile and export', async () => {
    const answer = await register(newcomer(), { bookUuid: await emptyBook() });
    const token = answer.body.access_token ?? '';
    const { body } = await portal.ops.account.listConsents({}, { token });
    expect(body).toEqual([
      {
        tipo: 'cadastro',
        versao: consent_version,
        aceito_em: portal.clock.now.toISOString(),
        ip_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    const { url } = (await portal.ops.account.exportData({}, { token })).body;
    const zip = await portal.send('GET', url ?? '', {}, { token });
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(JSON.parse(Buffer.from(files['dados/consents.json'] ?? []).toString())).toMatchObject([
      { kind: 'cadastro', versao: consent_version },
    ]);
  });

  it('S15 a registration without consent, or with consent to another text, creates no account', async () => {
    const bookUuid = await emptyBook();
    const { consent_version: _left, ...without } = newcomer();
    const missing = await register(without as ReturnType<typeof newcomer>, { bookUuid });
    expect(missing).toMatchObject({ status: 422, body: { fields: { consent_version: expect.stringMatching(/\S/) } } });
    const old = await register({ ...newcomer(), consent_version: '1999-01' }, { bookUuid });
    expect(old).toMatchObject({
      status: 409,
      body: { code: 'consent_version', fields: { consent: expect.any(String) } },
    });
    expect(await ownerOf(bookUuid)).toBeNull();
  });

  it('a registration without a birth date stores no guardian: nobody asked that person', async () => {
    const guardian = {
      full_name: 'Marta Jovem',
      cpf: '27865757379',
      email: 'marta@teste.example',
      phone: '19994440000',
      relation: 'Mãe',
    };
    const body = { ...newcomer(), guardian };
    const answer = await register(body, { bookUuid: await emptyBook() });
    expect(answer.status).toBe(200);
    const me = (await portal.call(getMe, {}, { token: answer.body.access_token ?? '' })).body;
    expect([me.guardian, me.guardian_pending]).toEqual([null, null]);
  });

  it('S4 a registration gives a book to one of many who register at the same time', async () => {
    const bookUuid = await emptyBook();
    const people = Array.from({ length: 8 }, newcomer);
    const answers = await Promise.all(people.map((body) => register(body, { bookUuid })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const made = await portal.school.db
      .selectFrom('users')
      .select('id')
      .where(
        'email_key',
        'in',
        people.map(({ email }) => email),
      )
      .execute();
    expect(made.map(({ id }) => id)).toEqual([await ownerOf(bookUuid)]);
  });

  it('BOOK-11 a registration refuses a taken book, a known CPF and a crowded address in the same words', async () => {
    const bookUuid = await emptyBook();
    for (let each = 0; each < MAX_ACCOUNTS; each += 1) await addAccount(portal, { email: 'cheia@teste.example' });
    const refused = [
      await register(newcomer(), { bookUuid: '11111111-1111-4111-8111-111111111111' }),
      await register(newcomer(), { bookUuid: randomUUID() }),
      await register({ ...newcomer(), email: 'CHEIA@teste.example' }, { bookUuid }),
      await register({ ...newcomer(), cpf: '52998224725' }, { bookUuid }),
    ];
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.detail}`)).size).toBe(1);
    expect(refused[0]?.status).toBe(409);
    expect(await ownerOf(bookUuid)).toBeNull();
  });

  it('a second child registers with the shared address, and the login offers a choice (AUTH-05)', async () => {
    const parent = await addAccount(portal, { email: 'familia.nova@teste.example' });
    const body = { ...newcomer(), email: 'Familia.Nova@teste.example', password: 'o mesmo sobrado 26' };
    const { id: sibling } = (
      await portal.call(
        getMe,
        {},
        {
          token:
            (
              await register(
                { ...newcomer(), email: parent.email, password: body.password },
                { bookUuid: await emptyBook() },
              )
            ).body.access_token ?? '',
        },
      )
    ).body;
    const child = await register(body, { bookUuid: await emptyBook() });
    const { id } = (await portal.call(getMe, {}, { token: child.body.access_token ?? '' })).body;
    const listed = await portal.call(login, { body: { username: parent.email, password: body.password } });
    expect(listed.body.users.map((each) => [each.id, each.drive_user_id])).toEqual([
      [sibling, null],
      [id, null],
    ]);
    const chosen = await portal.call(login, {
      body: { username: parent.email, password: body.password, user_id: String(id) },
    });
    expect((await portal.call(getMe, {}, { token: chosen.body.access_token ?? '' })).body.id).toBe(id);
  });

  it('a registration needs a book and a good password, and names its field', async () => {
    expect((await register(newcomer())).status).toBe(404);
    const bookUuid = await emptyBook();
    expect(await register({ ...newcomer(), password: '1234567890' }, { bookUuid })).toMatchObject({
      status: 400,
      body: { fields: { password: 'Esta senha é muito comum. Escolha outra.' } },
    });
    expect(await ownerOf(bookUuid)).toBeNull();
  });
});

function cpfOf(base: number): string {
  const digits = String(base);
  const check = (text: string) =>
    (([...text].reduce((sum, digit, index) => sum + Number(digit) * (text.length + 1 - index), 0) * 10) % 11) % 10;
  const first = `${digits}${check(digits)}`;
  return `${first}${check(first)}`;
}
