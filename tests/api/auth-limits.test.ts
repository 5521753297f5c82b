import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { REGISTRATION_CONSENT } from '../../src/lib/rules/account/registration-consent.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const fresh = 'Caminho novo 42';
const PUPILS = 250;
const router = { address: '203.0.113.7' };

describe.each(engines)('limits hurt who guesses, and nobody else, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // This is about counting: hashes would take minutes.
    const { hashes } = portal.school;
    hashes.hash = async (typed) => `of ${typed}`;
    hashes.verify = async (hash, typed) => (hash.startsWith('of ') ? hash === `of ${typed}` : typed === password);
  });
  afterAll(() => portal.close());

  const enter = (username: string, typed = password, caller: Sent['caller'] = {}) =>
    portal.call(login, { body: { username, password: typed } }, { caller });
  const ask = (email: string, caller: Sent['caller'] = {}) =>
    portal.call(requestPasswordReset, { query: { email, isAccessCode: 'false' as const } }, { caller });
  const linkFor = async (email: string) => {
    await ask(email);
    const [mail] = await portal.mails(email);
    return /recover-password\/?\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort();
  const guess = (username: string, times: number, caller: Sent['caller'] = {}) =>
    Promise.all(Array.from({ length: times }, (_, index) => enter(username, `palpite ${index}`, caller)));

  it('S20 250 pupils behind one router log in, all at once, and again', async () => {
    const pupils = await Promise.all(Array.from({ length: PUPILS }, () => addAccount(portal)));
    for (let round = 0; round < 3; round += 1) {
      expect(statuses(await Promise.all(pupils.map(({ email }) => enter(email, password, router))))).toEqual([200]);
    }
  });

  it('S20 250 pupils behind one router ask for a new password and set it', async () => {
    const pupils = Array.from({ length: PUPILS }, (_, index) => `sala${index}@teste.example`);
    expect(statuses(await Promise.all(pupils.map((email) => ask(email, router))))).toEqual([200]);
    // Fifty of those wishes are looked up at a time.
    for (let pass = 0; pass < 6; pass += 1) await portal.worker.runOnce();
    const tokens: string[] = [];
    for (let pupil = 0; pupil < 30; pupil += 1) tokens.push(await linkFor((await addAccount(portal)).email));
    const answers: { status: number }[] = [];
    for (const token of tokens) {
      answers.push(
        await portal.call(resetPassword, { query: { token }, body: { new_password: fresh } }, { caller: router }),
      );
    }
    expect(statuses(answers)).toEqual([200]);
  });

  it('S20 more pupils behind one router can register with their books than the limit of guesses', async () => {
    const answers: { status: number }[] = [];
    for (let pupil = 0; pupil < 130; pupil += 1) {
      const uuid = crypto.randomUUID();
      await portal.school.db
        .insertInto('user_books')
        .values({ uuid, code: `SALA-${pupil}`, livro_id: 1, user_id: null, linked_at: null })
        .execute();
      answers.push(
        await portal.ops.auth.registerWithBook(
          {
            full_name: 'Pessoa Nova',
            cpf: cpfOf(900_000 + pupil),
            email: `nova${pupil}@teste.example`,
            phone: '19991234567',
            cep: '13015904',
            street: 'Rua das Palmeiras',
            street_number: '1',
            password: fresh,
            uuid,
            consent_version: REGISTRATION_CONSENT.version,
          },
          { caller: router },
        ),
      );
    }
    expect(statuses(answers)).toEqual([200]);
  });

  it('S5 S20 guesses from a classroom lock neither known devices nor others with right passwords', async () => {
    const owner = await addAccount(portal);
    const other = await addAccount(portal);
    const device = (await enter(owner.email)).headers.get('x-portal-device') ?? '';
    const room = { address: '203.0.113.9' };
    for (let name = 0; name < 300; name += 1) await enter(`aluno${name}@teste.example`, 'errada', room);
    expect((await guess(owner.email, 40, room)).filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await enter(owner.email, password, { ...room, device })).status).toBe(200);
    expect((await enter(other.email, password, room)).status).toBe(200);
    // A known device still works once the limit of the address is reached.
    for (let name = 0; name < 300; name += 1) await enter(`outro${name}@teste.example`, 'errada', room);
    expect((await enter(other.email, password, room)).status).toBe(429);
    expect((await enter(owner.email, password, { ...room, device })).status).toBe(200);
  });

  it('S20 wrong guesses on one known device do not lock the others', async () => {
    const { email } = await addAccount(portal);
    const [lab, phone] = await Promise.all(
      [0, 1].map(async () => (await enter(email)).headers.get('x-portal-device') ?? ''),
    );
    expect(statuses(await guess(email, 30, { device: lab }))).toEqual([400, 429]);
    expect((await enter(email, password, { device: phone })).status).toBe(200);
    // The device is the same after a login there, and its guesses stay counted.
    const again = (await enter(email, password, { device: phone })).headers.get('x-portal-device') ?? '';
    await guess(email, 30, { device: again });
    expect((await enter(email, password, { device: phone })).status).toBe(429);
  });

  it('S20 a new password by mail lifts the lock, also the daily one', async () => {
    const { email } = await addAccount(portal);
    const token = await linkFor(email);
    await guess(email, 100);
    expect((await enter(email)).status).toBe(429);
    expect((await portal.call(resetPassword, { query: { token }, body: { new_password: fresh } })).status).toBe(200);
    expect((await enter(email, fresh)).status).toBe(200);
    expect((await guess(email, 12)).filter(({ status }) => status === 400)).toHaveLength(10);
  });

  it('S20 a new password by mail from the phone lifts the lock of the known computer', async () => {
    const { email } = await addAccount(portal);
    const device = (await enter(email)).headers.get('x-portal-device') ?? '';
    const token = await linkFor(email);
    await guess(email, 100, { device });
    expect((await enter(email, password, { device })).status).toBe(429);
    expect((await portal.call(resetPassword, { query: { token }, body: { new_password: fresh } })).status).toBe(200);
    expect((await enter(email, fresh, { device })).status).toBe(200);
  });

  it('S20 requests of strangers do not limit recovery on a known device, which has its own limit', async () => {
    const [owner, stranger] = [await addAccount(portal), await addAccount(portal)];
    const deviceOf = async (email: string) => (await enter(email)).headers.get('x-portal-device') ?? '';
    const [device, other] = [await deviceOf(owner.email), await deviceOf(stranger.email)];
    const requested = async (caller: Sent['caller']) => (await ask(owner.email, caller)).status;
    expect([await requested({}), await requested({ device: other }), await requested({}), await requested({})]).toEqual(
      [200, 200, 200, 429],
    );
    expect(await requested({ device: other })).toBe(429);
    expect([
      await requested({ device }),
      await requested({ device }),
      await requested({ device }),
      await requested({ device }),
    ]).toEqual([200, 200, 200, 429]);
    // After the end of all sessions the device is unknown.
    const next = await deviceOf(owner.email);
    await portal.school.db.updateTable('users').set({ token_version: 9 }).where('id', '=', owner.id).execute();
    expect(await requested({ device: next })).toBe(429);
  });

  it('every limit can be set', async () => {
    const strict = await openTestSchool(engine, { env: { LIMITS: 'login-account=2/600, login-address=100/60' } });
    const tries: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const answer = await strict.call(login, { body: { username: 'aluna@demo.example', password: 'errada' } });
      tries.push(answer.status);
      if (index === 2) expect(answer.body.detail).toBe('Muitas tentativas. Tente de novo em 10 minutos.');
    }
    await strict.close();
    expect(tries).toEqual([400, 400, 429]);
  });
});
