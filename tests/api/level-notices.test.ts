import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { advanceClasses } from '../../src/server/study/teaching/advance-classes.ts';
import { addAccount } from '../support/accounts.ts';
import { addClass, addLesson, notificationsOf } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;

describe.each(engines)('a finished book on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const day = (ahead: number) => shiftDay(portal.clock.now.toISOString().slice(0, 10), ahead);
  const notified = (id: number) => notificationsOf(portal, id, 'nivel_concluido:');
  const levelOf = async (as: number) => (await portal.ops.pedagogico.getToday({}, { as })).body.results.level;

  /** A class that ends, of students with these grades; null: none. */
  async function classOf(grades: readonly (number | null)[], liberado_em = portal.clock.now.toISOString()) {
    const { db } = portal.school;
    const ids = [];
    for (const _ of grades) ids.push((await addAccount(portal)).id);
    const [first = 0, ...others] = ids;
    const { turma, aluno } = await addClass(portal, first);
    const rows = others.map((user_id) => ({ turma_id: turma, user_id, status: 'ativa' as const }));
    const more = rows.length > 0 ? await db.insertInto('turma_alunos').values(rows).returning('id').execute() : [];
    const alunos = [aluno, ...more.map(({ id }) => id)];
    const period = await db
      .insertInto('periodos')
      .values({ turma_id: turma, ordem: 1, nome: '1º período', liberado_em })
      .returning('id')
      .executeTakeFirstOrThrow();
    const test = await db
      .insertInto('avaliacoes')
      .values({ periodo_id: period.id, nome: 'Prova', habilidade: 'geral', data: day(-2), nota_maxima: 10, peso: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const notas = grades.flatMap((nota, at) =>
      nota === null ? [] : [{ turma_aluno_id: alunos[at] ?? 0, avaliacao_id: test.id, nota, comentario: null }],
    );
    if (notas.length > 0) await db.insertInto('notas').values(notas).execute();
    await db
      .updateTable('turmas')
      .set({ fim: day(-3) })
      .where('id', '=', turma)
      .execute();
    return { turma, ids, alunos };
  }

  it('a finished book is notified once to who passed, by any number of processes, and celebrated until read', async () => {
    const { ids } = await classOf([7, 6.9, null]);
    const [passed = 0, failed = 0, without = 0] = ids;
    await Promise.all([advanceClasses(portal.school), advanceClasses(portal.school)]);
    await advanceClasses(portal.school);
    expect(await notified(passed)).toMatchObject([
      {
        title: expect.stringMatching(/^Você concluiu o .+ \([ABC]\d\)$/),
        body: expect.stringContaining('7,0'),
        path: '/pedagogico/progresso',
      },
    ]);
    expect([await notified(failed), await notified(without)]).toEqual([[], []]);
    const level = await levelOf(passed);
    expect(level).toMatchObject({ path: '/pedagogico/progresso' });
    expect(await levelOf(failed)).toBeNull();
    expect((await portal.ops.inbox.markNoticeRead({ id: level?.id ?? 0 }, { as: failed })).status).toBe(404);
    await portal.ops.inbox.markNoticeRead({ id: level?.id ?? 0 }, { as: passed });
    expect(await levelOf(passed)).toBeNull();
  });

  it('no finished book is notified after too many absences, after leaving the class, or without released grades', async () => {
    const seldom = await classOf([9]);
    const aula_id = await addLesson(portal, seldom.turma, new Date(portal.clock.now.getTime() - 5 * DAY));
    await portal.school.db
      .insertInto('presencas')
      .values({ aula_id, turma_aluno_id: seldom.alunos[0] ?? 0, status: 'falta', confirmada_em: null })
      .execute();
    const left = await classOf([9]);
    await portal.school.db
      .updateTable('turma_alunos')
      .set({ status: 'trancada' })
      .where('id', 'in', left.alunos)
      .execute();
    const hidden = await classOf([9], new Date(portal.clock.now.getTime() + DAY).toISOString());
    await advanceClasses(portal.school);
    for (const { ids } of [seldom, left, hidden]) expect(await notified(ids[0] ?? 0)).toEqual([]);
  });
});
