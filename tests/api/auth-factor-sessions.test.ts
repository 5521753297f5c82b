import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updatePassword } from '../../src/lib/contract/account.ts';
import { requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { softKey } from '../support/authenticator.ts';
import { connectApp, password, totpCode } from '../support/factors.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const HELENA = 7;
const MINUTE = 60_000;
const ORIGIN = 'https://aluno.example';

describe.each(engines)('S22 the sessions beside a second factor on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const newStaff = async () => {
    const id = await addStaff(portal);
    const { email } = await portal.school.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, email };
  };
  const me = async (token: string) => (await portal.call(getMe, {}, { token })).status;
  const start = async (token: string) => (await portal.ops.auth.startCode({}, { token })).body;
  const now = (secret: string) => totpCode(secret, portal.clock.now);
  const confirm = (token: string, secret: string) =>
    portal.ops.auth.confirmCode({ codigo: now(secret), nome: 'Celular' }, { token });
  const waiting = async (id: number) =>
    (await portal.school.db.selectFrom('factors').select(['user_id', 'confirmado_em']).execute()).filter(
      (row) => row.user_id === id && row.confirmado_em === null,
    ).length;

  it('the first factor ends all other sessions; the next one ends none', async () => {
    const { id } = await newStaff();
    const [here, elsewhere] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    const added = await confirm(here, (await start(here)).segredo);
    expect(added.status).toBe(200);
    const renewed = added.headers.get('x-portal-token') ?? '';
    expect([await me(here), await me(elsewhere), await me(renewed)]).toEqual([401, 401, 200]);
    portal.clock.advance(MINUTE);
    const other = await portal.tokenOf(id);
    expect((await confirm(renewed, (await start(renewed)).segredo)).status).toBe(200);
    expect([await me(renewed), await me(other)]).toEqual([200, 200]);
  });

  it('a passkey as the first factor ends all other sessions too', async () => {
    const { id } = await newStaff();
    const [here, elsewhere] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    const requested = (await portal.ops.auth.beginPasskey({}, { token: here })).body;
    const chave = softKey(ORIGIN).create(requested);
    const added = await portal.ops.auth.addPasskey({ chave, nome: 'Notebook' }, { token: here });
    expect(added.status).toBe(200);
    expect([await me(elsewhere), await me(added.headers.get('x-portal-token') ?? '')]).toEqual([401, 200]);
  });

  it('when two sessions add a first factor concurrently, one stays', async () => {
    const { id } = await newStaff();
    const tokens = [await portal.tokenOf(id), await portal.tokenOf(id)] as const;
    const key = async (token: string) => {
      const requested = (await portal.ops.auth.beginPasskey({}, { token })).body;
      return softKey(ORIGIN).create(requested);
    };
    const keys = [await key(tokens[0]), await key(tokens[1])];
    const answers = await Promise.all(
      keys.map((chave, index) => portal.ops.auth.addPasskey({ chave, nome: 'x' }, { token: tokens[index] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await portal.ops.auth.listFactors({}, { as: id })).body.itens).toHaveLength(1);
  });

  it('a pending secret is shown to its own session only, and is invalid in another', async () => {
    const { id, email } = await newStaff();
    const [owner, thief] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    const planted = await start(thief);
    const own = await start(owner);
    expect(own.segredo).not.toBe(planted.segredo);
    expect((await start(owner)).segredo).toBe(own.segredo);
    expect((await confirm(owner, planted.segredo)).status).toBe(422);
    expect((await confirm(thief, planted.segredo)).status).toBe(400);
    expect((await confirm(owner, own.segredo)).status).toBe(200);
    // The mail says how to get rid of a factor that somebody else added.
    const texts = (await portal.mails(email)).map(({ text }) => text.replace(/\s+/g, ' '));
    expect(texts).toContainEqual(
      expect.stringContaining('troque sua senha agora e peça a quem cuida da equipe para tirar este fator'),
    );
  });

  it('a new password drops a pending secret', async () => {
    const { id, email } = await newStaff();
    const token = await portal.tokenOf(id);
    await start(token);
    expect(await waiting(id)).toBe(1);
    const body = { current_password: 'portal-demo', new_password: 'Caminho novo 42' };
    expect((await portal.call(updatePassword, { body }, { token })).status).toBe(200);
    expect(await waiting(id)).toBe(0);

    await start(await portal.tokenOf(id));
    await portal.call(requestPasswordReset, { query: { email } });
    const texts = (await portal.mails(email)).map(({ text }) => text);
    const link = texts.map((text) => /recover-password\/?\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
    const reset = { query: { token: link }, body: { new_password: 'Outro caminho 43' } };
    expect((await portal.call(resetPassword, reset)).status).toBe(200);
    expect(await waiting(id)).toBe(0);
  });

  it('with a factor a password change is no re-authentication, and an earlier one stays valid', async () => {
    const { id } = await newStaff();
    const { secret, token } = await connectApp(portal, id);
    const change = async (from: string, old: string, fresh: string) => {
      const body = { current_password: old, new_password: fresh };
      const answer = await portal.call(updatePassword, { body }, { token: from });
      return answer.headers.get('x-portal-token') ?? '';
    };
    const [factor] = (await portal.ops.auth.listFactors({}, { token })).body.itens;
    const remove = (as: string) => portal.ops.auth.removeFactor({ id: factor?.id ?? 0 }, { token: as });
    portal.clock.advance(11 * MINUTE);
    const second = await change(token, 'portal-demo', 'Caminho novo 42');
    const needed = { status: 403, body: { code: 'proof_needed' } };
    expect(await remove(second)).toMatchObject(needed);
    expect(await portal.ops.auth.beginPasskey({}, { token: second })).toMatchObject(needed);
    const chave = softKey(ORIGIN).create({ challenge: 'a'.repeat(43) });
    expect(await portal.ops.auth.addPasskey({ chave, nome: 'x' }, { token: second })).toMatchObject(needed);
    expect((await portal.ops.auth.reauthenticate({ codigo: now(secret) }, { token: second })).status).toBe(200);
    portal.clock.advance(6 * MINUTE);
    const third = await change(second, 'Caminho novo 42', 'Outro caminho 43');
    expect((await portal.ops.auth.beginPasskey({}, { token: third })).status).toBe(200);
    portal.clock.advance(5 * MINUTE);
    expect(await remove(third)).toMatchObject(needed);
  });

  it('an attacker with only the password cannot lock out a known device or an open session', async () => {
    const { id, email } = await newStaff();
    const { secret, token } = await connectApp(portal, id);
    const finish = (ticket: string, codigo: string, device?: string) =>
      portal.ops.auth.finishSecondStep({ ticket, codigo }, { caller: { device } });
    const first = await finish((await password(portal, email)).ticket, now(secret));
    const device = first.headers.get('x-portal-device') ?? '';
    portal.clock.advance(MINUTE);
    const wrong = now(secret) === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 10; tries += 1) await finish((await password(portal, email)).ticket, wrong);
    const { ticket } = await password(portal, email);
    expect((await finish(ticket, now(secret))).status).toBe(429);
    expect((await portal.ops.auth.reauthenticate({ codigo: now(secret) }, { token })).status).toBe(200);
    portal.clock.advance(MINUTE);
    expect((await finish(ticket, now(secret), device)).status).toBe(200);
    // A reset of the factors begins the count anew.
    expect((await portal.ops.people.resetFactors({ id }, { as: HELENA })).status).toBe(200);
    const fresh = await connectApp(portal, id);
    expect((await finish((await password(portal, email)).ticket, now(fresh.secret))).status).toBe(200);
  });

  it('wrong codes of one session lock only that session', async () => {
    const { id } = await newStaff();
    const { secret, token } = await connectApp(portal, id);
    const other = await portal.tokenOf(id);
    const prove = (as: string, codigo: string) => portal.ops.auth.reauthenticate({ codigo }, { token: as });
    const wrong = now(secret) === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 10; tries += 1) expect((await prove(other, wrong)).status).toBe(400);
    expect((await prove(other, now(secret))).status).toBe(429);
    expect((await prove(token, now(secret))).status).toBe(200);
  });

  it('a recovery code used at login is logged as an action of its owner', async () => {
    const { id, email } = await newStaff();
    const { codes } = await connectApp(portal, id);
    const { ticket } = await password(portal, email);
    expect((await portal.ops.auth.finishSecondStep({ ticket, codigo: codes[0] })).status).toBe(200);
    const rows = await portal.school.db
      .selectFrom('audit_log')
      .select(['user_id', 'about_user_id'])
      .where('action', '=', 'factor-recovery')
      .where('target', '=', `user:${id}`)
      .execute();
    expect(rows).toEqual([{ user_id: id, about_user_id: id }]);
  });

  it('a recovery code whose mail cannot be stored is not used up', async () => {
    const { id, email } = await newStaff();
    const { codes } = await connectApp(portal, id);
    const { ticket } = await password(portal, email);
    const use = () => portal.ops.auth.finishSecondStep({ ticket, codigo: codes[0] });
    const { schema } = portal.school.db;
    await schema.alterTable('outbox').renameTo('outbox_away').execute();
    const { status } = await use().finally(() => schema.alterTable('outbox_away').renameTo('outbox').execute());
    expect(status).toBe(500);
    expect(portal.errors.splice(0)).toHaveLength(1);
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(400);
  });
});
