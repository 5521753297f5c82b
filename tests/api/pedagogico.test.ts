import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listClasses } from '../../src/lib/contract/pedagogico.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, julia: 9 };
const MINUTE = 60_000;
const link = 'https://reuniao.example/sala';

interface Lesson {
  /** Minutes from the clock's now. */
  from: number;
  to: number;
  isCancelled?: boolean;
  gravacao_url?: string;
}

describe.each(engines)('classes on %s (API-27)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const list = (as: number, query: Record<string, unknown> = {}, sent: Sent = {}) =>
    portal.call(listClasses, { query }, { as, ...sent });
  const onlyClass = async (as: number) => (await list(as)).body[0];

  /** A student of a new class with these lessons, numbered as listed. */
  async function newClass(lessons: Lesson[], given: { aulas_total?: number; professor_user_id?: number | null } = {}) {
    const { db } = portal.school;
    const { id } = await addAccount(portal);
    const turma = await db
      .insertInto('turmas')
      .values({
        company_id: 101,
        livro_id: 1,
        professor_user_id: people.julia,
        nome: 'Turma de teste',
        modalidade: 'online',
        somente_digital: true,
        sala: null,
        inicio: '2026-01-01',
        fim: '2026-12-31',
        status: 'ativa',
        aulas_total: lessons.length,
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('turma_alunos').values({ turma_id: turma.id, user_id: id, status: 'ativa' }).execute();
    const now = portal.clock.now.getTime();
    const instant = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();
    for (const [index, { from, to, isCancelled, gravacao_url = null }] of lessons.entries()) {
      await db
        .insertInto('aulas')
        .values({
          turma_id: turma.id,
          numero: index + 1,
          titulo: `Aula ${index + 1}`,
          inicio: instant(from),
          fim: instant(to),
          tipo: 'online',
          cancelada_em: isCancelled ? instant(-1) : null,
          link_reuniao: link,
          gravacao_url,
        })
        .execute();
    }
    return { id, turma: turma.id };
  }

  it('PED-01 the list of classes has the own classes with book, teacher, school and timetable', async () => {
    const { body } = await list(people.ana);
    expect(body.map(({ nome }) => nome)).toEqual(['Conversação Online', 'Inglês A2 · Noite']);
    expect(body[1]).toMatchObject({
      turma_aluno_id: 101,
      livro: { codigo: 'WAY-2' },
      professor: { id: people.julia, nome: 'Júlia Castro' },
      escola: { nome: 'KNN Vila Nova', cidade: 'Campinas' },
      sala: 'Sala 3',
      horarios: [
        { dia_semana: 2, inicio: '19:00', fim: '20:30' },
        { dia_semana: 4, inicio: '19:00', fim: '20:30' },
      ],
      status: 'ativa',
    });
  });

  it.each([
    ['true', ['Conversação Online']],
    ['1', ['Conversação Online']],
    ['false', ['Conversação Online', 'Inglês A2 · Noite']],
  ])('CLASS-01 somente_digital=%s', async (somente_digital, names) => {
    expect((await list(people.ana, { somente_digital })).body.map(({ nome }) => nome)).toEqual(names);
  });

  it('the list of classes is open to a printed code and empty for a student without a class', async () => {
    expect((await list(people.ana, {}, { scope: 'book' })).body).toHaveLength(2);
    expect((await list(people.bruno)).body).toEqual([]);
  });

  it('ROLE-08 the list of classes shows nobody the classes of another, whatever the query says', async () => {
    expect((await list(people.helena, { user_id: people.ana, id: 1 })).body).toEqual([]);
  });

  it('TEACH-09 the list of classes distinguishes a paused class from a paused enrollment', async () => {
    const { id, turma } = await newClass([]);
    const { db } = portal.school;
    await db.updateTable('turmas').set({ status: 'trancada' }).where('id', '=', turma).execute();
    expect(await onlyClass(id)).toMatchObject({ status: 'trancada', matricula: 'ativa' });
    await db.updateTable('turma_alunos').set({ status: 'trancada' }).where('turma_id', '=', turma).execute();
    expect(await onlyClass(id)).toMatchObject({ status: 'trancada', matricula: 'trancada' });
  });

  it('the list of classes counts lessons given, not cancelled or current ones', async () => {
    const { id } = await newClass([
      { from: -300, to: -240 },
      { from: -200, to: -140, isCancelled: true },
      { from: -100, to: 0 },
      { from: -30, to: 30 },
      { from: 60, to: 120 },
      { from: 160, to: 220 },
    ]);
    expect(await onlyClass(id)).toMatchObject({ aulas_total: 6, aulas_dadas: 2, percentual: 33 });
  });

  it.each([
    [0, 0],
    [1, 100],
    [3, 67],
  ])('two given lessons of a plan of %i are %i per cent', async (aulas_total, percentual) => {
    const past = [-200, -100].map((from) => ({ from, to: from + 50 }));
    const { id } = await newClass(past, { aulas_total });
    expect(await onlyClass(id)).toMatchObject({ aulas_dadas: 2, percentual, proxima_aula: null });
  });

  it('DASH-01 the next lesson is the earliest future one that is not cancelled, whatever the numbers', async () => {
    const { id } = await newClass([
      { from: 30, to: 90, isCancelled: true },
      { from: 300, to: 360 },
      { from: 100, to: 160 },
      { from: 100, to: 160, isCancelled: true },
    ]);
    expect((await onlyClass(id))?.proxima_aula).toMatchObject({ numero: 3, status: 'agendada' });
  });

  it('CLASS-04 the list of classes gives the meeting link from ten minutes before until the end', async () => {
    const { id } = await newClass([{ from: 30, to: 90 }]);
    const start = portal.clock.now;
    const at = async (ms: number) => {
      portal.clock.now = new Date(start.getTime() + ms);
      const lesson = (await onlyClass(id))?.proxima_aula;
      portal.clock.now = start;
      return lesson ? [lesson.status, lesson.link_reuniao, lesson.link_liberado_em] : null;
    };
    const opens = new Date(start.getTime() + 20 * MINUTE).toISOString();
    expect(await at(20 * MINUTE - 1)).toEqual(['agendada', null, opens]);
    expect(await at(20 * MINUTE)).toEqual(['agendada', link, opens]);
    expect(await at(30 * MINUTE)).toEqual(['ao_vivo', link, opens]);
    expect(await at(90 * MINUTE - 1)).toEqual(['ao_vivo', link, opens]);
    expect(await at(90 * MINUTE)).toBeNull();
  });

  it('a class without a teacher yet says so', async () => {
    const { id } = await newClass([], { professor_user_id: null });
    expect((await onlyClass(id))?.professor.nome).toBe('A definir');
  });

  it('AUTH-26 the list of classes needs a bearer', async () => {
    const answer = await portal.call(listClasses, { query: {} });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } });
  });

  it.each(['sim', 'TRUE', '2', 'x'.repeat(5000)])(
    'S1 the list of classes refuses somente_digital=%j',
    async (somente_digital) => {
      const answer = await list(people.ana, { somente_digital });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toBe('Formato inválido');
    },
  );
});
