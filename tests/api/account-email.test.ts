import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const fresh = 'Caminho novo 42';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const helena = { as: 7 };

describe.each(engines)('a change of e-mail on %s (S18)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  const newAddress = () => {
    count += 1;
    return `outra${count}@teste.example`;
  };
  const me = async (as: number) => (await portal.call(account.getMe, {}, { as })).body;
  const ask = (as: number, email: string, current_password: string | undefined = password) =>
    portal.call(account.updateProfile, { body: { email, current_password } }, { as });
  const verify = (as: number, token_email: string) =>
    portal.call(account.verifyEmail, { body: { token_email } }, { as });
  const enters = async (username: string, typed = password) =>
    (await portal.call(login, { body: { username, password: typed } })).status;
  const found = async (email: string, pattern: RegExp) => {
    for (const { text } of await portal.mails(email)) {
      const token = pattern.exec(text)?.[1];
      if (token) return token;
    }
    return '';
  };
  const proof = (email: string) => found(email, /token_email=([\w-]+)/);
  const undoLink = (email: string) => found(email, /\/desfazer-email\/([\w-]+)/);
  /** The token of a recovery, empty where the address opens nothing. */
  const recovered = async (email: string) => {
    await portal.call(requestPasswordReset, { query: { email, isAccessCode: 'false' } });
    return found(email, /recover-password\/?\?token=([\w-]+)/);
  };
  const reset = (token: string) => portal.call(resetPassword, { query: { token }, body: { new_password: fresh } }, {});
  const undo = (token: string) => portal.ops.account.undoEmailChange({ token });
  const staffWrites = (id: number, email: string) => portal.ops.people.updateUser({ id, email }, helena);
  const tableWrites = async (id: number, email: string) => {
    const { matricula, unidade, nome } = await portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .innerJoin('companies', 'companies.id', 'drive_users.company_id')
      .select(['drive_users.matricula', 'companies.nome as unidade', 'users.full_name as nome'])
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow();
    // The office wrote it after whatever was written here.
    const altered = new Date(portal.school.now().getTime() + 1000).toISOString();
    const table = `unidade;matricula;nome;email;alterado_em\n${unidade};${matricula};${nome};${email};${altered}\n`;
    return importTable(portal.school, kinds.alunos, new TextEncoder().encode(table));
  };
  const student = (more: NewAccount = {}) => addAccount(portal, { email_verified: true, ...more });

  it('a change of e-mail asks for the password, and saves nothing without it', async () => {
    const { id, email } = await student();
    const body = { email: newAddress(), city: 'Jundiaí' };
    const without = await portal.call(account.updateProfile, { body }, { as: id });
    expect([without.status, without.body.fields]).toEqual([
      422,
      { current_password: 'Digite sua senha para trocar o e-mail' },
    ]);
    const wrong = await portal.call(
      account.updateProfile,
      { body: { ...body, current_password: 'errada' } },
      { as: id },
    );
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['current_password']]);
    expect(await me(id)).toMatchObject({ email, city: null });
    expect(await portal.mails(email)).toEqual([]);
    // An unchanged address needs no password.
    expect((await portal.call(account.updateProfile, { body: { ...body, email } }, { as: id })).status).toBe(200);
  });

  it('PROFILE-06 a new e-mail counts for login and recovery only once its mailbox is verified', async () => {
    const { id, email } = await student();
    const next = newAddress();
    expect((await ask(id, next)).body).toMatchObject({ email, email_pendente: next });
    expect([await enters(next), await enters(email), await recovered(next)]).toEqual([400, 200, '']);
    expect((await verify(id, await proof(next))).status).toBe(200);
    expect(await me(id)).toMatchObject({ email: next, email_verified: true });
    expect([await enters(next), await enters(email), await recovered(email)]).toEqual([200, 400, '']);
    expect(await recovered(next)).not.toBe('');
  });

  it('a registration update changes the e-mail in the same way', async () => {
    const { id, email } = await student();
    const next = newAddress();
    const body = {
      full_name: 'Pessoa Teste',
      cpf: cpfOf(800_000 + id),
      email: next,
      phone: '19991234567',
      cep: '13015904',
      street: 'Rua das Palmeiras',
      street_number: '1',
    };
    const without = await portal.call(account.updateRegistration, { body }, { as: id });
    expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([422, ['current_password']]);
    const saved = await portal.call(
      account.updateRegistration,
      { body: { ...body, current_password: password } },
      { as: id },
    );
    expect(saved.body).toMatchObject({ email, email_pendente: next, phone: '19991234567' });
  });

  it('only the newest requested e-mail can be verified, and the request can be withdrawn', async () => {
    const { id, email } = await student();
    const [first, second] = [newAddress(), newAddress()];
    await ask(id, first);
    await ask(id, second);
    expect((await verify(id, await proof(first))).status).toBe(400);
    const state = await portal.ops.account.getOwnEmail({}, { as: id });
    expect(state.body).toMatchObject({ email, confirmado: true, pendente: { email: second }, da_escola: null });
    const taken = await portal.ops.account.undoOwnEmail({ tipo: 'pendente' }, { as: id });
    expect(taken.body.pendente).toBeNull();
    expect((await verify(id, await proof(second))).status).toBe(400);
    expect((await portal.ops.account.undoOwnEmail({ tipo: 'pendente' }, { as: id })).status).toBe(409);
    expect((await portal.ops.account.getOwnEmail({}, { as: id, scope: 'book' })).status).toBe(403);
  });

  it('the old address is notified once and can undo for seven days, which ends sessions and the old password', async () => {
    const { id, email } = await student();
    const next = newAddress();
    await ask(id, next);
    await verify(id, await proof(next));
    expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual(['Pedido para trocar seu e-mail']);
    const token = await undoLink(email);
    const check = await portal.ops.account.checkEmailChange({ token });
    expect(check.body).toMatchObject({ da_escola: false, ja_vale: true });
    expect(JSON.stringify(check.body)).not.toMatch(new RegExp(`${email}|${next}`));
    portal.clock.advance(7 * DAY - HOUR);
    const session = await portal.tokenOf(id);
    const undone = await undo(token);
    expect(undone.status).toBe(200);
    expect((await portal.call(account.getMe, {}, { token: session })).status).toBe(401);
    expect([await enters(email), await enters(next)]).toEqual([400, 400]);
    expect((await reset(undone.body.nova_senha ?? '')).status).toBe(200);
    expect(await enters(email, fresh)).toBe(200);
    expect((await undo(token)).status).toBe(404);
    expect(await me(id)).toMatchObject({ email, email_verified: true });
  });

  it('an undo by the old address also reverts later changes, and expires after seven days', async () => {
    const { id, email } = await student();
    const [first, second] = [newAddress(), newAddress()];
    await ask(id, first);
    await verify(id, await proof(first));
    await ask(id, second);
    await verify(id, await proof(second));
    const late = await undoLink(first);
    expect((await undo(await undoLink(email))).status).toBe(200);
    expect((await me(id)).email).toBe(email);
    expect((await undo(late)).status).toBe(404);
    const other = await student();
    await ask(other.id, newAddress());
    const token = await undoLink(other.email);
    portal.clock.advance(7 * DAY);
    expect((await undo(token)).status).toBe(404);
  });

  it('the school limits the mails that one account causes', async () => {
    const { id, email } = await student();
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) statuses.push((await ask(id, newAddress())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await portal.mails(email)).toHaveLength(5);
  });

  it('a link of another account is refused as such', async () => {
    const { id } = await student();
    const other = await student();
    const next = newAddress();
    await ask(id, next);
    const token = await proof(next);
    const wrong = await verify(other.id, token);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'other_account']);
    expect((await verify(id, token)).status).toBe(200);
  });

  describe('written by the school', () => {
    it.each([
      ['in the panel', staffWrites],
      ['by a table', tableWrites],
    ])(
      'an e-mail that the school wrote %s is notified to the old address, and recovery waits a day',
      async (_way, write) => {
        const { id, email } = await student();
        const next = newAddress();
        await write(id, next);
        expect(await me(id)).toMatchObject({ email: next, email_verified: false });
        expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual(['A escola trocou seu e-mail']);
        const notices = (await portal.ops.inbox.listNotices({}, { as: id })).body.items;
        expect(notices[0]).toMatchObject({ title: 'A escola trocou seu e-mail', path: '/me/dados' });
        expect(await recovered(next)).toBe('');
        portal.clock.advance(DAY - HOUR);
        expect(await recovered(next)).toBe('');
        portal.clock.advance(HOUR);
        expect(await recovered(next)).not.toBe('');
      },
    );

    it('an import reverts neither a change nor an undo of the owner', async () => {
      const { id, email } = await student();
      const own = newAddress();
      await ask(id, own);
      expect((await verify(id, await proof(own))).status).toBe(200);
      const left = { added: 0, changed: 0, same: 1, preserved: { 'com e-mail que o aluno já trocou no portal': [2] } };
      expect(await tableWrites(id, email)).toEqual(left);
      const typo = newAddress();
      await tableWrites(id, typo);
      await portal.ops.account.undoOwnEmail({ tipo: 'escola' }, { as: id });
      expect(await tableWrites(id, typo)).toEqual(left);
      expect(await me(id)).toMatchObject({ email: own, email_verified: true });
    });

    it('an import writes an address again that the school itself had reverted', async () => {
      const { id, email } = await student();
      const next = newAddress();
      await staffWrites(id, next);
      // The nightly file still has the old address, the file of the next day the new one.
      expect(await tableWrites(id, email)).toMatchObject({ changed: 1 });
      expect(await me(id)).toMatchObject({ email, email_verified: true });
      expect(await tableWrites(id, next)).toMatchObject({ changed: 1 });
      expect((await me(id)).email).toBe(next);
      expect((await undo(await undoLink(email))).status).toBe(200);
      expect(await tableWrites(id, next)).toMatchObject({ changed: 0 });
      expect((await me(id)).email).toBe(email);
    });

    it('an e-mail that the school wrote allows recovery at once if the old address agrees', async () => {
      const { id, email } = await student();
      const next = newAddress();
      await staffWrites(id, next);
      expect((await portal.ops.account.agreeToEmail({ token: await undoLink(email) })).status).toBe(200);
      expect(await recovered(next)).not.toBe('');
    });

    it('an e-mail that the school wrote can be undone in the portal or by the old address, keeping the password', async () => {
      const one = await student();
      await staffWrites(one.id, newAddress());
      const own = await portal.ops.account.getOwnEmail({}, { as: one.id });
      expect(own.body.da_escola).toMatchObject({ de: one.email });
      const taken = await portal.ops.account.undoOwnEmail({ tipo: 'escola' }, { as: one.id });
      expect(taken.body).toMatchObject({ email: one.email, confirmado: true, da_escola: null });
      const two = await student();
      await staffWrites(two.id, newAddress());
      expect((await undo(await undoLink(two.email))).body.nova_senha).toBeNull();
      expect(await enters(two.email)).toBe(200);
    });

    it('an undo by the first owner also drops a requested e-mail and restores access with a new password', async () => {
      const { id, email } = await student();
      await staffWrites(id, newAddress());
      await ask(id, newAddress());
      const undone = await undo(await undoLink(email));
      expect(undone.status).toBe(200);
      expect(await me(id)).toMatchObject({ email, email_verified: true });
      expect((await reset(undone.body.nova_senha ?? '')).status).toBe(200);
      expect([await enters(email), await enters(email, fresh)]).toEqual([400, 200]);
      expect((await portal.ops.account.getOwnEmail({}, { as: id })).body).toMatchObject({
        pendente: null,
        da_escola: null,
      });
    });

    it('after the new mailbox is verified, an undo drops only the pending request, and sets a new password', async () => {
      const { id, email } = await student();
      const [next, wish] = [newAddress(), newAddress()];
      await staffWrites(id, next);
      await ask(id, wish);
      const token = await undoLink(email);
      await portal.call(account.sendEmailVerification, { query: { email: next } }, { as: id });
      expect((await verify(id, await proof(next))).status).toBe(200);
      const undone = await undo(token);
      expect((await reset(undone.body.nova_senha ?? '')).status).toBe(200);
      expect(await me(id)).toMatchObject({ email: next, email_verified: true });
      expect(await enters(next, fresh)).toBe(200);
    });

    it('an undo invalidates a recovery that was requested with the new address', async () => {
      const { id, email } = await student();
      const next = newAddress();
      await staffWrites(id, next);
      portal.clock.advance(DAY);
      const token = await recovered(next);
      const back = await undo(await undoLink(email));
      expect((await reset(token)).status).toBe(400);
      expect(back.body.nova_senha).not.toBeNull();
    });

    it('after two changes by the school the first owner can still undo', async () => {
      const { id, email } = await student();
      await staffWrites(id, newAddress());
      await staffWrites(id, newAddress());
      expect(await portal.mails(email)).toHaveLength(2);
      expect((await undo(await undoLink(email))).status).toBe(200);
      expect(await me(id)).toMatchObject({ email, email_verified: true });
      // The school itself reverts the change.
      await staffWrites(id, newAddress());
      await staffWrites(id, email);
      expect(await me(id)).toMatchObject({ email, email_verified: true });
      expect(await recovered(email)).not.toBe('');
    });

    it.each<[string, (id: number, email: string, next: string) => Promise<string>]>([
      [
        'its owner confirmed the new one',
        async (id, _email, next) => {
          await portal.call(account.sendEmailVerification, { query: { email: next } }, { as: id });
          expect((await verify(id, await proof(next))).status).toBe(200);
          return next;
        },
      ],
      [
        'its owner took another one since',
        async (id, _email, next) => {
          const own = newAddress();
          await portal.call(account.sendEmailVerification, { query: { email: next } }, { as: id });
          await verify(id, await proof(next));
          await ask(id, own);
          expect((await verify(id, await proof(own))).status).toBe(200);
          return own;
        },
      ],
      [
        'the old address agreed',
        async (_id, email, next) => {
          await portal.ops.account.agreeToEmail({ token: await undoLink(email) });
          return next;
        },
      ],
      [
        'its day has passed',
        async (_id, _email, next) => {
          portal.clock.advance(DAY);
          return next;
        },
      ],
    ])('the address before is a change like any other once %s', async (_what, happens) => {
      for (const write of [staffWrites, tableWrites]) {
        const { id, email } = await student({ email_verified: false });
        const next = newAddress();
        await staffWrites(id, next);
        const current = await happens(id, email, next);
        await write(id, email);
        expect(await me(id)).toMatchObject({ email, email_verified: false });
        expect((await portal.mails(current))[0]?.subject).toBe('A escola trocou seu e-mail');
        const notices = (await portal.ops.inbox.listNotices({}, { as: id })).body.items;
        expect(notices.filter(({ title }) => title === 'A escola trocou seu e-mail')).toHaveLength(2);
        expect(await recovered(email)).toBe('');
        expect((await undo(await undoLink(current))).status).toBe(200);
        expect((await me(id)).email).toBe(current);
      }
    });

    it('no manager writes the own e-mail without the password', async () => {
      const answer = await staffWrites(helena.as, newAddress());
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['email']]);
    });
  });

  describe('recovery', () => {
    it('the mail of a recovery greets the one account, and names all whose password it sets', async () => {
      const one = await addAccount(portal, { full_name: 'Rosa Lima' });
      await recovered(one.email);
      expect((await portal.mails(one.email))[0]?.text).toMatch(/^Olá, Rosa\n/);
      await addAccount(portal, { full_name: 'Davi Lima', email: one.email });
      portal.clock.advance(HOUR);
      await recovered(one.email);
      const [mail] = await portal.mails(one.email);
      expect(mail?.text).toMatch(/^Olá\n/);
      expect(mail?.text).toContain('Rosa e Davi');
    });

    it('a recovery resets no account that only requested the address', async () => {
      const owner = await student();
      const other = await student();
      await ask(other.id, owner.email);
      expect((await reset(await recovered(owner.email))).status).toBe(200);
      expect([await enters(owner.email, fresh), await enters(other.email)]).toEqual([200, 200]);
    });
  });
});
