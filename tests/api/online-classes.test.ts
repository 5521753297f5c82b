import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTodayOfClass, getTodayOfEnrollment } from '../../src/lib/contract/online-classes.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR = 3_600_000;
const link = 'https://reuniao.example/sala';

describe.each(engines)("today's lesson on %s (API-33, API-34, CLASS-03)", (engine) => {
  let portal: TestSchool;
  let turma: number;
  let student: number;
  let enrollment: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    const { db } = portal.school;
    // 23:00 of 10 March in São Paulo, which is already the 11th in UTC.
    portal.clock.now = new Date('2027-03-11T02:00:00Z');
    student = (await addAccount(portal)).id;
    turma = (
      await db
        .insertInto('turmas')
        .values({
          company_id: 101,
          livro_id: 1,
          nome: 'Turma de hoje',
          modalidade: 'online',
          somente_digital: true,
          inicio: '2027-01-01',
          fim: '2027-12-31',
          status: 'ativa',
          aulas_total: 10,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    enrollment = (
      await db
        .insertInto('turma_alunos')
        .values({ turma_id: turma, user_id: student, status: 'ativa' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  });

  /** Lessons of one hour, by the hours from now at which they begin. */
  const plan = (...hours: { from: number; isCancelled?: boolean }[]) =>
    portal.school.db
      .insertInto('aulas')
      .values(
        hours.map(({ from, isCancelled }, index) => ({
          turma_id: turma,
          numero: index + 1,
          titulo: `Aula ${index + 1}`,
          inicio: new Date(portal.clock.now.getTime() + from * HOUR).toISOString(),
          fim: new Date(portal.clock.now.getTime() + (from + 1) * HOUR).toISOString(),
          tipo: 'online' as const,
          cancelada_em: isCancelled ? '2027-03-01T00:00:00Z' : null,
          link_reuniao: link,
        })),
      )
      .execute();
  const today = async (as = student) => (await portal.call(getTodayOfClass, { params: { id: turma } }, { as })).body;

  it('the lesson of today follows the day of the school, not of UTC', async () => {
    await plan({ from: -22 }, { from: 2 }, { from: 26 });
    expect(await today()).toMatchObject({ aula: { numero: 1, status: 'encerrada' }, proxima: { numero: 2 } });
  });

  it('the lesson of today is the current one, else the next, else the last of the day', async () => {
    await plan({ from: -6 }, { from: -4 }, { from: -2 });
    const numberAt = async (hours: number) => {
      portal.clock.now = new Date(new Date('2027-03-11T02:00:00Z').getTime() + hours * HOUR);
      return (await today()).aula?.numero;
    };
    expect([await numberAt(-7), await numberAt(-5.5), await numberAt(-4.5), await numberAt(-0.5)]).toEqual([
      1, 1, 2, 3,
    ]);
  });

  it('a day without a lesson is empty and names the next lesson', async () => {
    await plan({ from: 40 }, { from: 20, isCancelled: true });
    const body = await today();
    expect(body).toMatchObject({ aula: null, presenca: null, proxima: { numero: 1 }, turma_id: turma });
    expect(body.agora).toBe('2027-03-11T02:00:00.000Z');
  });

  it('a cancelled lesson shows only without another one', async () => {
    await plan({ from: -3, isCancelled: true });
    expect((await today()).aula?.status).toBe('cancelada');
    await portal.school.db
      .insertInto('aulas')
      .values({
        turma_id: turma,
        numero: 9,
        titulo: 'Outra',
        inicio: new Date(portal.clock.now.getTime() - 5 * HOUR).toISOString(),
        fim: new Date(portal.clock.now.getTime() - 4 * HOUR).toISOString(),
        tipo: 'online',
      })
      .execute();
    expect((await today()).aula?.numero).toBe(9);
  });

  it('CLASS-04 the lesson of today holds the meeting link only inside its window', async () => {
    await plan({ from: -0.5 });
    expect((await today()).aula?.link_reuniao).toBe(link);
    portal.clock.advance(HOUR);
    expect(JSON.stringify(await today())).not.toContain(link);
  });

  it('the lesson of today is the same by enrollment, and 404 for anybody else', async () => {
    await plan({ from: -1 });
    const own = await portal.call(getTodayOfEnrollment, { params: { id: enrollment } }, { as: student });
    expect(own.body).toEqual(await today());
    for (const [call, id] of [
      [getTodayOfClass, turma],
      [getTodayOfEnrollment, enrollment],
    ] as const) {
      expect((await portal.call(call, { params: { id } }, { as: 1 })).status).toBe(404);
      expect((await portal.call(call, { params: { id } })).status).toBe(401);
      expect((await portal.call(call, { params: { id: 'x' } }, { as: student })).status).toBe(422);
    }
  });
});
