import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#lib/contract/auth.ts';
import { getGrades, listClasses } from '#lib/contract/pedagogico.ts';
import { growSchool } from '../../src/server/db/seed/load.ts';
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

  it('grows to the number asked for, in steps, without making anybody twice', async () => {
    const before = { users: await count('users'), turmas: await count('turmas'), parcelas: await count('parcelas') };
    expect(await growSchool(portal.school, 30)).toBe(30);
    expect(await growSchool(portal.school, 50)).toBe(20);
    expect(await growSchool(portal.school, 50)).toBe(0);
    expect(await count('users')).toBe(before.users + 50);
    expect(await count('turmas')).toBe(before.turmas + 3);
    expect(await count('parcelas')).toBe(before.parcelas + 600);
  });

  it('its students log in and have a class with grades', async () => {
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

  it('ids given by the database go on after it', async () => {
    const { id } = await portal.school.db
      .insertInto('schools')
      .values({ nome: 'Nova', marca: 'knn', cidade: 'Recife', uf: 'PE' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(4);
  });
});
