import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listQrCodes } from '../../src/lib/contract/travel.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, julia: 9 };
const DAY = 86_400_000;
/** Ana's late exercises, as she has them. */
const EXERCISES = 401;

describe.each(engines)('what to study today on %s (DASH-01)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const today = async (as: number) => (await portal.ops.pedagogico.getToday({}, { as })).body;
  const given = () => portal.school.db.updateTable('turma_aluno_atividades').where('id', '=', EXERCISES);

  it('Ana sees late work first, then due work, and her words', async () => {
    const { words, work, work_total, week } = await today(people.ana);
    expect(words).toBe((await portal.ops.practice.listDueReviews({}, { as: people.ana })).body.length);
    expect(words).toBeGreaterThan(0);
    expect(work[0]).toMatchObject({ titulo: 'Exercícios da página 38', is_late: true });
    expect(work).toHaveLength(3);
    expect(work_total).toBeGreaterThan(3);
    const ahead = work.filter(({ is_late }) => !is_late).map(({ prazo }) => prazo);
    expect(ahead).toEqual(ahead.toSorted());
    expect(week).toMatchObject({ meta: 3, feitos: week.dias.length });
  });

  it('the days ahead have lessons that are not cancelled, and work with its deadline', async () => {
    const { agenda } = await today(people.ana);
    const from = portal.clock.now.toISOString();
    const until = new Date(portal.clock.now.getTime() + 7 * DAY).toISOString();
    expect(agenda.lessons.length).toBeGreaterThan(0);
    expect(agenda.lessons.every(({ inicio }) => inicio < until)).toBe(true);
    expect(agenda.work.length).toBeGreaterThan(0);
    expect(agenda.work.every(({ prazo, is_late }) => prazo >= from && prazo < until && !is_late)).toBe(true);
    const starts = agenda.lessons.map(({ inicio }) => inicio);
    expect(starts).toEqual(starts.toSorted());
    const first = portal.school.db.updateTable('aulas').where('inicio', '=', starts[0] ?? '');
    await first.set({ cancelada_em: from }).execute();
    expect((await today(people.ana)).agenda.lessons).toHaveLength(agenda.lessons.length - 1);
    await first.set({ cancelada_em: null }).execute();
    expect((await today(people.bruno)).agenda).toEqual({ lessons: [], work: [] });
  });

  it('the page of today has the last correction, and the last grade once its period is released', async () => {
    const { correction, grade } = (await today(people.ana)).results;
    expect(correction?.corrigida_em).toMatch(/^\d{4}-/);
    expect(grade?.nota).toBeGreaterThan(0);
    const { db } = portal.school;
    const released = await db.selectFrom('periodos').select(['id', 'liberado_em']).execute();
    await db.updateTable('periodos').set({ liberado_em: null }).execute();
    expect((await today(people.ana)).results.grade).toBeNull();
    for (const { id, liberado_em } of released)
      await db.updateTable('periodos').set({ liberado_em }).where('id', '=', id).execute();
    expect((await today(people.bruno)).results).toEqual({ correction: null, grade: null, level: null });
    // A test of long ago, in a period released today.
    const dates = await db.selectFrom('avaliacoes').select(['id', 'data']).execute();
    await db.updateTable('avaliacoes').set({ data: '2020-03-02' }).execute();
    await db.updateTable('periodos').set({ liberado_em: '2020-03-03T12:00:00.000Z' }).execute();
    expect((await today(people.ana)).results.grade).toBeNull();
    await db.updateTable('periodos').set({ liberado_em: portal.clock.now.toISOString() }).execute();
    expect((await today(people.ana)).results.grade).toMatchObject({ data: '2020-03-02' });
    for (const { id, data } of dates) await db.updateTable('avaliacoes').set({ data }).where('id', '=', id).execute();
    for (const { id, liberado_em } of released)
      await db.updateTable('periodos').set({ liberado_em }).where('id', '=', id).execute();
  });

  it('the last grade has its notice until the student reads it', async () => {
    const { db } = portal.school;
    const grade = async () => (await today(people.ana)).results.grade;
    expect(await grade()).toMatchObject({ aviso_id: null });
    const period = await db
      .selectFrom('periodos')
      .innerJoin('avaliacoes', 'avaliacoes.periodo_id', 'periodos.id')
      .select('periodos.id')
      .where('avaliacoes.nome', '=', (await grade())?.titulo ?? '')
      .where('periodos.turma_id', '=', (await grade())?.turma_id ?? 0)
      .executeTakeFirstOrThrow();
    const write = (user_id: number, chave: string) =>
      db
        .insertInto('notices')
        .values({
          ...{ user_id, chave, title: 'Nota', body: 'Nova', path: '/', category: 'aula' },
          ...{ created_at: portal.clock.now.toISOString(), read_at: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    // Of another person, and of another period.
    await write(people.bruno, `nota_lancada:${period.id}`);
    await write(people.ana, `nota_lancada:${period.id}0`);
    expect(await grade()).toMatchObject({ aviso_id: null });
    const { id } = await write(people.ana, `nota_lancada:${period.id}:7`);
    expect(await grade()).toMatchObject({ aviso_id: id });
    await portal.ops.inbox.markNoticeRead({ id }, { as: people.ana });
    expect(await grade()).toMatchObject({ aviso_id: null });
  });

  it('a test of the next three days is listed, and how many of the class studied, without names', async () => {
    const { db } = portal.school;
    const before = await today(people.ana);
    expect(before.class_days === null || before.class_days > 0).toBe(true);
    const day = (ahead: number) => dayIn('America/Sao_Paulo', new Date(portal.clock.now.getTime() + ahead * DAY));
    const { id, data } = await db
      .selectFrom('avaliacoes')
      .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
      .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'periodos.turma_id')
      .innerJoin('turmas', 'turmas.id', 'periodos.turma_id')
      .where('turma_alunos.user_id', '=', people.ana)
      .where('turma_alunos.status', '=', 'ativa')
      .where('turmas.status', '=', 'ativa')
      .select(['avaliacoes.id', 'avaliacoes.data'])
      .orderBy('avaliacoes.id')
      .executeTakeFirstOrThrow();
    const put = (to: string) => db.updateTable('avaliacoes').set({ data: to }).where('id', '=', id).execute();
    await put(day(3));
    expect((await today(people.ana)).test?.data).toBe(day(3));
    await put(day(4));
    expect((await today(people.ana)).test?.data).not.toBe(day(4));
    await put(data);
    expect(await today(people.bruno)).toMatchObject({ test: null, class_days: null });
  });

  it('answered, corrected or excused work is not listed', async () => {
    const before = (await today(people.ana)).work_total;
    const isThere = async () => (await today(people.ana)).work_total === before;
    await given().set({ dispensada: true }).execute();
    expect(await isThere()).toBe(false);
    await given().set({ dispensada: false, corrigida_em: portal.clock.now.toISOString() }).execute();
    expect(await isThere()).toBe(false);
    await given().set({ corrigida_em: null }).execute();
    expect(await isThere()).toBe(true);
    await portal.school.db
      .insertInto('atividade_arquivos')
      .values({
        turma_aluno_atividade_id: EXERCISES,
        kind: 'envio',
        n: 1,
        nome: 'a.pdf',
        mime: 'application/pdf',
        tamanho_bytes: 1,
        chave: 'x',
        enviado_em: portal.clock.now.toISOString(),
      })
      .execute();
    expect(await isThere()).toBe(false);
  });

  it('an event is listed on its day, for a student with a valid ticket', async () => {
    const { db } = portal.school;
    const eventOf = async (as: number) => (await today(as)).event;
    expect(await eventOf(people.ana)).toBeNull();
    const [ticket] = (await portal.call(listQrCodes, {}, { as: people.ana })).body;
    const evento_em = new Date(portal.clock.now.getTime() + 3_600_000).toISOString();
    const campaigns = db.updateTable('travel_campaigns').where('id', '=', ticket?.campaign_id ?? 0);
    await campaigns.set({ evento_em }).execute();
    expect(await eventOf(people.ana)).toEqual({ nome: ticket?.titulo, evento_em });
    expect(await eventOf(people.julia)).toBeNull();
    await campaigns.set({ evento_em: new Date(portal.clock.now.getTime() + 2 * DAY).toISOString() }).execute();
    expect(await eventOf(people.ana)).toBeNull();
    await campaigns.set({ evento_em }).execute();
    const used = { usado_em: portal.clock.now.toISOString() };
    await db.updateTable('travel_tickets').where('user_id', '=', people.ana).set(used).execute();
    expect(await eventOf(people.ana)).toBeNull();
  });

  it('a day of study is marked in the week, by the calendar of the school', async () => {
    const [word] = (await portal.ops.practice.listDueReviews({}, { as: people.ana })).body;
    const feita_em = portal.clock.now.toISOString();
    await portal.ops.practice.saveReviews(
      { revisoes: [{ palavra_id: word?.id ?? 0, nota: 3, tempo_ms: 1000, feita_em }] },
      { as: people.ana },
    );
    const { words, week } = await today(people.ana);
    expect(week.dias).toContain(dayIn('America/Sao_Paulo', portal.clock.now));
    expect(week.feitos).toBe(week.dias.length);
    // The word that was rated as known is due on another day.
    expect(words).toBe((await portal.ops.practice.listDueReviews({}, { as: people.ana })).body.length);
  });

  it('a student without class and book has nothing to do', async () => {
    for (const as of [people.bruno, people.julia]) {
      expect(await today(as)).toMatchObject({ words: 0, work: [], work_total: 0, week: { feitos: 0 } });
    }
  });

  it('work of a finished class, or of a class that the student left, is not listed', async () => {
    const { db } = portal.school;
    await db.updateTable('turma_alunos').set({ status: 'trancada' }).where('user_id', '=', people.ana).execute();
    expect((await today(people.ana)).work_total).toBe(0);
    await db.updateTable('turma_alunos').set({ status: 'ativa' }).where('user_id', '=', people.ana).execute();
    portal.clock.advance(400 * DAY);
    expect((await today(people.ana)).work.every(({ is_late }) => is_late)).toBe(true);
  });
});
