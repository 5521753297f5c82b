import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTodayOfClass } from '../../src/lib/contract/online-classes.ts';
import { getClass } from '../../src/lib/contract/pedagogico.ts';
import type { ClassInput } from '../../src/lib/contract/teaching-classes.schema.ts';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { isNationalHoliday } from '../../src/lib/rules/time/holidays.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { clocksOf } from '../support/lesson-clocks.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const UNIT = 101;
const ZONE = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

describe.each(engines)('classes of the school on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // The clock is set so that midnight does not fall into the tests.
    portal.clock.now = noonOf(portal);
    today = dayIn(ZONE, portal.school.now());
    // Events before the first run of the jobs are not notified.
    await jobs();
  });
  beforeEach(() => portal.clock.advance(60_000));
  afterAll(() => portal.close());

  const jobs = () => portal.mails('nobody@escola.example');
  /** Tuesdays and Thursdays of the next eight weeks. */
  const input = (more: Partial<ClassInput> = {}): ClassInput => ({
    unidade_id: UNIT,
    nome: `Turma ${crypto.randomUUID().slice(0, 8)}`,
    livro_id: 2,
    modalidade: 'presencial',
    professor_id: JULIA,
    sala: 'Sala 9',
    inicio: shiftDay(today, 1),
    fim: shiftDay(today, 56),
    lugares: 3,
    // Most classes of these tests are at the same hour.
    mesmo_assim: true,
    horarios: [
      { dia_semana: 2, inicio: '10:00', fim: '11:30' },
      { dia_semana: 4, inicio: '10:00', fim: '11:30' },
    ],
    ...more,
  });
  const make = async (more: Partial<ClassInput> = {}, as = HELENA) => {
    const body = input(more);
    const answer = await portal.ops.teaching.createClass(body, { as });
    expect(answer.status, answer.body.detail).toBe(200);
    return { ...answer.body, input: body };
  };
  const read = async (id: number) => (await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA })).body;
  const lesson = async (id: number) => (await portal.ops.teaching.getSchoolLesson({ id }, { as: HELENA })).body;
  const lessonDays = (body: { aulas: { inicio: string }[] }) =>
    body.aulas.map(({ inicio }) => dayIn(ZONE, new Date(inicio)));
  const noticesOf = async (as: number, category = 'aula' as const) =>
    (await portal.ops.inbox.listNotices({ category, limit: 100 }, { as })).body.items;

  describe('creating a class', () => {
    it('a class is created with lessons on its weekdays, and none on a holiday', async () => {
      const year = Number(today.slice(0, 4)) + 1;
      const holiday = `${year}-04-21`;
      const made = await make({
        inicio: `${year}-04-01`,
        fim: `${year}-05-31`,
        horarios: [{ dia_semana: weekdayOf(holiday), inicio: '08:00', fim: '09:00' }],
      });
      const days = lessonDays(made);
      const weeks = Array.from({ length: 9 }, (_, week) => shiftDay(holiday, (week - 2) * 7));
      const inside = weeks.filter((day) => day >= `${year}-04-01` && day <= `${year}-05-31`);
      expect(days).toEqual(inside.filter((day) => !isNationalHoliday(day)));
      expect(days).not.toContain(holiday);
      expect(made.aulas.map(({ numero, titulo }) => [numero, titulo])).toEqual(
        days.map((_, index) => [index + 1, `Aula ${index + 1}`]),
      );
      expect(made).toMatchObject({ status: 'futura', professor: { id: JULIA }, alunos: 0 });
    });

    it('a class with data out of reach is refused with a message', async () => {
      const refused = async (more: Partial<ClassInput>, status: number, field?: string) => {
        const answer = await portal.ops.teaching.createClass(input(more), { as: HELENA });
        expect(answer.status, JSON.stringify(more)).toBe(status);
        expect(answer.body.detail).toMatch(/\w/);
        if (field) expect(Object.keys(answer.body.fields ?? {}).join()).toContain(field);
      };
      const { input: twin } = await make();
      await refused({ nome: twin.nome.toUpperCase() }, 409);
      await refused({ unidade_id: 103 }, 422, 'unidade_id');
      await refused({ livro_id: 999 }, 422, 'livro_id');
      await refused({ professor_id: ANA }, 422, 'professor_id');
      await refused({ horarios: [] }, 422, 'horarios');
      await refused({ fim: shiftDay(today, -1) }, 422, 'fim');
      await refused(
        {
          fim: shiftDay(today, 1),
          inicio: shiftDay(today, 1),
          horarios: [{ dia_semana: (weekdayOf(shiftDay(today, 1)) + 1) % 7, inicio: '10:00', fim: '11:00' }],
        },
        422,
        'horarios',
      );
      await refused({ link_reuniao: 'javascript:alert(1)' }, 422, 'link_reuniao');
      const [slot] = twin.horarios;
      await refused({ horarios: [slot as never, { ...(slot as object), fim: '12:00' } as never] }, 422, 'horarios');
    });

    it('only staff with the right create classes, in their units', async () => {
      const unit = await addUnit(portal, 'KNN Barão');
      const of = await addStaff(portal, { rights: ['turmas'], units: [unit] });
      expect((await portal.ops.teaching.createClass(input(), { as: of })).status).toBe(422);
      const own = await make({ unidade_id: unit }, of);
      expect((await portal.ops.teaching.getSchoolClass({ id: 1 }, { as: of })).status).toBe(404);
      expect((await portal.ops.teaching.listSchoolClasses({}, { as: of })).body.items.map(({ id }) => id)).toEqual([
        own.id,
      ]);
      expect((await portal.ops.teaching.getClassChoices({}, { as: of })).body.unidades.map(({ id }) => id)).toEqual([
        unit,
      ]);
      for (const as of [ANA, JULIA, await addStaff(portal, { rights: ['pedidos'] })]) {
        expect((await portal.ops.teaching.listSchoolClasses({}, { as })).status).toBe(403);
      }
    });
  });

  it('the list of classes is filtered by words, state and unit, and counts each state', async () => {
    const { nome, id } = await make();
    const { body } = await portal.ops.teaching.listSchoolClasses({ q: nome.slice(2).toUpperCase() }, { as: HELENA });
    expect(body.items.map((each) => each.id)).toEqual([id]);
    expect(body.contagens).toEqual({ [body.items[0]?.status ?? '']: 1, sem_professor: 0 });
    const over = await portal.ops.teaching.listSchoolClasses({ estado: 'ativa', unidade: UNIT }, { as: HELENA });
    expect(over.body.items.every(({ status, unidade }) => status === 'ativa' && unidade.id === UNIT)).toBe(true);
  });

  describe('a new timetable', () => {
    it('a new timetable has a preview, keeps unchanged lessons and renumbers', async () => {
      const made = await make();
      const [first] = made.aulas;
      const body = {
        ...made.input,
        horarios: [made.input.horarios[0] as never, { dia_semana: 5, inicio: '10:00', fim: '11:30' }],
      };
      const preview = await portal.ops.teaching.previewClass({ turma: made.id, ...body }, { as: HELENA });
      expect(preview.status, preview.body.detail).toBe(200);
      expect(preview.body.mudam.length).toBeGreaterThan(3);
      expect(await read(made.id)).toMatchObject({ aulas: made.aulas });
      const { body: after, status } = await portal.ops.teaching.updateClass({ id: made.id, ...body }, { as: HELENA });
      expect(status, after.detail).toBe(200);
      expect(new Set(lessonDays(after).map(weekdayOf))).toEqual(new Set([2, 5]));
      expect(after.aulas.map(({ numero }) => numero)).toEqual(after.aulas.map((_, index) => index + 1));
      expect(after.aulas.map(({ titulo }) => titulo)).toEqual(after.aulas.map((_, index) => `Aula ${index + 1}`));
      const stored = after.aulas.find(({ id }) => id === first?.id);
      if (weekdayOf(dayIn(ZONE, new Date(first?.inicio ?? ''))) === 2) expect(stored?.inicio_previsto).toBeNull();
      const moved = after.aulas.filter(({ inicio_previsto }) => inicio_previsto !== null);
      expect(moved).toHaveLength(preview.body.mudam.length);
    });

    it('a new timetable keeps started lessons, deletes empty ones and cancels prepared ones', async () => {
      const { db, now } = portal.school;
      const made = await make();
      const [begun, , prepared] = made.aulas;
      const past = { inicio: new Date(now().getTime() - DAY_MS).toISOString(), fim: now().toISOString() };
      await db
        .updateTable('aulas')
        .set(past)
        .where('id', '=', begun?.id ?? 0)
        .execute();
      const last = made.aulas.at(-1);
      await db
        .updateTable('aulas')
        .set({ licao_de_casa: 'p. 9' })
        .where('id', '=', last?.id ?? 0)
        .execute();
      const body = { ...made.input, fim: dayIn(ZONE, new Date(prepared?.inicio ?? '')) };
      const { body: after } = await portal.ops.teaching.updateClass({ id: made.id, ...body }, { as: HELENA });
      expect(after.aulas.find(({ id }) => id === begun?.id)).toMatchObject(past);
      expect(after.aulas.find(({ id }) => id === last?.id)?.cancelada).toBe(true);
      expect(after.aulas.filter(({ cancelada }) => !cancelada).length).toBeLessThan(5);
    });

    it('an online class asks for presence in each lesson, and its link opens for students', async () => {
      const { db, now } = portal.school;
      const made = await make({ modalidade: 'online', link_reuniao: 'https://aula.example/turma' });
      const asks = () =>
        db
          .selectFrom('turma_atividades')
          .select('aula_id')
          .where('turma_id', '=', made.id)
          .where('tipo', '=', 'presenca')
          .execute();
      expect(await asks()).toHaveLength(made.aulas.length);
      await portal.ops.teaching.enrollStudents({ id: made.id, ids: [ANA] }, withKey({ as: HELENA }));
      const soon = {
        inicio: new Date(now().getTime() + 60_000).toISOString(),
        fim: new Date(now().getTime() + 3_600_000).toISOString(),
      };
      await db
        .updateTable('aulas')
        .set(soon)
        .where('id', '=', made.aulas[0]?.id ?? 0)
        .execute();
      const { body } = await portal.call(getTodayOfClass, { params: { id: made.id } }, { as: ANA });
      expect(body.aula ?? body.proxima).toMatchObject({ link_reuniao: 'https://aula.example/turma' });
      const inRoom = { ...made.input, modalidade: 'presencial' as const };
      await portal.ops.teaching.updateClass({ id: made.id, ...inRoom }, { as: HELENA });
      expect((await asks()).length).toBeLessThanOrEqual(1);
    });
  });

  describe('a lesson', () => {
    const at = (days: number, hour: string) => `${shiftDay(today, days)}T${hour}:00.000Z`;

    it('a moved lesson is notified once, and calendars of students follow', async () => {
      const made = await make({ professor_id: null });
      const { id: student } = await addAccount(portal);
      await portal.ops.teaching.enrollStudents({ id: made.id, ids: [student] }, withKey({ as: HELENA }));
      const id = made.aulas[1]?.id ?? 0;
      // Before daybreak nobody of the demo gives a lesson, on whatever day that is.
      const body = { inicio: at(60, '08:00'), fim: at(60, '09:00'), professor_id: JULIA, sala: 'Auditório' };
      const { inicio, fim, ...rest } = body;
      const { body: answer, status } = await portal.ops.teaching.updateLessons(
        { ids: [id], ...clocksOf({ inicio, fim }), ...rest },
        withKey({ as: HELENA }),
      );
      expect(status, answer.detail).toBe(200);
      expect(await lesson(id)).toMatchObject({
        inicio: body.inicio,
        inicio_previsto: made.aulas[1]?.inicio,
        substituto: { id: JULIA },
        sala: 'Auditório',
      });
      await jobs();
      await jobs();
      const notified = (await noticesOf(student)).filter(({ title }) => title.startsWith('Aula remarcada'));
      expect(notified).toHaveLength(1);
      const own = await portal.call(getClass, { params: { id: made.id } }, { as: student });
      expect(own.body.aulas.find((each) => each.id === id)).toMatchObject({
        inicio: body.inicio,
        remarcada_de: made.aulas[1]?.inicio,
        substituto: 'Júlia Castro',
        sala: 'Auditório',
      });
    });

    it('a lesson is cancelled and notified once, and can be restored', async () => {
      const made = await make();
      const { id: student } = await addAccount(portal);
      await portal.ops.teaching.enrollStudents({ id: made.id, ids: [student] }, withKey({ as: HELENA }));
      const id = made.aulas[2]?.id ?? 0;
      const change = (body: object) =>
        portal.ops.teaching.updateLessons({ ids: [id], ...body }, withKey({ as: HELENA }));
      const cancelled = await change({ cancelada: true, motivo: 'Chuva' });
      expect((await lesson(id)).cancelada).toBe(true);
      expect((await change({ cancelada: true })).status).toBe(409);
      await jobs();
      await jobs();
      expect((await noticesOf(student)).filter(({ title }) => title.startsWith('Aula cancelada'))).toHaveLength(1);
      expect((await change({ sala: 'X' })).status).toBe(409);
      await change({ cancelada: false, mesmo_assim: true });
      expect((await lesson(id)).cancelada).toBe(false);
      // The lesson was restored: there is nothing to undo.
      const late = await portal.ops.teaching.undoLessons({ desfazer: cancelled.body.desfazer ?? '' }, { as: HELENA });
      expect(late.status === 409 || late.body.ids.length === 0).toBe(true);
    });

    it('a lesson is refused in the past, at an occupied time, with a foreign teacher, or without an end', async () => {
      const made = await make();
      const [one, two] = made.aulas;
      const send = async (body: object, id = one?.id ?? 0) =>
        (await portal.ops.teaching.updateLessons({ ids: [id], ...body }, withKey({ as: HELENA }))).status;
      expect(await send(clocksOf({ inicio: at(-2, '12:00'), fim: at(-2, '13:00') }))).toBe(422);
      expect(await send(clocksOf({ inicio: at(3, '13:00'), fim: at(3, '12:00') }))).toBe(422);
      expect(await send({ dia: shiftDay(today, 3), hora_inicio: '13:00' })).toBe(422);
      expect(await send(clocksOf({ inicio: two?.inicio ?? '', fim: two?.fim ?? '' }))).toBe(409);
      expect(await send({ professor_id: ANA })).toBe(422);
      const made2 = clocksOf({ inicio: two?.inicio ?? '', fim: two?.fim ?? '' });
      expect((await portal.ops.teaching.addLesson({ id: made.id, ...made2 }, { as: HELENA })).status).toBe(409);
      const hour = clocksOf({ inicio: at(70, '12:00'), fim: at(70, '13:00') });
      const extra = { ...hour, titulo: 'Reposição', mesmo_assim: true };
      const { body } = await portal.ops.teaching.addLesson({ id: made.id, ...extra }, { as: HELENA });
      expect(body).toMatchObject({ titulo: 'Reposição', numero: made.aulas.length + 1 });
      const foreign = await addStaff(portal, { company: 103, rights: ['turmas'] });
      const cancel = { ids: [one?.id ?? 0], cancelada: true };
      expect((await portal.ops.teaching.updateLessons(cancel, withKey({ as: foreign }))).status).toBe(404);
    });
  });

  describe('students', () => {
    it('students are enrolled while there are places; the last place is given once', async () => {
      const made = await make({ lugares: 2 });
      const some = await Promise.all([1, 2, 3].map(() => addAccount(portal)));
      const put = (ids: number[]) =>
        portal.ops.teaching.enrollStudents({ id: made.id, ids: ids }, withKey({ as: HELENA }));
      await put([some[0]?.id ?? 0, some[0]?.id ?? 0]);
      expect((await read(made.id)).alunos).toBe(1);
      const both = await Promise.all([put([some[1]?.id ?? 0]), put([some[2]?.id ?? 0])]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const stranger = await addAccount(portal, { company: 103 });
      expect((await put([stranger.id])).status).toBe(422);
    });

    it('students move to another class, leave and return, with their dates', async () => {
      const [from, to] = [await make(), await make()];
      const { id } = await addAccount(portal);
      await portal.ops.teaching.enrollStudents({ id: from.id, ids: [id] }, withKey({ as: HELENA }));
      const enrollment = (await read(from.id)).estudantes[0]?.turma_aluno_id ?? 0;
      const change = (change: object, of = enrollment) =>
        portal.ops.teaching.updateEnrollment({ id: of, ...change }, { as: HELENA });
      expect((await change({})).status).toBe(422);
      expect((await change({ turma_id: from.id })).status).toBe(409);
      const moved = await change({ turma_id: to.id });
      expect(moved.body).toMatchObject({ turma_id: to.id, status: 'ativa' });
      expect((await read(from.id)).estudantes).toMatchObject([{ status: 'trancada', ate: shiftDay(today, -1) }]);
      expect((await read(to.id)).estudantes).toMatchObject([{ status: 'ativa', desde: today, ate: null }]);
      expect((await change({ status: 'trancada' }, moved.body.turma_aluno_id)).body.status).toBe('trancada');
      expect((await read(to.id)).alunos).toBe(0);
      expect((await change({ status: 'ativa' }, moved.body.turma_aluno_id)).body.status).toBe('ativa');
    });
  });

  describe('closed days', () => {
    it('closed days leave lessons out, name existing ones, and can be removed', async () => {
      const made = await make();
      const day = lessonDays(made)[2] ?? '';
      const body = { dia: day, nome: 'Dia da escola', unidade_id: null };
      const { body: named, status } = await portal.ops.teaching.addClosedDay(body, { as: HELENA });
      expect(status, named.detail).toBe(200);
      expect(named.aulas.map(({ id }) => id)).toContain(made.aulas[2]?.id);
      expect((await portal.ops.teaching.addClosedDay(body, { as: HELENA })).status).toBe(409);
      const other = await make();
      expect(lessonDays(other)).not.toContain(day);
      const preview = await portal.ops.teaching.previewClass({ ...input() }, { as: HELENA });
      expect(preview.body.sem_aula).toContainEqual({ dia: day, motivo: 'Dia da escola' });
      expect(
        (await portal.ops.teaching.listClosedDays({ limit: 100 }, { as: HELENA })).body.items.map(({ dia }) => dia),
      ).toContain(day);
      const ofUnit = await addStaff(portal, { rights: ['turmas'], units: [UNIT] });
      expect((await portal.ops.teaching.removeClosedDay({ id: named.id }, { as: ofUnit })).status).toBe(403);
      expect((await portal.ops.teaching.addClosedDay({ ...body, nome: 'X' }, { as: ofUnit })).status).toBe(403);
      expect((await portal.ops.teaching.removeClosedDay({ id: named.id }, { as: HELENA })).status).toBe(200);
      expect(lessonDays(await make())).toContain(day);
    });
  });

  it('classes start and end on their dates, and can be ended manually', async () => {
    const { db } = portal.school;
    const made = await make();
    await db.updateTable('turmas').set({ inicio: today }).where('id', '=', made.id).execute();
    await jobs();
    expect((await read(made.id)).status).toBe('ativa');
    const state = async (status: 'ativa' | 'trancada' | 'concluida') =>
      (await portal.ops.teaching.updateClasses({ ids: [made.id], status }, withKey({ as: HELENA }))).status;
    expect(await state('trancada')).toBe(200);
    expect(await state('trancada')).toBe(409);
    expect(await state('ativa')).toBe(200);
    await db
      .updateTable('turmas')
      .set({ fim: shiftDay(today, -1) })
      .where('id', '=', made.id)
      .execute();
    await jobs();
    expect((await read(made.id)).status).toBe('concluida');
    expect(await state('ativa')).toBe(409);
  });

  it('acts of staff are readable sentences in the log', async () => {
    const lines = await newestLines(portal);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap((entry) => rawIn(entry).map((raw) => [entry.acao, raw]))).toEqual([]);
  });
});
