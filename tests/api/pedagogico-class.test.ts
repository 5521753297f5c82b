import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClass, getGrades } from '../../src/lib/contract/pedagogico.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4, eva: 5, helena: 7 };

describe.each(engines)('one class on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const open = (id: number | string, as: number) => portal.call(getClass, { params: { id } }, { as });
  const grades = (id: number | string, as: number) => portal.call(getGrades, { params: { id } }, { as });

  it('API-31 the class shows lessons, students and assignments', async () => {
    const { body } = await open(1, people.ana);
    expect(body).toMatchObject({ nome: 'Inglês A2 · Noite', turma_aluno_id: 101, alunos_total: 3 });
    expect(body.aulas).toHaveLength(40);
    expect(body.aulas.map(({ inicio }) => inicio)).toEqual(body.aulas.map(({ inicio }) => inicio).toSorted());
    expect(body.atividades.map(({ titulo, status }) => [titulo, status])).toEqual([
      ['Redação: An old friend', 'corrigida'],
      ['Exercícios da página 38', 'atrasada'],
      ['Leia o diálogo em voz alta', 'pendente'],
      ['Redação: A trip to remember', 'pendente'],
      ['Leitura: Shopping habits', 'pendente'],
      ['Diálogo: At the store', 'enviada'],
    ]);
  });

  it('the class shows each student the own activities, also after joining later', async () => {
    const { id } = await addAccount(portal);
    await portal.school.db.insertInto('turma_alunos').values({ turma_id: 1, user_id: id, status: 'ativa' }).execute();
    const [late, again, davi] = [await open(1, id), await open(1, id), await open(1, people.davi)];
    const ids = (answer: typeof late) => answer.body.atividades.map((activity) => activity.id);
    expect(ids(late)).toHaveLength(6);
    expect(ids(again)).toEqual(ids(late));
    expect(ids(davi).filter((each) => ids(late).includes(each))).toEqual([]);
    expect(late.body.atividades.every(({ nota, comentario }) => nota === null && comentario === null)).toBe(true);
  });

  it.each([
    ['another class', 2, people.davi],
    ['no class', 9999, people.ana],
    ['a class of one’s school that a manager is not in', 1, people.helena],
  ])('ROLE-08 %s is not found, grades neither', async (_what, id, as) => {
    for (const answer of [await open(id, as), await grades(id, as)]) {
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toBe('Não encontramos esta turma entre as suas.');
    }
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999'])('API-94 the call for a class refuses the id %s', async (id) => {
    for (const answer of [await open(id, people.ana), await grades(id, people.ana)]) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(/\S/);
    }
  });

  it('the call for a class needs a session', async () => {
    expect((await portal.call(getClass, { params: { id: 1 } })).status).toBe(401);
    expect((await portal.call(getGrades, { params: { id: 1 } })).status).toBe(401);
  });

  it('API-32, PED-05 the class shows released periods with their mean, and only assessments of the others', async () => {
    const { body } = await grades(1, people.ana);
    expect(body.periodos.map(({ nome, liberado, media }) => [nome, liberado, media])).toEqual([
      ['1º período', true, 7.4],
      ['2º período', true, 8.4],
      ['3º período', false, null],
    ]);
    expect(body).toMatchObject({ turma_aluno_id: 101, media: 7.9, tendencia: 'subindo' });
    expect(body.escala).toEqual({ minimo: 0, maximo: 10, aprovacao: 7 });
    const last = body.periodos[2]?.avaliacoes ?? [];
    expect(last).toHaveLength(4);
    expect(last.every(({ nota, comentario }) => nota === null && comentario === null)).toBe(true);
  });

  it('a graded period shows no grades before its release, and all of them after it', async () => {
    const { db } = portal.school;
    await db
      .insertInto('notas')
      .values({ turma_aluno_id: 101, avaliacao_id: 130, nota: 9.5, comentario: 'segredo' })
      .execute();
    expect(JSON.stringify((await grades(1, people.ana)).body)).not.toMatch(/9\.5|segredo/);
    const tomorrow = new Date(portal.clock.now.getTime() + 86_400_000).toISOString();
    await db.updateTable('periodos').set({ liberado_em: tomorrow }).where('id', '=', 13).execute();
    expect((await grades(1, people.ana)).body.periodos[2]).toMatchObject({ liberado: false, liberado_em: null });
    portal.clock.advance(2 * 86_400_000);
    expect((await grades(1, people.ana)).body.periodos[2]).toMatchObject({ liberado: true, media: 9.5 });
  });

  it('the class shows each student the own attendance over the lessons given', async () => {
    const { db } = portal.school;
    const given = (await open(1, people.ana)).body.aulas_dadas;
    const { frequencia } = (await grades(1, people.ana)).body;
    expect(frequencia).toMatchObject({ aulas: given, minimo_percentual: 75 });
    expect(frequencia.presencas + frequencia.faltas).toBeLessThanOrEqual(given);
    await db.updateTable('presencas').set({ status: 'falta' }).where('turma_aluno_id', '=', 102).execute();
    expect((await grades(1, people.davi)).body.frequencia.presencas).toBe(0);
    expect((await grades(1, people.ana)).body.frequencia).toEqual(frequencia);
  });
});
