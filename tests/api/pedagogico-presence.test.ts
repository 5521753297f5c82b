import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTodayOfClass } from '../../src/lib/contract/online-classes.ts';
import { confirmPresence } from '../../src/lib/contract/pedagogico.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe.each(engines)('presence on %s (PED-12, API-50)', (engine) => {
  let portal: TestSchool;
  let student: number;
  let turma: number;
  let requested: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** A class of one student whose lesson begins in an hour and asks for presence. */
  async function newLesson(tipo: 'online' | 'presencial' = 'online', cancelada_em: string | null = null) {
    const { db } = portal.school;
    const now = portal.clock.now.getTime();
    student = (await addAccount(portal)).id;
    const made = await db
      .insertInto('turmas')
      .values({
        company_id: 101,
        livro_id: 1,
        nome: 'Turma da presença',
        modalidade: 'online',
        somente_digital: true,
        inicio: '2026-01-01',
        fim: '2027-12-31',
        status: 'ativa',
        aulas_total: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    turma = made.id;
    await db.insertInto('turma_alunos').values({ turma_id: turma, user_id: student, status: 'ativa' }).execute();
    const aula = await db
      .insertInto('aulas')
      .values({
        turma_id: turma,
        numero: 1,
        titulo: 'Aula 1',
        inicio: new Date(now + HOUR).toISOString(),
        fim: new Date(now + 2 * HOUR).toISOString(),
        tipo,
        cancelada_em,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    requested = (
      await db
        .insertInto('turma_atividades')
        .values({
          turma_id: turma,
          aula_id: aula.id,
          titulo: 'Presença',
          descricao: 'Confirme.',
          tipo: 'presenca',
          aceita_envio: false,
          formatos: '[]',
          tamanho_max_bytes: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  }
  beforeEach(() => newLesson());
  const confirm = (as: number | undefined = student, presente = true) =>
    portal.call(confirmPresence, { params: { id: requested }, body: { presente } }, { as });
  const recorded = () => portal.school.db.selectFrom('presencas').selectAll().execute();

  it('a presence can be confirmed from ten minutes before the lesson until its end', async () => {
    const statusIn = async (minutes: number) => {
      portal.clock.advance(minutes * MINUTE);
      const { status } = await confirm();
      await portal.school.db.deleteFrom('presencas').where('origem', '=', 'portal').execute();
      return status;
    };
    expect([await statusIn(49), await statusIn(1), await statusIn(69), await statusIn(1)]).toEqual([
      409, 200, 200, 409,
    ]);
  });

  it('S4 a presence counts once with repeated and concurrent confirmations', async () => {
    portal.clock.advance(HOUR);
    const before = (await recorded()).length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm()));
    portal.clock.advance(MINUTE);
    const late = await confirm();
    expect([...answers, late].map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(new Set([...answers, late].map(({ body }) => body.presenca.confirmada_em)).size).toBe(1);
    expect(await recorded()).toHaveLength(before + 1);
  });

  it('a confirmation does not change the attendance that the teacher recorded', async () => {
    portal.clock.advance(HOUR);
    const { body } = await portal.call(getTodayOfClass, { params: { id: turma } }, { as: student });
    await portal.school.db
      .insertInto('presencas')
      .values({
        aula_id: body.aula?.id ?? 0,
        turma_aluno_id: body.turma_aluno_id ?? 0,
        status: 'falta',
        confirmada_em: null,
        origem: 'professor',
      })
      .execute();
    expect((await confirm()).body.presenca).toMatchObject({ status: 'falta', origem: 'professor' });
  });

  it('the lesson of today asks for the presence, and shows it once confirmed', async () => {
    portal.clock.advance(HOUR);
    const today = async () => (await portal.call(getTodayOfClass, { params: { id: turma } }, { as: student })).body;
    expect((await today()).atividades.map(({ tipo, turma_atividade_id }) => [tipo, turma_atividade_id])).toEqual([
      ['presenca', requested],
    ]);
    await confirm();
    expect((await today()).presenca).toMatchObject({ status: 'presente', origem: 'portal' });
  });

  it('a confirmation is refused with a message for a lesson in a room, a cancelled lesson, and an absence', async () => {
    portal.clock.advance(HOUR);
    expect((await confirm(student, false)).status).toBe(400);
    for (const [tipo, cancelled] of [
      ['presencial', null],
      ['online', '2026-01-01T00:00:00Z'],
    ] as const) {
      await newLesson(tipo, cancelled);
      portal.clock.advance(HOUR);
      const { status, body } = await confirm();
      expect(status).toBe(409);
      expect(body.detail).toMatch(/\.$/);
    }
  });

  it('PED-12 a confirmation is refused for an activity without presence, and for a missing activity', async () => {
    const { db } = portal.school;
    const { id } = await db
      .selectFrom('turma_atividades')
      .select('id')
      .where('turma_id', '=', turma)
      .where('tipo', '=', 'presenca')
      .executeTakeFirstOrThrow();
    await db.updateTable('turma_atividades').set({ tipo: 'tarefa' }).where('id', '=', id).execute();
    const ask = (activity: number) =>
      portal.call(confirmPresence, { params: { id: activity }, body: { presente: true } }, { as: student });
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: { detail: 'Esta atividade não pede presença: ela se conclui com a entrega.' },
    });
    await db.updateTable('turma_atividades').set({ tipo: 'presenca' }).where('id', '=', id).execute();
    expect(await ask(2_000_000)).toMatchObject({
      status: 404,
      body: { detail: 'Não encontramos esta atividade entre as suas.' },
    });
  });

  it('ROLE-08 only the student confirms a presence, in a session', async () => {
    portal.clock.advance(HOUR);
    const before = await recorded();
    expect((await confirm(1)).status).toBe(404);
    expect((await portal.call(confirmPresence, { params: { id: requested }, body: { presente: true } })).status).toBe(
      401,
    );
    for (const body of [{}, { presente: 'sim' }, { presente: null }]) {
      const { status } = await portal.call(
        confirmPresence,
        { params: { id: requested }, body: body as never },
        { as: student },
      );
      expect(status).toBe(422);
    }
    expect(await recorded()).toEqual(before);
  });
});
