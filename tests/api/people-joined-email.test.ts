import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateProfile, verifyEmail } from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { isLeft } from '../../src/server/identity/account/email-changes.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const password = 'portal-demo';

describe.each(engines)('addresses of joined accounts on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  const newCpf = () => {
    count += 1;
    return cpfOf(320_000_000 + count);
  };
  const lone = (overrides: NewAccount = {}) => addAccount(portal, { company: null, cpf: newCpf(), ...overrides });
  const join = (id: number, body: { user_id: number }) =>
    portal.ops.people.joinAccount({ id, ...body }, { as: HELENA });
  const take = (name: keyof typeof kinds, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  const found = async (email: string, pattern: RegExp) => {
    for (const { text } of await portal.mails(email)) {
      const token = pattern.exec(text)?.[1];
      if (token) return token;
    }
    return '';
  };
  const undoLink = (email: string) => found(email, /\/desfazer-email\/([\w-]+)/);
  const undo = (token: string) => portal.ops.account.undoEmailChange({ token });
  const ask = (as: number, email: string) =>
    portal.call(updateProfile, { body: { email, current_password: password } }, { as });
  const prove = async (as: number, email: string) => {
    const token_email = await found(email, /token_email=([\w-]+)/);
    return portal.call(verifyEmail, { body: { token_email } }, { as });
  };
  const recovered = async (email: string) => {
    await portal.call(requestPasswordReset, { query: { email, isAccessCode: 'false' } });
    return found(email, /recover-password\/?\?token=([\w-]+)/);
  };
  const entered = () => ({ last_seen_at: portal.clock.now.toISOString() });

  it('S18 links of the removed account cannot take over the remaining one', async () => {
    for (const fresh of [false, true]) {
      const cpf = newCpf();
      const account = await lone({ cpf, email_verified: true });
      const [next, later] = [`b${account.id}@teste.example`, `d${account.id}@teste.example`];
      await ask(account.id, next);
      expect((await prove(account.id, next)).status).toBe(200);
      await ask(account.id, later);
      const links = [await undoLink(account.email), await undoLink(next)];
      const enrolled = await addAccount(portal, { cpf, ...(!fresh && entered()) });
      expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
      for (const link of links) expect((await undo(link)).status).toBe(404);
      expect((await prove(enrolled.id, later)).status).toBe(400);
      const me = (await portal.call(getMe, {}, { as: enrolled.id })).body;
      expect(me.email).toBe(fresh ? next : enrolled.email);
      expect((await portal.call(login, { body: { username: me.email ?? '', password } })).status).toBe(200);
    }
  });

  it('A2 the replaced address is notified, a recovery waits a day, and the address can undo', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf, email_verified: true, phone: '19922221111' });
    const enrolled = await addAccount(portal, { cpf, email_verified: true });
    expect((await join(account.id, { user_id: enrolled.id })).body).toMatchObject({
      email: account.email,
      email_verified: false,
    });
    expect((await portal.mails(enrolled.email)).map(({ subject }) => subject)).toEqual(['A escola trocou seu e-mail']);
    expect(await recovered(account.email)).toBe('');
    // The next import of the school still has the replaced address.
    const { matricula, unidade, nome } = await portal.school.db
      .selectFrom('drive_users')
      .innerJoin('companies', 'companies.id', 'drive_users.company_id')
      .select(['drive_users.matricula', 'drive_users.nome', 'companies.nome as unidade'])
      .where('drive_users.id', '=', enrolled.driveUserId)
      .executeTakeFirstOrThrow();
    const table = ['unidade;matricula;nome;email', `${unidade};${matricula};${nome};${enrolled.email}`];
    expect(await take('alunos', table)).toMatchObject({
      preserved: { 'com e-mail que o aluno já trocou no portal': [2] },
    });
    const undone = await undo(await undoLink(enrolled.email));
    expect([undone.status, undone.body.nova_senha]).toEqual([200, expect.any(String)]);
    expect((await portal.call(getMe, {}, { as: enrolled.id })).body).toMatchObject({
      email: enrolled.email,
      email_verified: true,
    });
    // The password of the joined account is no longer valid.
    const fresh = 'Caminho novo 42';
    const reset = { query: { token: undone.body.nova_senha ?? '' }, body: { new_password: fresh } };
    const enters = async (typed: string) =>
      (await portal.call(login, { body: { username: enrolled.email, password: typed } })).status;
    expect(await enters(password)).toBe(400);
    expect((await portal.call(resetPassword, reset)).status).toBe(200);
    expect(await enters(fresh)).toBe(200);
  });

  const writes = (id: number, email: string) => portal.ops.people.updateUser({ id, email }, { as: HELENA });
  it.each<[string, (id: number, email: string) => Promise<{ status: number }>]>([
    ['the staff write it again', writes],
    [
      'the staff write it again after a third one',
      async (id, email) => {
        await writes(id, `terceiro${id}@teste.example`);
        return writes(id, email);
      },
    ],
    [
      'somebody within the account does',
      async (id) => {
        expect((await portal.ops.account.getOwnEmail({}, { as: id })).body.da_escola).toMatchObject({ encerra: true });
        return portal.ops.account.undoOwnEmail({ tipo: 'escola' }, { as: id });
      },
    ],
  ])('S18 no password that came along outlives the enrolled address, when %s', async (_who, takesBack) => {
    const cpf = newCpf();
    const account = await lone({ cpf, email_verified: true });
    const enrolled = await addAccount(portal, { cpf, email_verified: true });
    expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
    const session = await portal.tokenOf(enrolled.id);
    expect((await takesBack(enrolled.id, enrolled.email)).status).toBe(200);
    expect((await portal.call(getMe, {}, { token: session })).status).toBe(401);
    const enters = async (typed: string) =>
      (await portal.call(login, { body: { username: enrolled.email, password: typed } })).status;
    expect(await enters(password)).toBe(400);
    // Its owner gets the link to a new password without a request.
    const token = await found(enrolled.email, /recover-password\/?\?token=([\w-]+)/);
    const fresh = 'Caminho novo 42';
    expect((await portal.call(resetPassword, { query: { token }, body: { new_password: fresh } })).status).toBe(200);
    expect(await enters(fresh)).toBe(200);
  });

  it('S18 after a join imports can write earlier addresses, but never the replaced one', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf });
    const enrolled = await addAccount(portal, { cpf, email_verified: true });
    const [typo, current] = [`typo${enrolled.id}@teste.example`, `atual${enrolled.id}@teste.example`];
    await writes(enrolled.id, typo);
    await writes(enrolled.id, current);
    expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
    const { db } = portal.school;
    expect([await isLeft(db, enrolled.id, current), await isLeft(db, enrolled.id, typo)]).toEqual([true, false]);
  });

  it('an address that the school wrote within a day yields to the one before, and the same one is not notified', async () => {
    const cpf = newCpf();
    const phone = '19911110000';
    const account = await lone({ cpf, phone });
    const enrolled = await addAccount(portal, { cpf, email_verified: true });
    await portal.ops.people.updateUser({ id: enrolled.id, email: account.email }, { as: HELENA });
    expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
    expect(await portal.mails(enrolled.email)).toHaveLength(2);
    const undone = await undo(await undoLink(enrolled.email));
    expect(undone.body.nova_senha).toEqual(expect.any(String));
    const alone = await lone({ phone, cpf: null, email: `familia${phone}@teste.example` });
    const same = await addAccount(portal, { phone, cpf: null, email: alone.email });
    expect((await join(alone.id, { user_id: same.id })).status).toBe(200);
    expect(await portal.mails(alone.email)).toEqual([]);
  });
});
