import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login, resetPassword } from '../../src/lib/contract/auth.ts';
import { RIGHTS } from '../../src/lib/rules/people/rights.ts';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const wanted = {
  email: 'Direcao@escola.example',
  name: 'Rita Salles',
  school: 'KNN Centro',
  city: 'Recife',
  state: 'PE',
};
const password = 'Caminho novo 42';
const tokenIn = (made: Awaited<ReturnType<typeof createManager>>) =>
  ('address' in made && new URL(made.address).searchParams.get('token')) || '';

describe.each(engines)('the first manager of an empty school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { demo: 'off' });
  });
  afterAll(() => portal.close());

  it('the first manager chooses her password by the address, once, and then manages her school', async () => {
    expect(await portal.school.db.selectFrom('users').select('id').execute()).toEqual([]);
    const token = tokenIn(await createManager(portal.school, NewManager.parse(wanted)));
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

  it('the first manager is created once for a mail address, and a second manager joins the same school', async () => {
    const again = NewManager.parse({ ...wanted, name: 'Outra Pessoa' });
    expect(await createManager(portal.school, again)).toEqual({ problem: 'Já existe uma conta com este e-mail.' });
    const second = NewManager.parse({ ...wanted, email: 'b@escola.example', school: 'knn centro' });
    expect(await createManager(portal.school, second)).toMatchObject({ unidade: 'KNN Centro', isNew: false });
    expect(await portal.school.db.selectFrom('companies').select('nome').execute()).toEqual([{ nome: 'KNN Centro' }]);
  });

  it('school and unit have separate names, and neither is created by the name of the other', async () => {
    const { db } = portal.school;
    const make = (part: Partial<typeof wanted & { unit: string }>) =>
      createManager(portal.school, NewManager.parse({ ...wanted, ...part }));
    const names = async () => [
      (await db.selectFrom('schools').select('nome').orderBy('id').execute()).map(({ nome }) => nome),
      (await db.selectFrom('companies').select('nome').orderBy('id').execute()).map(({ nome }) => nome),
    ];
    const boreal = { school: 'Rede Boreal', unit: 'Boreal Sede' };
    expect(await make({ ...boreal, email: 'boreal@escola.example' })).toMatchObject({
      ...{ escola: 'Rede Boreal', unidade: 'Boreal Sede', isNew: true },
    });
    const all = [
      ['KNN Centro', 'Rede Boreal'],
      ['KNN Centro', 'Boreal Sede'],
    ];
    expect(await names()).toEqual(all);
    expect(await make({ ...boreal, unit: 'Boreal Sul', email: 'sul@escola.example' })).toEqual({
      problem:
        'A escola Rede Boreal não tem a unidade “Boreal Sul”. Ela tem: Boreal Sede. Uma unidade nova entra no painel, em Equipe, Unidades.',
    });
    expect(await make({ school: 'Boreal Sede', email: 'sede@escola.example' })).toEqual({
      problem:
        '“Boreal Sede” é uma unidade da escola Rede Boreal: diga --escola "Rede Boreal" --unidade "Boreal Sede".',
    });
    const units = db.updateTable('companies').where('nome', '=', 'Boreal Sede');
    await units.set({ encerrada_em: '2026-01-01T00:00:00.000Z' }).execute();
    expect(await make({ ...boreal, email: 'sede@escola.example' })).toEqual({
      problem: expect.stringContaining('encerrada'),
    });
    expect(await names()).toEqual(all);
  });

  it('an admin reaches every school, and the name of a school finds its unit', async () => {
    const { db } = portal.school;
    await db.updateTable('schools').set({ nome: 'Rede KNN' }).where('nome', '=', 'KNN Centro').execute();
    const igor = NewManager.parse({ ...wanted, email: 'rede@escola.example', school: 'Rede KNN' });
    expect(await createManager(portal.school, igor, 'admin')).toMatchObject({ unidade: 'KNN Centro', isNew: false });
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', 'rede@escola.example')
      .executeTakeFirstOrThrow();
    const { body } = await portal.call(getMe, {}, { as: id });
    expect(body.user_actions.map(({ action_id }) => action_id)).toEqual([1, 4]);
    expect(body.direitos).toEqual(RIGHTS);
  });

  it('the link of the first manager expires after a day', async () => {
    const token = tokenIn(
      await createManager(
        portal.school,
        NewManager.parse({ ...wanted, email: 'c@escola.example', school: 'Rede KNN' }),
      ),
    );
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
  expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual([part]);
});
