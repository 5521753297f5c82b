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

  it('Ana sees words, minutes, presence and level of six months, and the basis of her level', async () => {
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

  it('a finished level test is a basis of the level, a test of another person is not', async () => {
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

  it('a level counts from the day of joining the class, and not for a class that was left', async () => {
    const { db } = portal.school;
    const own = db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .select(['turma_alunos.id', 'turma_alunos.desde', 'turma_alunos.status'])
      .where('turma_alunos.user_id', '=', ANA)
      .where('livros.nivel_cefr', '=', 'A2');
    const before = await own.execute();
    const change = (values: Partial<Pick<(typeof before)[number], 'desde' | 'status'>>, ids: number[]) =>
      db.updateTable('turma_alunos').set(values).where('id', 'in', ids).execute();
    const ids = before.map(({ id }) => id);
    const today = portal.clock.now.toISOString().slice(0, 10);
    await change({ desde: `${today.slice(0, 7)}-01` }, ids);
    expect((await progress(ANA)).body.meses.map(({ nivel }) => nivel)).toEqual([...Array(5).fill(null), 'A2']);
    await change({ status: 'trancada' }, ids);
    const left = (await progress(ANA)).body;
    expect(left.meses.at(-1)).toMatchObject({ nivel: null });
    expect(left.niveis).toMatchObject([{ nivel: 'A2', turmas: [], unidades_total: 8 }]);
    for (const { id, desde, status } of before) await change({ desde, status }, [id]);
  });

  it('words reviewed before the six months count too', async () => {
    const { db } = portal.school;
    const { id: user_id } = await addAccount(portal);
    const [first, second] = await db.selectFrom('palavras').select('id').orderBy('id').limit(2).execute();
    const row = (palavra_id: number | undefined, day: string, nota: number) => ({
      ...{ user_id, palavra_id: palavra_id ?? 0, nota, tempo_ms: 900 },
      ...{ feita_em: `${day}T12:00:00.000Z`, contada_em: `${day}T12:00:00.000Z` },
    });
    await db
      .insertInto('revisoes')
      .values([
        ...[row(first?.id, '2020-03-01', 1), row(first?.id, '2020-03-02', 4)],
        ...[row(second?.id, '2020-03-01', 4), row(second?.id, '2020-03-02', 1)],
      ])
      .execute();
    expect((await progress(user_id)).body.meses.map(({ palavras }) => palavras)).toEqual(Array(6).fill(1));
  });

  it('a visitor gets no progress', async () => {
    expect((await progress()).status).toBe(401);
  });
});
