import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { clocksOf } from '../support/lesson-clocks.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff } from '../support/staff.ts';

const [HELENA, JULIA] = [7, 9];
const UNIT = 101;
const ZONE = 'America/Sao_Paulo';

describe.each(engines)('what the office takes back on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // The clock is set so that midnight does not fall into the tests.
    portal.clock.now = noonOf(portal);
    today = dayIn(ZONE, portal.school.now());
    await portal.mails('nobody@escola.example');
  });
  beforeEach(() => portal.clock.advance(60_000));
  afterAll(() => portal.close());

  const make = async (more: object = {}) => {
    const body = {
      ...{ unidade_id: UNIT, nome: `Turma ${crypto.randomUUID().slice(0, 8)}`, livro_id: 2, professor_id: JULIA },
      ...{ modalidade: 'presencial' as const, sala: 'Sala 9', inicio: shiftDay(today, 1), fim: shiftDay(today, 56) },
      ...{ lugares: 3, mesmo_assim: true },
      horarios: [
        { dia_semana: 2, inicio: '10:00', fim: '11:30' },
        { dia_semana: 4, inicio: '10:00', fim: '11:30' },
      ],
      ...more,
    };
    const answer = await portal.ops.teaching.createClass(body, { as: HELENA });
    expect(answer.status, answer.body.detail).toBe(200);
    return answer.body;
  };
  const read = async (id: number) => (await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA })).body;
  const lesson = async (id: number) => (await portal.ops.teaching.getSchoolLesson({ id }, { as: HELENA })).body;
  const noticesOf = async (as: number, category = 'aula' as const) =>
    (await portal.ops.inbox.listNotices({ category, limit: 100 }, { as })).body.items;
  const at = (days: number, hour: string) => `${shiftDay(today, days)}T${hour}:00.000Z`;

  it('an undo restores a lesson after any change, with a notice of the former time', async () => {
    const made = await make();
    const { id: student } = await addAccount(portal);
    await portal.ops.teaching.enrollStudents({ id: made.id, ids: [student] }, withKey({ as: HELENA }));
    const ids = [made.aulas[3]?.id ?? 0, made.aulas[4]?.id ?? 0];
    const before = await Promise.all(ids.map(lesson));
    const act = async (body: object, of = ids) =>
      (await portal.ops.teaching.updateLessons({ ids: of, ...body }, withKey({ as: HELENA }))).body.desfazer ?? '';
    const undo = async (desfazer: string, as = HELENA) => await portal.ops.teaching.undoLessons({ desfazer }, { as });
    const cancelled = await act({ cancelada: true });
    expect((await undo(cancelled, await addStaff(portal, { rights: ['turmas'] }))).status).toBe(409);
    expect((await undo(cancelled)).body.ids).toEqual(ids);
    const titles = async (begin: string) =>
      (await noticesOf(student)).filter(({ title }) => title.startsWith(begin)).length;
    expect([await titles('Aula cancelada'), await titles('Vai ter aula')]).toEqual([2, 2]);
    // Cancelling one of them again notifies again, and so does restoring it in another way.
    portal.clock.advance(1000);
    await act({ cancelada: true }, ids.slice(0, 1));
    await act({ cancelada: false, mesmo_assim: true }, ids.slice(0, 1));
    expect([await titles('Aula cancelada'), await titles('Vai ter aula')]).toEqual([3, 3]);
    const hour = clocksOf({ inicio: at(61, '08:00'), fim: at(61, '09:00') });
    const moved = await act({ ...hour, sala: 'Auditório' }, ids.slice(0, 1));
    await undo(moved);
    expect((await undo(moved)).body.ids).toEqual([]);
    expect(await Promise.all(ids.map(lesson))).toEqual(before);
    const notified = (await noticesOf(student)).filter(({ title }) => title.startsWith('Aula remarcada'));
    expect(notified).toHaveLength(2);
  });

  it('a lesson that a new timetable removed meanwhile does not block the undo of others', async () => {
    const made = await make();
    const ids = [made.aulas[3]?.id ?? 0, made.aulas[4]?.id ?? 0];
    const act = { ids, sala: 'Auditório', mesmo_assim: true };
    const { desfazer } = (await portal.ops.teaching.updateLessons(act, withKey({ as: HELENA }))).body;
    const { db } = portal.school;
    await db
      .deleteFrom('turma_atividades')
      .where('aula_id', '=', ids[0] ?? 0)
      .execute();
    await db
      .deleteFrom('aulas')
      .where('id', '=', ids[0] ?? 0)
      .execute();
    const undone = await portal.ops.teaching.undoLessons({ desfazer: desfazer ?? '' }, { as: HELENA });
    expect(undone.body.ids).toEqual(ids.slice(1));
  });

  it('several students are enrolled individually, and the same person can undo it', async () => {
    const made = await make({ lugares: 2 });
    const stranger = await addAccount(portal, { company: 103 });
    const [first, second] = [await addAccount(portal), await addAccount(portal)];
    const third = await addAccount(portal, { full_name: 'Zoé Tardia' });
    const ids = [stranger.id, first.id, second.id, third.id];
    const { body } = await portal.ops.teaching.enrollStudents({ id: made.id, ids }, withKey({ as: HELENA }));
    expect(body.itens.map(({ problema }) => problema)).toEqual([
      expect.stringContaining('na sua escola'),
      null,
      null,
      expect.stringContaining('não tem mais lugar'),
    ]);
    // Students who were not enrolled are named, but nobody of another school.
    expect(body.itens.map(({ nome }) => nome)).toEqual([undefined, undefined, undefined, 'Zoé Tardia']);
    const undo = (as: number) => portal.ops.teaching.undoEnrollments({ desfazer: body.desfazer ?? '' }, { as });
    expect((await undo(await addStaff(portal, { rights: ['turmas'] }))).status).toBe(409);
    // Students with records in the class stay.
    const [stored] = (await read(made.id)).estudantes;
    const attendance = {
      aula_id: made.aulas[0]?.id ?? 0,
      turma_aluno_id: stored?.turma_aluno_id ?? 0,
      status: 'presente' as const,
    };
    await portal.school.db.insertInto('presencas').values(attendance).execute();
    const left = stored?.user_id === first.id ? second.id : first.id;
    expect((await undo(HELENA)).body.ids).toEqual([left]);
    expect((await read(made.id)).estudantes.map(({ user_id }) => user_id)).toEqual([stored?.user_id]);
    expect((await undo(HELENA)).body.ids).toEqual([]);
  });

  it('the state of each class is undone separately', async () => {
    const made = await make();
    const other = await make();
    const ids = [other.id, made.id];
    const pause = await portal.ops.teaching.updateClasses({ ids, status: 'trancada' }, withKey({ as: HELENA }));
    const undo = () => portal.ops.teaching.undoClasses({ desfazer: pause.body.desfazer ?? '' }, { as: HELENA });
    expect((await undo()).body.ids.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect((await read(other.id)).status).toBe('futura');
    expect((await undo()).body.ids).toEqual([]);
  });
});
