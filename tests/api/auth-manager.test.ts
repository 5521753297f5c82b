import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login, resetPassword } from '../../src/lib/contract/auth.ts';
import { RIGHTS } from '../../src/lib/rules/people/rights.ts';
import { createManager, NewManager } from '../../src/server/auth/create-manager.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const wanted = {
  email: 'Direcao@escola.example',
  name: 'Rita Salles',
  school: 'KNN Centro',
  city: 'Recife',
  state: 'PE',
};
const password = 'Caminho novo 42';

describe.each(engines)('the first manager of an empty school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { demo: 'off' });
  });
  afterAll(() => portal.close());

  it('the first manager chooses her password by the address, once, and then manages her school', async () => {
    expect(await portal.school.db.selectFrom('users').select('id').execute()).toEqual([]);
    const path = await createManager(portal.school, NewManager.parse(wanted));
    const token = new URL(path ?? '', 'https://aluno.example').searchParams.get('token') ?? '';
    const set = () => portal.call(resetPassword, { query: { token }, body: { new_password: password } });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(400);

    const entered = await portal.call(login, { body: { username: 'direcao@escola.example', password } });
    expect(entered.status).toBe(200);
    const { body } = await portal.call(getMe, {}, { token: entered.body.access_token ?? '' });
    expect(body.user_actions.map(({ action_id }) => action_id)).toEqual([4]);
    expect(body.drive_user?.company.nome).toBe('KNN Centro');
    expect(body.direitos).toEqual(RIGHTS);
  });

  it('the first manager is made once for a mail address, and a second one joins the same school', async () => {
    expect(await createManager(portal.school, NewManager.parse({ ...wanted, name: 'Outra Pessoa' }))).toBeNull();
    expect(await createManager(portal.school, NewManager.parse({ ...wanted, email: 'b@escola.example' }))).toBeTruthy();
    expect(await portal.school.db.selectFrom('companies').select('nome').execute()).toEqual([{ nome: 'KNN Centro' }]);
  });

  it('an admin reaches every school, and the name of a school leads to its unit', async () => {
    const { db } = portal.school;
    await db.updateTable('schools').set({ nome: 'Rede KNN' }).execute();
    const igor = NewManager.parse({ ...wanted, email: 'rede@escola.example', school: 'Rede KNN' });
    expect(await createManager(portal.school, igor, 'admin')).toBeTruthy();
    expect(await db.selectFrom('companies').select('nome').execute()).toEqual([{ nome: 'KNN Centro' }]);
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', 'rede@escola.example')
      .executeTakeFirstOrThrow();
    const { body } = await portal.call(getMe, {}, { as: id });
    expect(body.user_actions.map(({ action_id }) => action_id)).toEqual([1, 4]);
    expect(body.direitos).toEqual(RIGHTS);
  });

  it('the first manager cannot use an address that is a day old', async () => {
    const path = await createManager(portal.school, NewManager.parse({ ...wanted, email: 'c@escola.example' }));
    const token = new URL(path ?? '', 'https://aluno.example').searchParams.get('token') ?? '';
    portal.clock.advance(24 * 60 * 60 * 1000);
    const late = await portal.call(resetPassword, { query: { token }, body: { new_password: password } });
    expect(late.status).toBe(400);
  });
});

it.each([
  ['email', 'nobody'],
  ['name', ' '],
  ['state', 'Pernambuco'],
  ['brand', 'other'],
])('criar-gestora names the wrong part: %s', (part, value) => {
  const { error } = NewManager.safeParse({ ...wanted, [part]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([part]);
});
