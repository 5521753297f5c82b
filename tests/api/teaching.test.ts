import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];

describe.each(engines)('classes of a teacher on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const requested = (as?: number, query: InputOf<'teaching.listTaughtClasses'> = {}) =>
    portal.ops.teaching.listTaughtClasses(query, as === undefined ? {} : { as });
  const listed = async (as: number, query?: InputOf<'teaching.listTaughtClasses'>) =>
    (await requested(as, query)).body.items;

  it('a teacher sees the own classes, active ones first, each with its next lesson', async () => {
    const all = await listed(JULIA);
    expect(all.length).toBeGreaterThan(1);
    expect(all[0]).toMatchObject({ status: 'ativa', proxima_aula: { titulo: expect.any(String) } });
    const states = all.map(({ status }) => status);
    expect(states.lastIndexOf('ativa')).toBeLessThan(states.indexOf('concluida'));
    expect(all[0]?.alunos).toBeGreaterThan(0);
  });

  it('pages continue without gaps, and counts follow the filters', async () => {
    const all = (await listed(JULIA)).map(({ id }) => id);
    const found: number[] = [];
    let depois: string | undefined;
    do {
      const { body } = await requested(JULIA, { limit: 1, ...(depois && { depois }) });
      expect(body.total).toBe(all.length);
      found.push(...body.items.map(({ id }) => id));
      depois = body.next ?? undefined;
    } while (depois);
    expect(found).toEqual(all);
    for (const estado of ['abertas', 'encerradas'] as const) {
      const { body } = await requested(JULIA, { estado });
      expect([body.total, body.items.length]).toEqual(Array(2).fill(body.contagens[estado]));
      expect(body.items.every(({ status }) => (status === 'concluida') === (estado === 'encerradas'))).toBe(true);
    }
  });

  it('a cancelled lesson is not the next one, and a class of somebody else is not listed', async () => {
    const { db } = portal.school;
    const [first] = await listed(JULIA);
    await db
      .updateTable('aulas')
      .set({ cancelada_em: portal.school.now().toISOString() })
      .where('id', '=', first?.proxima_aula?.id ?? 0)
      .execute();
    const after = (await listed(JULIA)).find(({ id }) => id === first?.id);
    expect(after?.proxima_aula?.id).not.toBe(first?.proxima_aula?.id);
    await db
      .updateTable('turmas')
      .set({ professor_user_id: null })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect((await listed(JULIA)).map(({ id }) => id)).not.toContain(first?.id);
  });

  it('the list of classes is for teachers only', async () => {
    expect((await requested()).status).toBe(401);
    for (const as of [ANA, HELENA, (await addAccount(portal)).id]) expect((await requested(as)).status).toBe(403);
    expect((await requested(JULIA, { estado: 'x' as never })).status).toBe(422);
  });
});
