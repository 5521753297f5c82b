import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updatePassword } from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const fresh = 'Caminho novo 42';
const MINUTE = 60_000;

describe.each(engines)('password recovery on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const ask = (email: string, isAccessCode: 'true' | 'false' = 'false') =>
    portal.call(requestPasswordReset, { query: { email, isAccessCode } });
  const reset = (token: string, email?: string, new_password = fresh) =>
    portal.call(resetPassword, { query: { token }, body: { new_password, email } });
  const enter = (username: string, password: string) => portal.call(login, { body: { username, password } });
  async function mailedLink(email: string): Promise<string> {
    await ask(email);
    const [mail] = await portal.mails(email);
    return /https:\/\/aluno\.example\/login\/recover-password\/?\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }
  async function mailedCode(email: string): Promise<string> {
    await ask(email, 'true');
    const [mail] = await portal.mails(email);
    return /^(\d{8})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  }
  const newcomer = (given?: NewAccount) => addAccount(portal, given);

  it('AUTH-20 the recovery answers and limits known and unknown addresses equally', async () => {
    const { email } = await newcomer();
    for (const address of [email, `ninguem-${engine}@teste.example`]) {
      const answers = [
        await ask(address),
        await ask(address.toUpperCase()),
        await ask(address, 'true'),
        await ask(address),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers[0]?.body.detail).toMatch(/^Se houver uma conta com este e-mail/);
      expect(answers[3]?.headers.get('retry-after')).toBeTruthy();
    }
    expect(await portal.mails(email)).toHaveLength(3);
    expect(await portal.mails(`ninguem-${engine}@teste.example`)).toEqual([]);
  });

  it('API-04 the recovery sets a password with the link, once, and ends every session', async () => {
    const { id, email } = await newcomer();
    const session = await portal.tokenOf(id);
    const token = await mailedLink(email);
    expect((await reset(token)).status).toBe(200);
    expect((await portal.call(getMe, {}, { token: session })).status).toBe(401);
    expect((await enter(email, 'portal-demo')).status).toBe(400);
    expect((await enter(email, fresh)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('não vale mais') },
    });
    const audited = await portal.school.db.selectFrom('audit_log').select('action').where('user_id', '=', id).execute();
    expect(audited).toEqual([{ action: 'password-reset' }]);
    const [notified] = await portal.mails(email);
    expect(notified?.subject).toBe('Uma senha nova foi criada para o seu acesso');
  });

  it('the recovery keeps only the hash of what it mailed', async () => {
    const { id, email } = await newcomer();
    const token = await mailedLink(email);
    const rows = await portal.school.db.selectFrom('auth_tokens').selectAll().where('user_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('the recovery accepts one of many concurrent resets', async () => {
    const token = await mailedLink((await newcomer()).email);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => reset(token, undefined, `${fresh} ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(11);
  });

  it('a link of the recovery is valid for exactly sixty minutes', async () => {
    const early = await mailedLink((await newcomer()).email);
    portal.clock.advance(59 * MINUTE);
    expect((await reset(early)).status).toBe(200);
    const late = await mailedLink((await newcomer()).email);
    portal.clock.advance(60 * MINUTE);
    expect((await reset(late)).status).toBe(400);
  });

  it('the recovery accepts only the newest secret', async () => {
    const { email } = await newcomer();
    const first = await mailedLink(email);
    const code = await mailedCode(email);
    expect((await reset(first)).status).toBe(400);
    expect((await reset(code, email)).status).toBe(200);
  });

  it('a reset changes every account behind the address', async () => {
    const first = await newcomer();
    const second = await newcomer({
      email: first.email,
      password_hash: await portal.school.hashes.hash('outra-senha-9'),
    });
    expect((await reset(await mailedLink(first.email))).status).toBe(200);
    expect((await enter(first.email, fresh)).body.users.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('the recovery opens nothing for a blocked user', async () => {
    const { email } = await newcomer({ is_blocked: true });
    await ask(email);
    expect(await portal.mails(email)).toEqual([]);
  });

  it.each([
    ['too short', 'curta-123', 422, 'Nova senha: Use no mínimo 10 caracteres'],
    ['common', '1234567890', 400, 'Esta senha é muito comum. Escolha outra.'],
    ['one character', 'aaaaaaaaaaaa', 400, 'Esta senha é muito comum. Escolha outra.'],
    ['leaked', 'Jesuscristo', 400, 'Esta senha é muito comum. Escolha outra.'],
    [
      'the demo one',
      'Portal-Demo',
      400,
      'Esta senha é fácil de adivinhar: tem pouco além do nome da escola ou do seu e-mail. Escolha outra.',
    ],
  ])(
    'the recovery says why a password is refused (%s), and the link still counts',
    async (_what, bad, status, detail) => {
      const token = await mailedLink((await newcomer()).email);
      expect(await reset(token, undefined, bad)).toMatchObject({ status, body: { detail } });
      expect((await reset(token)).status).toBe(200);
    },
  );

  it('the recovery refuses the own address as a password', async () => {
    const { email } = await newcomer();
    expect((await reset(await mailedLink(email), undefined, email.toUpperCase())).body.detail).toBe(
      'A senha não pode ser igual ao e-mail.',
    );
  });

  describe('by code (AUTH-16)', () => {
    it('the code of a recovery needs the address that it was mailed to', async () => {
      const { email } = await newcomer();
      const other = await newcomer();
      const code = await mailedCode(email);
      expect(code).toMatch(/^\d{8}$/);
      expect((await reset(code)).status).toBe(400);
      expect((await reset(code, other.email)).status).toBe(400);
      expect((await reset(code, ` ${email.toUpperCase()} `)).status).toBe(200);
      expect((await reset(code, email)).status).toBe(400);
    });

    it('the code of a recovery expires after five tries, also concurrent ones', async () => {
      const { email } = await newcomer();
      const code = await mailedCode(email);
      const bad = code === '00000000' ? '00000001' : '00000000';
      await Promise.all(Array.from({ length: 5 }, () => reset(bad, email)));
      expect((await reset(code, email)).status).toBe(400);
    });

    it('the code of a recovery expires after ten minutes', async () => {
      const { email } = await newcomer();
      const code = await mailedCode(email);
      portal.clock.advance(10 * MINUTE);
      expect((await reset(code, email)).status).toBe(400);
    });
  });

  it('the recovery accepts a link also when the address is sent along', async () => {
    const { email } = await newcomer();
    expect((await reset(await mailedLink(email), email)).status).toBe(200);
  });

  it('the recovery limits the tries of one address', async () => {
    const caller = { address: 'adivinho' };
    const tries = Array.from({ length: 301 }, (_, index) =>
      portal.call(resetPassword, { query: { token: `palpite-${index}` }, body: { new_password: fresh } }, { caller }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('mails of the recovery use the address of the brand and never the Host header', async () => {
    await portal.send('POST', '/api/v1/login/recover-password/?email=phenom@demo.example', {
      headers: { host: 'evil.example' },
    });
    const [mail] = await portal.mails('phenom@demo.example');
    expect(mail?.html).toMatch(/#F70052/i);
    expect(mail?.text).toContain('https://aluno.example/login/recover-password');
    expect(`${mail?.html}${mail?.text}`).not.toContain('evil.example');
    expect(mail?.text).toContain('Olá, Nina');
    expect(mail?.html).toContain('lang="pt-BR"');
  });

  it('the recovery mails once, however many workers run', async () => {
    const { email } = await newcomer();
    await ask(email);
    await Promise.all(Array.from({ length: 6 }, () => portal.worker.runOnce()));
    expect(await portal.mails(email)).toHaveLength(1);
  });

  it('a changed password ends a pending account choice and every other session, but not this one (AUTH-27)', async () => {
    const { id } = await newcomer();
    const [here, elsewhere] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    const body = { current_password: 'portal-demo', new_password: fresh };
    const answer = await portal.call(updatePassword, { body }, { token: here });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['detail']);
    const renewed = answer.headers.get('x-portal-token') ?? '';
    const statuses = await Promise.all(
      [here, elsewhere, renewed].map(async (token) => (await portal.call(getMe, {}, { token })).status),
    );
    expect(statuses).toEqual([401, 401, 200]);
  });
});
