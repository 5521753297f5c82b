import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../src/lib/contract/auth.ts';
import { getGrades, listClasses } from '../../src/lib/contract/pedagogico.ts';
import { growSchool, UnfitSchool } from '../../src/server/operate/seed/load.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('the load data set on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const count = async (table: 'users' | 'turmas' | 'parcelas' | 'presencas') =>
    Number(
      (
        await portal.school.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    );

  it('the load data set grows to the requested number in steps, without duplicates', async () => {
    const before = { users: await count('users'), turmas: await count('turmas'), parcelas: await count('parcelas') };
    expect(await growSchool(portal.school, 130)).toBe(130);
    expect(await growSchool(portal.school, 200)).toBe(70);
    expect(await growSchool(portal.school, 200)).toBe(0);
    expect(await count('users')).toBe(before.users + 200);
    expect(await count('turmas')).toBe(before.turmas + 10);
    expect(await count('parcelas')).toBe(before.parcelas + 2_400);
  });

  it('students of the load data set log in and have a class with grades', async () => {
    const entered = await portal.call(login, {
      body: { username: 'aluno000042@carga.example', password: 'portal-demo' },
    });
    expect(entered.status).toBe(200);
    const sent = { token: entered.body.access_token ?? '' };
    const { body: classes } = await portal.call(listClasses, { query: {} }, sent);
    expect(classes).toMatchObject([{ nome: 'Turma 0003', aulas_total: 24 }]);
    const { body: grades } = await portal.call(getGrades, { params: { id: classes[0]?.id ?? 0 } }, sent);
    expect(grades.media).toBeGreaterThan(0);
  });

  it('ids of new rows continue after the load data set', async () => {
    const { id } = await portal.school.db
      .insertInto('schools')
      .values({ nome: 'Nova', marca: 'knn', cidade: 'Recife', uf: 'PE' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(4);
  });

  it('the load data set refuses a database with other accounts, unless confirmed', async () => {
    await portal.school.db
      .updateTable('users')
      .set({ email_key: 'maria@escola.example' })
      .where('id', '=', 2)
      .execute();
    await expect(growSchool(portal.school, 201)).rejects.toThrow(UnfitSchool);
    expect(await growSchool(portal.school, 201, { amongOthers: true })).toBe(1);
  });
});

it.each(engines)('the load data set says that the demo school is missing on %s', async (engine) => {
  const portal = await openTestSchool(engine, { demo: 'off' });
  await expect(growSchool(portal.school, 20).finally(() => portal.close())).rejects.toThrow(UnfitSchool);
});
