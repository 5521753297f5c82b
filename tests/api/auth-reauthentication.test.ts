import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login, loginWithBookCode } from '../../src/lib/contract/auth.ts';
import { downloadLeads } from '../../src/lib/contract/leads.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { allEndpoints, allOperations } from '../../src/server/app.ts';
import { type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { thingsOf } from '../support/access/things.ts';
import { addAccount } from '../support/accounts.ts';
import { connectApp, totpCode } from '../support/factors.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const HELENA = 7;
const MINUTE = 60_000;

describe.each(engines)('S22 a proof before sensitive acts on %s', (engine) => {
  let portal: TestSchool;
  let cases: ServedCase[];
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    cases = servedCases(portal, await thingsOf(portal));
  });
  afterAll(() => portal.close());

  /** A session whose login was eleven minutes ago. */
  const oldSession = async (id: number) => {
    const token = await portal.tokenOf(id);
    portal.clock.advance(11 * MINUTE);
    return token;
  };
  const setRights = (id: number, token: string) =>
    portal.ops.people.updateRights({ id, direitos: ['clube'], unidades: null }, { token });

  it('every logged download is a writing call, so that no other site can trigger it', async () => {
    const token = await portal.tokenOf(HELENA);
    const linesOf = async () => (await portal.school.db.selectFrom('audit_log').select('id').execute()).length;
    const noting: string[] = [];
    const files = cases.filter(({ call }) => call.method === 'GET' && call.result !== undefined);
    for (const { name, send } of files) {
      const before = await linesOf();
      const answer = await send({ token });
      await answer.arrayBuffer();
      if ((await linesOf()) > before) noting.push(name);
    }
    expect(noting).toEqual(files.filter(({ call }) => call.writes).map(({ name }) => name));
  });

  it('exactly the calls of the table require re-authentication', async () => {
    const token = await oldSession(HELENA);
    const inputs: Readonly<Record<string, Record<string, unknown>>> = {
      'people.updateUser': { email: 'novo@escola.example' },
      'orders.updateOrders': { status_id: -2, nota: 'Edição esgotada' },
      'students.endCourse': { manter_acesso: false },
    };
    const named = new Set<string>(
      allEndpoints().flatMap(({ name, endpoint }) => (endpoint.reauthenticate ? [name] : [])),
    );
    for (const { name, operation } of allOperations()) {
      if (operation.reauthenticate !== undefined && operation.reauthenticate !== 'by data') named.add(name);
    }
    const wrong: string[] = [];
    for (const { name, call, send } of cases) {
      // The table has no file bodies, and a logout ends the session.
      if (call.body === 'multipart' || name.startsWith('auth.logout')) continue;
      const answer = await send({ token }, inputs[name]);
      const code = answer.status === 403 ? ((await answer.json()) as { code?: string }).code : '';
      if ((code === 'proof_needed') !== named.has(name)) wrong.push(`${name}: ${answer.status} ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('the password re-authenticates for ten minutes, in this session only, and nothing happens before', async () => {
    const id = await addStaff(portal, { rights: ['pedidos'] });
    const [token, other] = [await portal.tokenOf(HELENA), await portal.tokenOf(HELENA)];
    portal.clock.advance(11 * MINUTE);
    expect(await setRights(id, token)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    expect((await portal.ops.people.getTeamMember({ id }, { token })).body.direitos).toEqual(['pedidos']);
    const prove = (body: InputOf<'auth.reauthenticate'>) => portal.ops.auth.reauthenticate(body, { token });
    expect(await prove({ senha: 'errada' })).toMatchObject({ status: 400 });
    expect(await prove({})).toMatchObject({ status: 400, body: { fields: { senha: expect.any(String) } } });
    expect((await setRights(id, token)).status).toBe(403);
    expect((await prove({ senha: 'portal-demo' })).status).toBe(200);
    expect((await setRights(id, token)).status).toBe(200);
    expect((await setRights(id, other)).status).toBe(403);
    portal.clock.advance(10 * MINUTE + 1);
    expect((await setRights(id, token)).status).toBe(403);
  });

  it('with a factor the password is not enough, and the code is', async () => {
    const id = await addStaff(portal);
    const { secret } = await connectApp(portal, id);
    const token = await oldSession(id);
    const prove = (body: { senha?: string; codigo?: string }) => portal.ops.auth.reauthenticate(body, { token });
    expect((await prove({ senha: 'portal-demo' })).status).toBe(400);
    expect((await portal.ops.auth.startCode({}, { token })).status).toBe(403);
    expect((await prove({ codigo: totpCode(secret, portal.clock.now) })).status).toBe(200);
    expect((await portal.ops.auth.startCode({}, { token })).status).toBe(200);
  });

  it('wrong passwords of a re-authentication are counted', async () => {
    const id = await addStaff(portal);
    const token = await oldSession(id);
    for (let tries = 0; tries < 10; tries += 1) await portal.ops.auth.reauthenticate({ senha: 'errada' }, { token });
    expect((await portal.ops.auth.reauthenticate({ senha: 'portal-demo' }, { token })).status).toBe(429);
  });

  it('a change that keeps the e-mail, and an export right after login, need no re-authentication', async () => {
    const token = await oldSession(HELENA);
    const change = (body: { street?: string; email?: string }) =>
      portal.ops.people.updateUser({ id: 2, ...body }, { token });
    expect((await change({ email: 'outro@escola.example' })).status).toBe(403);
    expect((await change({ street: 'Rua Nova' })).body.code).not.toBe('proof_needed');
    const { body } = await portal.call(login, { body: { username: 'gestora@demo.example', password: 'portal-demo' } });
    const file = await portal.send('GET', `/api/v1/${downloadLeads.path}`, {}, { token: body.access_token ?? '' });
    expect(file.status).toBe(200);
  });

  it('a printed code on a known device opens a session that is not re-authenticated', async () => {
    const first = await portal.call(login, { body: { username: 'aluna@demo.example', password: 'portal-demo' } });
    const device = first.headers.get('x-portal-device') ?? '';
    const sent = { caller: { device } };
    const book = { username: 'aluna@demo.example', uuid: 'KNN-LIVRO-0001' };
    const { body } = await portal.call(loginWithBookCode, { body: book }, sent);
    const claims = await portal.school.tokens.read(body.access_token ?? '', portal.clock.now);
    expect(claims).toMatchObject({ scope: 'full', isProven: false });
    const byPassword = await portal.school.tokens.read(first.body.access_token ?? '', portal.clock.now);
    expect(byPassword).toMatchObject({ isProven: true });
  });
});

describe.each(engines)('S22 idle sessions of staff on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const HOUR = 60 * MINUTE;
  const enter = async (login_: string) =>
    (await portal.call(login, { body: { username: login_, password: 'portal-demo' } })).body.access_token ?? '';

  it('sessions of staff end after twelve hours without a call; those of students stay', async () => {
    const [manager, teacher, student] = [
      await enter('gestora@demo.example'),
      await enter('professora@demo.example'),
      await enter('aluna@demo.example'),
    ];
    const use = (token: string) => portal.ops.auth.listFactors({}, { token });
    for (let round = 0; round < 3; round += 1) {
      portal.clock.advance(11 * HOUR);
      expect((await use(manager)).status).toBe(200);
    }
    expect(await use(teacher)).toMatchObject({ status: 401, body: { code: 'idle_session' } });
    expect((await use(student)).status).toBe(200);
    portal.clock.advance(12 * HOUR + 1);
    expect((await portal.call(getMe, {}, { token: manager })).status).toBe(401);
    expect((await use(student)).status).toBe(200);
  });
});

describe.each(engines)('S22 the end of other sessions on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('a student re-authenticates to end other sessions, so a borrowed session cannot log the owner out', async () => {
    const { id } = await addAccount(portal);
    const [borrowed, owner] = [await portal.tokenOf(id), await portal.tokenOf(id)];
    const sessions = (token: string) => portal.ops.account.listSessions({}, { token });
    await sessions(owner);
    const ofOwner = (await sessions(borrowed)).body.find(({ atual }) => !atual)?.id ?? '';
    portal.clock.advance(11 * MINUTE);
    const end = () => portal.ops.account.endSession({ id: ofOwner }, { token: borrowed });
    expect(await end()).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    const leave = () => portal.ops.auth.logoutEverywhere({}, { token: borrowed });
    expect(await leave()).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    expect((await sessions(owner)).status).toBe(200);
    await portal.ops.auth.reauthenticate({ senha: 'portal-demo' }, { token: borrowed });
    expect((await end()).status).toBe(200);
    expect((await sessions(owner)).status).toBe(401);
    expect((await leave()).status).toBe(200);
    expect((await sessions(borrowed)).status).toBe(401);
  });
});
