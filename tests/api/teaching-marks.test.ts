import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onScale } from '../../src/server/study/teaching/bring-marks.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addTeacher } from '../support/staff.ts';

const [ANA, JULIA] = [1, 9];
const CLASS = 1;

describe.each(engines)('marks of corrected work in the sheet on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('marks of corrected work fill empty cells of a column, on its scale, and keep the teacher’s grades', async () => {
    const { db, now } = portal.school;
    const students = await db
      .selectFrom('turma_alunos')
      .select(['id', 'user_id'])
      .where('turma_id', '=', CLASS)
      .where('status', '=', 'ativa')
      .orderBy('id')
      .limit(2)
      .execute();
    const [first, second] = students;
    if (!first || !second) throw new Error('the class of the demo school has two students');
    const work = await db
      .selectFrom('turma_atividades')
      .select('id')
      .where('turma_id', '=', CLASS)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('turma_atividades').set({ nota_maxima: 8 }).where('id', '=', work.id).execute();
    await db.deleteFrom('turma_aluno_atividades').where('turma_atividade_id', '=', work.id).execute();
    const none = { presenca_confirmada_em: null, comentario: null, devolvida_em: null, dispensada: false };
    const corrected = {
      turma_atividade_id: work.id,
      entregue_em: now().toISOString(),
      corrigida_em: now().toISOString(),
    };
    const sheet = async () => (await portal.ops.teaching.getGradeSheet({ id: CLASS }, { as: JULIA })).body;
    await db
      .insertInto('turma_aluno_atividades')
      .values([
        { ...none, ...corrected, turma_aluno_id: first.id, nota: 7 },
        { ...none, ...corrected, turma_aluno_id: second.id, nota: 4 },
      ])
      .execute();
    expect((await sheet()).trabalhos).toContainEqual(expect.objectContaining({ id: work.id, notas: 2 }));
    const period = await portal.ops.teaching.addPeriod({ id: CLASS, nome: 'Trabalhos' }, { as: JULIA });
    const column = { nome: 'Redação', habilidade: 'writing' as const, data: '2026-11-20', nota_maxima: 10, peso: 1 };
    const { id } = (await portal.ops.teaching.addAssessment({ id: period.body.id, ...column }, { as: JULIA })).body;
    const typed = { turma_aluno_id: second.id, avaliacao_id: id, nota: 9 };
    await portal.ops.teaching.saveGrades({ id: CLASS, notas: [typed] }, { as: JULIA });
    const bring = (as = JULIA) => portal.ops.teaching.bringMarks({ id, atividade_id: work.id }, { as });
    expect((await bring()).body).toEqual({ trazidas: 1 });
    const cells = (await sheet()).notas.filter(({ avaliacao_id }) => avaliacao_id === id);
    expect(cells.toSorted((a, b) => a.turma_aluno_id - b.turma_aluno_id)).toEqual([
      { turma_aluno_id: first.id, avaliacao_id: id, nota: 8.75 },
      typed,
    ]);
    expect((await bring()).status).toBe(409);
    // A student who left the class has no cell.
    await db.deleteFrom('notas').where('avaliacao_id', '=', id).execute();
    await db.updateTable('turma_alunos').set({ status: 'concluida' }).where('id', '=', second.id).execute();
    expect((await bring()).body).toEqual({ trazidas: 1 });
    expect((await bring()).status).toBe(409);
    expect((await bring(await addTeacher(portal))).status).toBe(404);
    expect((await bring(ANA)).status).toBe(404);
  });

  it.each([
    [10, 10, 10, 10],
    [7.5, 10, 100, 75],
    [1, 3, 10, 3.33],
    [2, 3, 10, 6.67],
    [0, 5, 10, 0],
  ])('%d of %d is %3$d on the scale of the column', (mark, from, to, expected) => {
    expect(onScale(mark, from, to)).toBe(expected);
  });
});
