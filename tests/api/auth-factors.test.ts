import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { addAccount } from '../support/accounts.ts';
import { softKey } from '../support/authenticator.ts';
import { connectApp, password, totpCode } from '../support/factors.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const [ANA, HELENA, IGOR] = [1, 7, 8];
const ORIGIN = 'https://aluno.example';

describe.each(allEngines)('S22 the second factor on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const emailOf = async (id: number) =>
    (await portal.school.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  const newStaff = async () => {
    const id = await addStaff(portal);
    return { id, email: await emailOf(id) };
  };
  const finish = (ticket: string, codigo: string) => portal.ops.auth.finishSecondStep({ ticket, codigo });
  const now = (secret: string) => totpCode(secret, portal.clock.now);

  it('the password alone opens no session; the code of the app does, once', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    const { ticket, token } = await password(portal, email);
    expect(token).toBeNull();
    expect((await portal.call(getMe, {}, { token: ticket })).status).toBe(401);
    expect((await portal.ops.auth.getSecondStep({ ticket })).body).toMatchObject({
      codigo: true,
      chave: false,
    });
    const code = now(secret);
    const opened = await finish(ticket, code);
    expect((await portal.call(getMe, {}, { token: opened.body.access_token ?? '' })).body.id).toBe(id);
    expect((await finish(ticket, code)).status).toBe(400);
    // The same code does not count for another login either.
    const second = await password(portal, email);
    expect(await finish(second.ticket, code)).toMatchObject({
      status: 400,
      body: { fields: { codigo: expect.any(String) } },
    });
    portal.clock.advance(30_000);
    expect((await finish(second.ticket, now(secret))).status).toBe(200);
  });

  it('64 equal codes at once open one session', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => password(portal, email)));
    const code = now(secret);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => finish(tickets[index % 4]?.ticket ?? '', code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a recovery code counts once, its owner is notified, and new codes invalidate earlier ones', async () => {
    const { id, email } = await newStaff();
    const { codes } = await connectApp(portal, id);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const { ticket } = await password(portal, email);
    const opened = await finish(ticket, ` ${first.toLowerCase().replaceAll('-', ' ')} `);
    expect(opened.status).toBe(200);
    expect((await portal.mails(email)).map(({ subject }) => subject)).toContain(
      'Um código de recuperação foi usado no seu acesso',
    );
    expect((await finish((await password(portal, email)).ticket, first)).status).toBe(400);
    expect((await portal.ops.auth.listFactors({}, { as: id })).body.codigos_restantes).toBe(9);
    const { body } = await portal.ops.auth.renewRecoveryCodes({}, { as: id });
    expect(body.codigos).toHaveLength(10);
    const again = await password(portal, email);
    expect((await finish(again.ticket, second)).status).toBe(400);
    expect((await finish(again.ticket, body.codigos[0] ?? '')).status).toBe(200);
    const stored = await portal.school.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(body.codigos[1]);
  });

  it('wrong codes are counted by person, and a right password does not clear the count', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    const wrong = now(secret) === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await finish((await password(portal, email)).ticket, wrong)).status).toBe(400);
    }
    const { ticket } = await password(portal, email);
    expect((await finish(ticket, now(secret))).status).toBe(429);
  });

  it('a ticket expires after ten minutes and with the sessions of its account, and works for no other account', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    for (const wrong of ['', 'a'.repeat(43)]) expect((await finish(wrong, now(secret))).status).toBe(400);
    const late = await password(portal, email);
    portal.clock.advance(10 * 60_000 + 1);
    expect(await finish(late.ticket, now(secret))).toMatchObject({ status: 400, body: { code: 'second_step_over' } });
    const ended = await password(portal, email);
    await portal.school.db.updateTable('users').set({ token_version: 9 }).where('id', '=', id).execute();
    expect((await finish(ended.ticket, now(secret))).status).toBe(400);
  });

  it('a passkey is added, opens a session, and is valid only for its domain and challenge', async () => {
    const { id, email } = await newStaff();
    const key = softKey(ORIGIN);
    const requested = (await portal.ops.auth.beginPasskey({}, { as: id })).body;
    const add = (chave: ReturnType<typeof key.create>, as = id) =>
      portal.ops.auth.addPasskey({ chave, nome: 'Notebook' }, { as });
    expect((await add(key.create(requested, 'https://evil.example'))).status).toBe(400);
    expect((await add(key.create({ challenge: 'a'.repeat(43) }))).status).toBe(400);
    expect((await add(key.create(requested), HELENA)).status).toBe(400);
    const added = await add(key.create((await portal.ops.auth.beginPasskey({}, { as: id })).body));
    expect(added.body.codigos).toHaveLength(10);

    const { ticket } = await password(portal, email);
    expect((await portal.ops.auth.getSecondStep({ ticket })).body.chave).toBe(true);
    const begin = async () => (await portal.ops.auth.beginSecondStep({ ticket })).body;
    const sign = (chave: ReturnType<typeof key.sign>) => portal.ops.auth.finishSecondStep({ ticket, chave });
    const first = await begin();
    expect((await sign(key.sign(first, 'https://phenom.evil.example'))).status).toBe(400);
    expect((await sign(softKey(ORIGIN).sign(await begin()))).status).toBe(400);
    const good = key.sign(await begin());
    expect((await sign(good)).status).toBe(200);
    expect((await sign(good)).status).toBe(400);
    // The host of the other brand has keys of its own.
    const other = await password(portal, email);
    const there = { caller: { host: 'phenom.example', secondStep: other.ticket } };
    expect((await portal.ops.auth.getSecondStep({}, there)).body.chave).toBe(false);
    expect((await portal.ops.auth.beginSecondStep({}, there)).status).toBe(400);
  });

  it('a new password by mail does not remove the factor', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    await portal.call(requestPasswordReset, { query: { email } });
    const mails = await portal.mails(email);
    const token = mails.map(({ text }) => /recover-password\/?\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
    const body = { new_password: 'Caminho novo 42' };
    expect((await portal.call(resetPassword, { query: { token }, body })).status).toBe(200);
    const opened = await password(portal, email, 'Caminho novo 42');
    expect(opened.token).toBeNull();
    expect((await finish(opened.ticket, now(secret))).status).toBe(200);
  });

  it('switching to an account with a factor needs the factor too', async () => {
    const { id, email } = await newStaff();
    await connectApp(portal, id);
    const twin = await addAccount(portal, { email, email_verified: true });
    await portal.school.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
    const { body } = await portal.ops.account.switchAccount({ user_id: id }, { as: twin.id });
    expect(body.access_token).toBeNull();
    expect(body.second_step?.ticket).toEqual(expect.any(String));
  });

  it('only the owner renames and removes factors, and the recovery codes go with the last one', async () => {
    const { id, email } = await newStaff();
    const { secret } = await connectApp(portal, id);
    const [factor] = (await portal.ops.auth.listFactors({}, { as: id })).body.itens;
    const params = { id: factor?.id ?? 0 };
    for (const as of [HELENA, ANA]) {
      expect((await portal.ops.auth.renameFactor({ ...params, nome: 'Meu' }, { as })).status).toBe(404);
      expect((await portal.ops.auth.removeFactor({ ...params }, { as })).status).toBe(404);
    }
    expect((await portal.ops.auth.renameFactor({ ...params, nome: ' ' }, { as: id })).status).toBe(422);
    expect((await portal.ops.auth.renameFactor({ ...params, nome: 'iPhone' }, { as: id })).body.nome).toBe('iPhone');
    expect((await portal.ops.auth.removeFactor({ ...params }, { as: id })).status).toBe(200);
    expect((await portal.ops.auth.listFactors({}, { as: id })).body).toMatchObject({ itens: [], codigos_restantes: 0 });
    expect((await password(portal, email)).token).toEqual(expect.any(String));
    expect(now(secret)).toMatch(/^\d{6}$/);
  });

  it('students have no factors, a new one needs its first code, and malformed codes get a message', async () => {
    expect((await portal.ops.auth.startCode({}, { as: ANA })).status).toBe(403);
    expect((await portal.ops.auth.beginPasskey({}, { as: ANA })).status).toBe(403);
    expect((await portal.ops.auth.listFactors({}, { as: ANA })).body.pode_adicionar).toBe(false);
    const { id, email } = await newStaff();
    const token = await portal.tokenOf(id);
    const confirm = (codigo: string) => portal.ops.auth.confirmCode({ codigo, nome: 'Celular' }, { token });
    expect((await confirm('123456')).status).toBe(400);
    const first = (await portal.ops.auth.startCode({}, { token })).body;
    expect((await portal.ops.auth.startCode({}, { token })).body).toEqual(first);
    for (const odd of ['000', 'éééééé', '１２３４５６', '🙂🙂🙂']) expect((await confirm(odd)).status).toBe(422);
    expect((await password(portal, email)).token).toEqual(expect.any(String));
    const [row] = await portal.school.db.selectFrom('factors').select('segredo').where('user_id', '=', id).execute();
    expect(row?.segredo).not.toContain(first.segredo);
  });

  it('staff with the right can reset lost factors: sessions end, an email and the audit log say so', async () => {
    const { id, email } = await newStaff();
    await connectApp(portal, id);
    const session = await portal.tokenOf(id);
    const reset = (as: number, who = id) => portal.ops.people.resetFactors({ id: who }, { as });
    expect((await reset(ANA)).status).toBe(403);
    expect((await reset(id)).status).toBe(403);
    expect((await reset(HELENA, IGOR)).status).toBe(403);
    expect((await portal.ops.people.getTeamMember({ id }, { as: HELENA })).body.fatores).toBe(1);
    expect((await reset(HELENA)).body.fatores).toBe(0);
    expect((await reset(HELENA)).status).toBe(409);
    expect((await portal.call(getMe, {}, { token: session })).status).toBe(401);
    expect((await portal.mails(email)).some(({ text }) => text.includes('A escola tirou o segundo fator'))).toBe(true);
    const query = { alvo: `user:${id}`, limit: 20, offset: 0 };
    const { body } = await portal.ops.people.listAudit(query, { as: HELENA });
    expect(body.items.map(({ acao }) => acao)).toContain('tirou o segundo fator');
    expect((await password(portal, email)).token).toEqual(expect.any(String));
  });
});

