import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];

describe.each(engines)('classes of a teacher on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const listed = (as?: number) => portal.ops.teaching.listTaughtClasses({}, as === undefined ? {} : { as });

  it('a teacher sees the own classes, running ones first, each with its next lesson', async () => {
    const { body } = await listed(JULIA);
    expect(body.length).toBeGreaterThan(1);
    expect(body[0]).toMatchObject({ status: 'ativa', proxima_aula: { titulo: expect.any(String) } });
    const states = body.map(({ status }) => status);
    expect(states.lastIndexOf('ativa')).toBeLessThan(states.indexOf('concluida'));
    expect(body[0]?.alunos).toBeGreaterThan(0);
  });

  it('a cancelled lesson is not the next one, and a class of somebody else is not listed', async () => {
    const { db } = portal.school;
    const [first] = (await listed(JULIA)).body;
    await db
      .updateTable('aulas')
      .set({ cancelada_em: portal.school.now().toISOString() })
      .where('id', '=', first?.proxima_aula?.id ?? 0)
      .execute();
    const after = (await listed(JULIA)).body.find(({ id }) => id === first?.id);
    expect(after?.proxima_aula?.id).not.toBe(first?.proxima_aula?.id);
    await db
      .updateTable('turmas')
      .set({ professor_user_id: null })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect((await listed(JULIA)).body.map(({ id }) => id)).not.toContain(first?.id);
  });

  it('classes are for teachers alone', async () => {
    expect((await listed()).status).toBe(401);
    for (const as of [ANA, HELENA, (await addAccount(portal)).id]) expect((await listed(as)).status).toBe(403);
  });
});
