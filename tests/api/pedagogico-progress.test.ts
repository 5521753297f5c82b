import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;

describe.each(engines)('how a student came on, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const progress = (as?: number) => portal.ops.pedagogico.getProgress({}, { as });

  it('Ana reads the words, minutes, presence and level of six months, and what her level stands on', async () => {
    const { meses, niveis } = (await progress(ANA)).body;
    expect(meses).toHaveLength(6);
    expect(meses.at(-1)).toMatchObject({ mes: portal.clock.now.toISOString().slice(0, 7), nivel: 'A2' });
    const { db } = portal.school;
    const known = await db.selectFrom('cartoes').select('palavra_id').where('user_id', '=', ANA).execute();
    expect(meses.at(-1)?.palavras).toBeGreaterThan(0);
    expect(meses.at(-1)?.palavras).toBeLessThanOrEqual(known.length);
    expect(meses.some(({ minutos }) => minutos > 0)).toBe(true);
    expect(meses.some(({ presenca }) => presenca !== null && presenca > 50)).toBe(true);
    expect(niveis).toMatchObject([{ nivel: 'A2', unidades_concluidas: 3, unidades_total: 8 }]);
    expect(niveis[0]?.turmas.map(({ nome }) => nome)).toContain('Inglês A2 · Noite');
  });

  it('has a finished level test as a ground, and none of another person', async () => {
    const { id } = await addAccount(portal);
    expect((await progress(id)).body).toMatchObject({ niveis: [], meses: Array(6).fill({ palavras: 0, nivel: null }) });
    const at = portal.clock.now.toISOString();
    await portal.school.db
      .insertInto('english_tests')
      .values({
        ...{ id: 'progress-test', user_id: id, resume_token: 'progress', convite: null, offered: null },
        ...{ started_at: at, finished_at: at, result: JSON.stringify({ nivel: 'B1' }) },
      })
      .execute();
    const { meses, niveis } = (await progress(id)).body;
    expect(meses.map(({ nivel }) => nivel)).toEqual([null, null, null, null, null, 'B1']);
    expect(niveis).toMatchObject([{ nivel: 'B1', unidades_total: 0, turmas: [], teste_em: at }]);
  });

  it('a visitor reads nothing', async () => {
    expect((await progress()).status).toBe(401);
  });
});