describe.each(allEngines)('S22 a school that asks for the second factor on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { env: { STAFF_FACTOR: 'required' } });
  });
  afterAll(() => portal.close());

  it('staff can open the panel only with a second factor', async () => {
    const id = await addStaff(portal);
    const { getUser } = await import('../../src/lib/contract/account.ts');
    const list = () => portal.ops.people.listTeam({ limit: 5 }, { as: id });
    expect(await list()).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    expect((await portal.call(getUser, { params: { id: ANA } }, { as: id })).status).toBeGreaterThan(400);
    expect((await portal.call(getMe, {}, { as: id })).body).toMatchObject({ precisa_fator: true, direitos: [] });
    await connectApp(portal, id);
    expect((await list()).status).toBe(200);
    expect((await portal.call(getMe, {}, { as: id })).body.precisa_fator).toBe(false);
    const [factor] = (await portal.ops.auth.listFactors({}, { as: id })).body.itens;
    const removed = await portal.ops.auth.removeFactor({ id: factor?.id ?? 0 }, { as: id });
    expect(removed.status).toBe(409);
  });

  it('students and teachers need no second factor', async () => {
    expect((await portal.call(getMe, {}, { as: ANA })).body.precisa_fator ?? false).toBe(false);
    expect((await portal.call(getMe, {}, { as: 9 })).body.precisa_fator).toBe(false);
    const { body } = await portal.call(login, { body: { username: 'aluna@demo.example', password: 'portal-demo' } });
    expect(body.access_token).toEqual(expect.any(String));
  });
});
