import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getGrades } from '../../src/lib/contract/pedagogico.ts';
import { addAccount } from '../support/accounts.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, davi: 4, eva: 5, helena: 7 };
/** Evening class, lessons in a room, and the class online of the same book. */
const [EVENING, ONLINE] = [1, 2];
const DAVI = 102;
const DAY = 86_400_000;

describe.each(allEngines)('absences and replacements on %s', (engine) => {
  let portal: TestSchool;
  let stranger: number;
  let count = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // Two at night: the demo school has no lesson at the times used here, at whatever hour the tests run.
    portal.clock.now = new Date(new Date(portal.clock.now).setUTCHours(24 + 5, 0, 0, 0));
    stranger = (await addAccount(portal, { company: 103, full_name: 'Norma Sales' })).id;
    await portal.school.db.insertInto('user_actions').values({ user_id: stranger, action_id: 4 }).execute();
  });
  afterAll(() => portal.close());

  const list = (id: number, as?: number) => portal.ops.absences.listAbsences({ id }, { as });
  const tell = (id: number, aula_id: number, as?: number, motivo = 'Consulta médica') =>
    portal.ops.absences.reportAbsence({ id, aula_id, motivo }, { as });
  const offers = (id: number, as?: number) => portal.ops.absences.listReplacements({ id }, { as });
  const book = (id: number, aula_id_destino: number, as?: number, aula_id?: number) =>
    portal.ops.absences.bookReplacement({ id, aula_id_destino, aula_id }, { as });
  const decide = (id: number, resultado: 'justificada' | 'nao_aceita', as: number = people.helena) =>
    portal.ops.absences.decideAbsences({ ids: [id], resultado }, withKey({ as }));

  /** A lesson of a class some days from now. */
  async function addLesson(days: number, turma_id = EVENING, hours = 1): Promise<number> {
    const start = portal.clock.now.getTime() + days * DAY;
    count += 1;
    const { id } = await portal.school.db
      .insertInto('aulas')
      .values({
        ...{ turma_id, numero: 500 + count, titulo: `Lesson ${count}`, conteudo: null, unidade_id: null },
        inicio: new Date(start).toISOString(),
        fim: new Date(start + hours * 3_600_000).toISOString(),
        ...{ tipo: turma_id === ONLINE ? ('online' as const) : ('presencial' as const), cancelada_em: null },
        link_reuniao: turma_id === ONLINE ? 'https://reuniao.demo.example/extra' : null,
        ...{ gravacao_url: null, licao_de_casa: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  /** A student of the evening class who missed a lesson three days ago. */
  async function addMissing() {
    const { id: user } = await addAccount(portal);
    const { id } = await portal.school.db
      .insertInto('turma_alunos')
      .values({ turma_id: EVENING, user_id: user, status: 'ativa' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const missed = await addLesson(-3);
    await portal.school.db
      .insertInto('presencas')
      .values({ aula_id: missed, turma_aluno_id: id, status: 'falta', confirmada_em: null, origem: 'professor' })
      .execute();
    return { user, id, missed };
  }
  const one = async (id: number, aula: number, as: number) =>
    (await list(id, as)).body.ausencias.find((each) => each.aula.aula_id === aula);

  describe('reporting an absence', () => {
    it('a reported absence is listed until it is withdrawn, and reporting it again changes the reason', async () => {
      const aula = await addLesson(4);
      expect((await list(DAVI, people.davi)).body.proximas.map(({ aula_id }) => aula_id)).toContain(aula);
      const first = await tell(DAVI, aula, people.davi);
      expect(first.body).toMatchObject({ status: 'avisada' });
      expect((await tell(DAVI, aula, people.davi, 'Viagem')).body.id).toBe(first.body.id);
      expect(await one(DAVI, aula, people.davi)).toMatchObject({
        status: 'avisada',
        motivo: 'Viagem',
        pode_retirar: true,
      });
      expect((await list(DAVI, people.davi)).body.proximas.map(({ aula_id }) => aula_id)).not.toContain(aula);
      const withdraw = () => portal.ops.absences.withdrawAbsence({ id: DAVI, aula }, { as: people.davi });
      expect((await withdraw()).body).toMatchObject({ status: 'retirada' });
      expect((await withdraw()).status).toBe(409);
      expect(await one(DAVI, aula, people.davi)).toBeUndefined();
    });

    it('an absence cannot be reported for lessons far ahead, long ago, cancelled, attended, or of another class', async () => {
      const [far, past, gone, there, other] = [
        await addLesson(31),
        await addLesson(-8),
        await addLesson(2),
        await addLesson(-1),
        await addLesson(2, ONLINE),
      ];
      const { db } = portal.school;
      await db.updateTable('aulas').set({ cancelada_em: new Date().toISOString() }).where('id', '=', gone).execute();
      await db
        .insertInto('presencas')
        .values({ aula_id: there, turma_aluno_id: DAVI, status: 'presente', confirmada_em: null, origem: 'professor' })
        .execute();
      for (const [aula, status] of [
        [far, 422],
        [past, 422],
        [gone, 409],
        [there, 409],
        [other, 404],
        [999_999, 404],
      ] as const) {
        const answer = await tell(DAVI, aula, people.davi);
        expect([aula, answer.status]).toEqual([aula, status]);
        expect(answer.body.detail).toMatch(/\S/);
      }
    });

    it('ROLE-08 an absence is reported for the own enrollment only', async () => {
      const aula = await addLesson(5);
      expect((await tell(DAVI, aula)).status).toBe(401);
      expect((await tell(DAVI, aula, people.ana)).status).toBe(404);
      expect((await list(DAVI)).status).toBe(401);
      expect((await list(DAVI, people.ana)).status).toBe(404);
      expect((await offers(DAVI, people.ana)).status).toBe(404);
      expect((await book(DAVI, aula, people.ana)).status).toBe(404);
      expect((await tell(DAVI, aula, people.davi, ' ')).status).toBe(422);
    });
  });

  describe('decisions of the school', () => {
    it('an excused absence does not count, an undone excuse counts again, and the student is notified', async () => {
      const { user, id, missed } = await addMissing();
      const presence = async () =>
        (await portal.call(getGrades, { params: { id: EVENING } }, { as: user })).body.frequencia.faltas;
      expect(await presence()).toBe(1);
      const { body } = await tell(id, missed, user);
      expect((await decide(body.id, 'justificada')).status).toBe(200);
      expect([await presence(), (await one(id, missed, user))?.status]).toEqual([0, 'justificada']);
      expect((await decide(body.id, 'justificada')).status).toBe(409);
      expect((await tell(id, missed, user)).status).toBe(409);
      expect((await decide(body.id, 'nao_aceita')).status).toBe(200);
      expect([await presence(), (await one(id, missed, user))?.status]).toEqual([1, 'nao_aceita']);
      const news = await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', user).execute();
      expect(news.map(({ title }) => title).toSorted()).toEqual([
        'Sua falta foi justificada',
        'Sua falta não foi justificada',
      ]);
    });

    it('an excuse for a future lesson counts only after the lesson', async () => {
      const { user, id } = await addMissing();
      const grades = async () =>
        (await portal.call(getGrades, { params: { id: EVENING } }, { as: user })).body.frequencia;
      const before = await grades();
      const { body } = await tell(id, await addLesson(6), user);
      await decide(body.id, 'justificada');
      expect(await grades()).toEqual(before);
    });

    it('a student who attends after all counts as present, whatever was decided, and the make-up lesson is released', async () => {
      const stored = portal.clock.now;
      const { id: user } = await addAccount(portal);
      const { db } = portal.school;
      const { id } = await db
        .insertInto('turma_alunos')
        .values({ turma_id: EVENING, user_id: user, status: 'ativa' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const aula = await addLesson(6);
      const { body } = await tell(id, aula, user);
      await decide(body.id, 'justificada');
      await decide(body.id, 'nao_aceita');
      const target = await addLesson(12, ONLINE);
      expect((await book(id, target, user)).status).toBe(200);
      portal.clock.now = new Date(stored.getTime() + 7 * DAY);
      await db
        .insertInto('presencas')
        .values({ aula_id: aula, turma_aluno_id: id, status: 'presente', confirmada_em: null, origem: 'professor' })
        .execute();
      expect(await one(id, aula, user)).toMatchObject({ status: 'presente', reposicao: { pode_cancelar: true } });
      const { frequencia } = (await portal.call(getGrades, { params: { id: EVENING } }, { as: user })).body;
      expect([frequencia.presencas, frequencia.faltas]).toEqual([1, 0]);
      await portal.ops.absences.cancelReplacement({ id, aula }, { as: user });
      expect(await one(id, aula, user)).toBeUndefined();
      portal.clock.now = stored;
    });

    it('a suspended enrollment takes no place', async () => {
      const { user, id, missed } = await addMissing();
      await portal.school.db.updateTable('turma_alunos').set({ status: 'trancada' }).where('id', '=', id).execute();
      expect((await tell(id, missed, user)).body).toMatchObject({ code: 'not_active' });
      expect((await book(id, await addLesson(13, ONLINE), user)).status).toBe(409);
      expect((await list(id, user)).status).toBe(200);
    });

    it('MANAGER-08 a manager lists the own school, and finds nothing of another', async () => {
      const { user, id, missed } = await addMissing();
      const { body } = await tell(id, missed, user);
      const listed = async (as?: number) =>
        portal.ops.absences.listSchoolAbsences({ status: 'avisada' as const, limit: 100 }, { as });
      const found = (await listed(people.helena)).body.items.find((each) => each.id === body.id);
      expect(found).toMatchObject({ motivo: 'Consulta médica', aluno: { user_id: user }, status: 'avisada' });
      const { contagens, total } = (await listed(people.helena)).body;
      expect(contagens.avisada).toBe(total);
      expect((await listed(stranger)).body).toMatchObject({ items: [], contagens: {} });
      expect((await listed(people.davi)).status).toBe(403);
      expect((await listed()).status).toBe(401);
      expect((await decide(body.id, 'justificada', stranger)).status).toBe(404);
      expect((await decide(body.id, 'justificada', user)).status).toBe(403);
      expect((await decide(999_999, 'justificada')).status).toBe(404);
    });
  });

  it('undecided and unrecorded absences come first in the lists of the office, page by page', async () => {
    const stored = portal.clock.now;
    const news: { report: number; booked: number }[] = [];
    for (const status of ['avisada', 'justificada', 'avisada', 'nao_aceita'] as const) {
      portal.clock.advance(1_000);
      const { user, id, missed } = await addMissing();
      const absence = (await tell(id, missed, user)).body.id;
      if (status !== 'avisada') await decide(absence, status);
      const made = (await book(id, await addLesson(11, ONLINE), user)).body.id;
      const to = status === 'avisada' ? 'marcada' : 'feita';
      await portal.school.db.updateTable('reposicoes').set({ status: to }).where('id', '=', made).execute();
      news.push({ report: absence, booked: made });
    }
    const as = people.helena;
    const { listSchoolAbsences: reports, listSchoolReplacements: bookings } = portal.ops.absences;
    const order = (of: 'report' | 'booked', ...pages: readonly { items: readonly { id: number }[] }[]) =>
      pages
        .flatMap(({ items }) => items)
        .flatMap(({ id }) => news.flatMap((each, at) => (each[of] === id ? [at] : [])));
    const { body: told1 } = await reports({ limit: 3 }, { as });
    const { body: told2 } = await reports({ limit: 100, depois: told1.next ?? '' }, { as });
    expect(order('report', told1, told2)).toEqual([2, 0, 3, 1]);
    const { body: booked1 } = await bookings({ limit: 3 }, { as });
    const { body: booked2 } = await bookings({ limit: 100, depois: booked1.next ?? '' }, { as });
    expect(order('booked', booked1, booked2)).toEqual([2, 0, 3, 1]);
    portal.clock.now = stored;
  });

  describe('make-up lessons', () => {
    it('the portal offers free lessons of other classes with the same book, and not the same one twice', async () => {
      const { user, id, missed } = await addMissing();
      // Only the next thirty lessons are offered.
      const [soon, wanted, later] = [
        await addLesson(0.05, ONLINE),
        await addLesson(2, ONLINE),
        await addLesson(2.02, ONLINE),
      ];
      const ids = async () => (await offers(id, user)).body.map(({ aula_id }) => aula_id);
      expect(await ids()).toEqual(expect.arrayContaining([wanted, later]));
      expect(await ids()).not.toContain(soon);
      const { body } = await book(id, wanted, user, missed);
      expect(body).toMatchObject({ status: 'marcada' });
      expect(await one(id, missed, user)).toMatchObject({
        pode_repor: false,
        reposicao: { aula: { aula_id: wanted }, status: 'marcada', pode_cancelar: true, link_reuniao: null },
      });
      expect((await book(id, wanted, user, missed)).status).toBe(409);
      expect(await ids()).toEqual([]);
      const cancel = () => portal.ops.absences.cancelReplacement({ id, aula: missed }, { as: user });
      expect((await cancel()).body).toMatchObject({ status: 'cancelada' });
      expect((await cancel()).status).toBe(409);
      expect((await book(id, later, user)).status).toBe(200);
    });

    it('TEACH-12 an adult is offered no lesson of a class of children with the same book, and cannot take its place', async () => {
      const { db } = portal.school;
      const { user, id } = await addMissing();
      const year = portal.clock.now.getUTCFullYear();
      await db.updateTable('users').set({ birth_date: '1990-05-02' }).where('id', '=', user).execute();
      const evening = await db.selectFrom('turmas').selectAll().where('id', '=', EVENING).executeTakeFirstOrThrow();
      const { id: _, ...columns } = { ...evening, nome: 'Kids sábado' };
      const kids = await db.insertInto('turmas').values(columns).returning('id').executeTakeFirstOrThrow();
      const { id: child } = await addAccount(portal, { birth_date: `${year - 9}-01-01` });
      const place = { turma_id: kids.id, user_id: child, status: 'ativa' as const };
      await db.insertInto('turma_alunos').values(place).execute();
      const target = await addLesson(5.2, kids.id);
      const offered = async () => (await offers(id, user)).body.map(({ aula_id }) => aula_id);
      expect(await offered()).not.toContain(target);
      expect((await book(id, target, user)).body.code).toBe('no_place');
      await db
        .updateTable('users')
        .set({ birth_date: `${year - 10}-01-01` })
        .where('id', '=', user)
        .execute();
      expect(await offered()).toContain(target);
    });

    it('a student who missed nothing is offered nothing; a lesson of the own class, or none, is refused', async () => {
      const { id: user } = await addAccount(portal);
      const { id } = await portal.school.db
        .insertInto('turma_alunos')
        .values({ turma_id: EVENING, user_id: user, status: 'ativa' })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect((await offers(id, user)).body).toEqual([]);
      expect((await book(id, await addLesson(7, ONLINE), user)).status).toBe(409);
      const missing = await addMissing();
      expect((await book(missing.id, await addLesson(7), missing.user)).status).toBe(409);
      expect((await book(missing.id, 999_999, missing.user)).status).toBe(404);
    });

    it('the last place goes to one of several concurrent requests', async () => {
      const target = await addLesson(10, ONLINE);
      const { db } = portal.school;
      const students = await Promise.all([addMissing(), addMissing(), addMissing(), addMissing()]);
      const { active } = await db
        .selectFrom('turma_alunos')
        .select(({ fn }) => fn.countAll<number>().as('active'))
        .where('turma_id', '=', ONLINE)
        .where('status', '=', 'ativa')
        .executeTakeFirstOrThrow();
      await db
        .updateTable('turmas')
        .set({ lugares: Number(active) + 1 })
        .where('id', '=', ONLINE)
        .execute();
      const answers = await Promise.all(students.map(({ id, user }) => book(id, target, user)));
      await db.updateTable('turmas').set({ lugares: 12 }).where('id', '=', ONLINE).execute();
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    });

    it('a present student has made up for the lesson; the room opens in time; the own school records it once', async () => {
      const stored = portal.clock.now;
      const { user, id, missed } = await addMissing();
      const target = await addLesson(11, ONLINE);
      const { body } = await book(id, target, user);
      const record = (presente: boolean, as: number = people.helena) =>
        portal.ops.absences.recordReplacements({ ids: [body.id], presente }, withKey({ as }));
      expect((await record(true)).status).toBe(409);
      portal.clock.now = new Date(stored.getTime() + 11 * DAY + 60_000);
      expect((await one(id, missed, user))?.reposicao?.link_reuniao).toBe('https://reuniao.demo.example/extra');
      const { items } = (await portal.ops.absences.listSchoolReplacements({}, { as: people.helena })).body;
      expect(items.find((each) => each.id === body.id)).toMatchObject({
        pode_registrar: true,
        aluno: { user_id: user },
      });
      expect((await record(true, stranger)).status).toBe(404);
      expect((await record(true, user)).status).toBe(403);
      expect((await record(true)).body.itens).toEqual([{ id: body.id, problema: null }]);
      expect((await record(false)).status).toBe(409);
      expect(await one(id, missed, user)).toMatchObject({ status: 'reposta', pode_repor: false });
      const { frequencia } = (await portal.call(getGrades, { params: { id: EVENING } }, { as: user })).body;
      expect(frequencia.faltas).toBe(0);
      portal.clock.now = stored;
    });

    it('TEACH-03 the attendance of a lesson includes its guests; points and missed lesson follow corrections', async () => {
      const stored = portal.clock.now;
      const { db } = portal.school;
      const [came, other] = [await addMissing(), await addMissing()];
      await db.updateTable('users').set({ is_club: true }).where('id', '=', came.user).execute();
      const target = await addLesson(11, ONLINE);
      const { body } = await book(came.id, target, came.user);
      portal.clock.now = new Date(stored.getTime() + 11 * DAY + 60_000);
      const lesson = (await portal.ops.teaching.getTaughtLesson({ id: target }, { as: people.helena })).body;
      const as = people.helena;
      expect(lesson.visitas).toEqual([expect.objectContaining({ id: body.id, situacao: null })]);
      const presencas = lesson.chamada.map(({ turma_aluno_id }) => ({
        turma_aluno_id,
        situacao: 'presente' as const,
      }));
      const record = (situacao: 'presente' | 'falta', id = body.id) =>
        portal.ops.teaching.recordAttendance({ id: target, presencas, visitas: [{ id, situacao }] }, { as });
      const points = async () =>
        (await db.selectFrom('point_balances').select('saldo').where('user_id', '=', came.user).executeTakeFirst())
          ?.saldo ?? 0;
      const state = async () => [(await one(came.id, came.missed, came.user))?.status, await points()];
      expect((await record('presente', 999_999)).status).toBe(422);
      expect(await points()).toBe(0);
      expect((await record('presente')).body.visitas).toEqual([{ ...lesson.visitas[0], situacao: 'presente' }]);
      const earned = await points();
      expect(earned).toBeGreaterThan(0);
      await record('presente');
      expect(await state()).toEqual(['reposta', earned]);
      await record('falta');
      expect(await state()).toEqual([expect.not.stringMatching('reposta'), 0]);
      await record('presente');
      expect(await state()).toEqual(['reposta', earned]);
      const lines = await db
        .selectFrom('audit_log')
        .select('action')
        .where('target', '=', `replacement:${body.id}`)
        .orderBy('id')
        .execute();
      expect(lines.map(({ action }) => action)).toEqual([
        'replacement-feita',
        'replacement-faltou',
        'replacement-feita',
      ]);
      // The office finds it recorded.
      const again = { ids: [body.id], presente: true };
      expect((await portal.ops.absences.recordReplacements(again, withKey({ as: people.helena }))).status).toBe(409);
      expect((await portal.ops.teaching.getTaughtLesson({ id: target }, { as: other.user })).status).not.toBe(200);
      portal.clock.now = stored;
    });
  });
});
