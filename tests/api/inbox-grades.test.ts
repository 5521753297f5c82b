import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeKind } from '../../src/lib/contract/inbox.schema.ts';
import { notifyOfClasses } from '../../src/server/study/teaching/class-notices.ts';
import { addAccount } from '../support/accounts.ts';
import { addClass, atNoon, notificationsOf } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(engines)('notices of grades on %s (PUSH-13)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    atNoon(portal);
    // The first run: earlier events are not notified.
    await look();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.clock.advance(MINUTE_MS));

  /** As two processes do. */
  const look = () => Promise.all([notifyOfClasses(portal.school), notifyOfClasses(portal.school)]);
  const person = async () => (await addAccount(portal)).id;
  const ahead = (ms: number) => new Date(portal.clock.now.getTime() + ms);
  const notified = (id: number, kind = '') => notificationsOf(portal, id, kind);
  const switchOff = (kind: NoticeKind, escola_id = 1) =>
    portal.school.db.insertInto('notice_kinds_off').values({ escola_id, kind }).execute();
  const switchOn = (kind: NoticeKind) =>
    portal.school.db.deleteFrom('notice_kinds_off').where('kind', '=', kind).execute();

  async function addPeriod(turma: number, aluno: number, liberado_em: Date) {
    const { id: periodo_id } = await portal.school.db
      .insertInto('periodos')
      .values({ turma_id: turma, ordem: 1, nome: '2º bimestre', liberado_em: liberado_em.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const nome of ['Prova', 'Redação']) {
      const { id } = await portal.school.db
        .insertInto('avaliacoes')
        .values({ periodo_id, nome, habilidade: 'geral', data: '2026-01-01', nota_maxima: 10, peso: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await portal.school.db
        .insertInto('notas')
        .values({ turma_aluno_id: aluno, avaliacao_id: id, nota: 8, comentario: null })
        .execute();
    }
  }

  it('PED-05 the grades of a period are notified at its release, once for all of them', async () => {
    const [id, other] = [await person(), await person()];
    const { turma, aluno } = await addClass(portal, id);
    await portal.school.db
      .insertInto('turma_alunos')
      .values({ turma_id: turma, user_id: other, status: 'ativa' })
      .execute();
    await addPeriod(turma, aluno, ahead(10 * MINUTE_MS));
    await look();
    expect(await notified(id)).toEqual([]);
    portal.clock.advance(11 * MINUTE_MS);
    await look();
    await look();
    expect(await notified(id)).toMatchObject([
      {
        body: 'As notas de 2º bimestre da turma Reach 9 · sábado já estão no portal.',
        path: `/pedagogico/notas/${turma}?por=turma&parte=notas`,
      },
    ]);
    // Without a grade there is nothing to see.
    expect(await notified(other)).toEqual([]);
  });

  const addGrade = async (turma: number, aluno: number, nome: string) => {
    const { id: periodo_id } = await portal.school.db
      .selectFrom('periodos')
      .select('id')
      .where('turma_id', '=', turma)
      .executeTakeFirstOrThrow();
    const { id: avaliacao_id } = await portal.school.db
      .insertInto('avaliacoes')
      .values({ periodo_id, nome, habilidade: 'geral', data: '2026-01-01', nota_maxima: 10, peso: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await portal.school.db.insertInto('notas').values({ turma_aluno_id: aluno, avaliacao_id, nota: 9 }).execute();
    return avaliacao_id;
  };

  it('PED-05 a grade entered after the release of its period is notified too, once, however late', async () => {
    const id = await person();
    const { turma, aluno } = await addClass(portal, id);
    await addPeriod(turma, aluno, ahead(-MINUTE_MS));
    await look();
    portal.clock.advance(40 * DAY_MS);
    const late = await addGrade(turma, aluno, 'Prova oral');
    await look();
    await look();
    expect((await notified(id)).map(({ title, body }) => `${title}. ${body}`)).toEqual([
      'Suas notas saíram. As notas de 2º bimestre da turma Reach 9 · sábado já estão no portal.',
      'Saiu mais uma nota. A nota de “Prova oral” (2º bimestre) já está no portal.',
    ]);
    // A corrected grade is not notified again.
    await portal.school.db.updateTable('notas').set({ nota: 9.5 }).where('avaliacao_id', '=', late).execute();
    for (const nome of ['Listening', 'Speaking']) await addGrade(turma, aluno, nome);
    portal.clock.advance(MINUTE_MS);
    await look();
    expect((await notified(id)).map(({ title }) => title).slice(2)).toEqual(['Saíram mais notas']);
  });

  it('imported grades, and those entered while the kind was switched off, are not notified', async () => {
    const id = await person();
    const { turma, aluno } = await addClass(portal, id);
    await addPeriod(turma, aluno, ahead(-200 * DAY_MS));
    const other = await addClass(portal, id);
    await addPeriod(other.turma, other.aluno, ahead(-MINUTE_MS));
    await switchOff('nota_lancada');
    await look();
    await switchOn('nota_lancada');
    await look();
    expect(await notified(id)).toEqual([]);
  });

  it('more events than one run handles are notified by the next runs', async () => {
    const id = await person();
    const { turma } = await addClass(portal, id);
    for (let n = 0; n < 11; n++) {
      const rows = Array.from({ length: 200 }, (_, index) => ({
        turma_id: turma,
        ordem: n * 200 + index,
        nome: `P${n}-${index}`,
        liberado_em: portal.clock.now.toISOString(),
      }));
      await portal.school.db.insertInto('periodos').values(rows).execute();
    }
    const { id: aluno } = await portal.school.db
      .selectFrom('turma_alunos')
      .select('id')
      .where('turma_id', '=', turma)
      .executeTakeFirstOrThrow();
    const periods = await portal.school.db.selectFrom('periodos').select('id').where('turma_id', '=', turma).execute();
    const exams = periods.map(({ id: periodo_id }) => ({
      periodo_id,
      nome: 'Prova',
      habilidade: 'geral' as const,
      data: '2026-01-01',
      nota_maxima: 10,
      peso: 1,
    }));
    for (let from = 0; from < exams.length; from += 300) {
      const some = exams.slice(from, from + 300);
      const made = await portal.school.db.insertInto('avaliacoes').values(some).returning('id').execute();
      await portal.school.db
        .insertInto('notas')
        .values(
          made.map(({ id: avaliacao_id }) => ({ turma_aluno_id: aluno, avaliacao_id, nota: 8, comentario: null })),
        )
        .execute();
    }
    await notifyOfClasses(portal.school);
    // A run ends after one batch of tests.
    expect(await notified(id)).toHaveLength(2_010);
    await look();
    expect(await notified(id)).toHaveLength(2_200);
  });
});
