import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTodayOfClass } from '../../src/lib/contract/online-classes.ts';
import { getClass, listClasses } from '../../src/lib/contract/pedagogico.ts';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { instantIn } from '../../src/lib/rules/time/instants.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addUnit } from '../support/staff.ts';

const [HELENA, JULIA] = [7, 9];
const UNIT = 101;
const ZONE = 'America/Sao_Paulo';

describe.each(engines)('a student who left a class on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  let made = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    today = dayIn(ZONE, portal.school.now());
  });
  afterAll(() => portal.close());

  /** A class that has lessons every day, and one tonight. */
  const makeClass = async () => {
    made += 1;
    const body = {
      ...{ unidade_id: UNIT, nome: `Turma ${made}`, livro_id: 2, modalidade: 'online' as const, professor_id: JULIA },
      ...{ sala: null, inicio: shiftDay(today, 1), fim: shiftDay(today, 28), lugares: 9 },
      horarios: [{ dia_semana: weekdayOf(shiftDay(today, 2)), inicio: `0${made}:00`, fim: `0${made}:30` }],
    };
    const answer = await portal.ops.teaching.createClass(body, { as: HELENA });
    expect(answer.status, answer.body.detail).toBe(200);
    const { id, nome, aulas } = answer.body;
    const times = { inicio: instantIn(ZONE, today, '20:00'), fim: instantIn(ZONE, today, '21:00') };
    const tonight = aulas[0]?.id ?? 0;
    await portal.school.db.updateTable('aulas').set(times).where('id', '=', tonight).execute();
    await portal.school.db.updateTable('turmas').set({ status: 'ativa' }).where('id', '=', id).execute();
    return { id, nome, tonight };
  };
  const enroll = async (turma: number) => {
    const { id } = await addAccount(portal);
    await portal.ops.teaching.enrollStudents({ id: turma, ids: [id] }, withKey({ as: HELENA }));
    const { body: page } = await portal.ops.teaching.getSchoolClass({ id: turma }, { as: HELENA });
    return { id, enrollment: page.estudantes.find(({ user_id }) => user_id === id)?.turma_aluno_id ?? 0 };
  };
  const change = (id: number, body: object) => portal.ops.teaching.updateEnrollment({ id, ...body }, { as: HELENA });
  const feedOf = async (as: number) => {
    const { url } = (await portal.ops.onlineClasses.getFeedUrl({}, { as })).body;
    return (await portal.send('GET', new URL(url).pathname)).text();
  };

  /** Pages that still show a lesson of a class. */
  const shownIn = async (as: number, { id: turma, nome, tonight }: { id: number; nome: string; tonight: number }) => {
    const params = { id: turma };
    const [list, page, live, home, event, feed, attendance, sheet] = [
      (await portal.call(listClasses, { query: {} }, { as })).body.find(({ id }) => id === turma),
      (await portal.call(getClass, { params }, { as })).body,
      (await portal.call(getTodayOfClass, { params }, { as })).body,
      (await portal.ops.pedagogico.getToday({}, { as })).body,
      await portal.send('GET', `/api/v1/portal/calendar/lessons/${tonight}.ics`, {}, { as }),
      await feedOf(as),
      (await portal.ops.teaching.getTaughtLesson({ id: tonight }, { as: JULIA })).body,
      (await portal.ops.teaching.getGradeSheet(params, { as: JULIA })).body,
    ];
    const { full_name: name = '' } =
      (await portal.school.db.selectFrom('users').select('full_name').where('id', '=', as).executeTakeFirst()) ?? {};
    return {
      'list of classes': Boolean(list?.proxima_aula) || list?.status === 'ativa',
      class: page.aulas.length > 0 || Boolean(page.proxima_aula),
      'online class': Boolean(live.aula) || Boolean(live.proxima),
      home: home.agenda.lessons.some(({ turma_id }) => turma_id === turma),
      event: event.status === 200,
      calendar: feed.includes(nome),
      attendance: attendance.chamada.some(({ nome: each }) => each === name),
      'grade sheet': sheet.alunos.some(({ nome: each }) => each === name),
    };
  };
  const everywhere = (value: boolean) => ({
    ...{ 'list of classes': value, class: value, 'online class': value, home: value, event: value },
    ...{ calendar: value, attendance: value, 'grade sheet': value },
  });
  const titles = async (as: number) =>
    (await portal.ops.inbox.listNotices({ category: 'aula' }, { as })).body.items.map(({ title }) => title);

  it('TEACH-09 a paused student loses the lessons of the class, is notified, and gets them back later', async () => {
    const turma = await makeClass();
    const { id, enrollment } = await enroll(turma.id);
    expect(await shownIn(id, turma)).toEqual(everywhere(true));
    expect((await change(enrollment, { status: 'trancada' })).status).toBe(200);
    expect(await shownIn(id, turma)).toEqual(everywhere(false));
    expect(await titles(id)).toEqual([`Matrícula trancada: ${turma.nome}`]);
    expect((await change(enrollment, { status: 'ativa' })).status).toBe(200);
    expect(await shownIn(id, turma)).toEqual(everywhere(true));
    expect(await titles(id)).toContain(`Você está de novo na turma ${turma.nome}`);
  });

  it('a student who changed the class has only lessons of the new one, and is notified', async () => {
    const [from, to] = [await makeClass(), await makeClass()];
    const { id, enrollment } = await enroll(from.id);
    expect((await change(enrollment, { turma_id: to.id })).status).toBe(200);
    expect(await shownIn(id, from)).toEqual(everywhere(false));
    expect(await shownIn(id, to)).toEqual(everywhere(true));
    expect(await titles(id)).toEqual([`Sua turma agora é ${to.nome}`]);
  });

  it('a student who changed the unit loses the lessons of ended classes, and is notified', async () => {
    const unidade_id = await addUnit(portal, 'KNN Taquaral');
    const turma = await makeClass();
    const { id } = await enroll(turma.id);
    const body = { unidade_id, encerrar_turmas: true };
    expect((await portal.ops.students.moveStudent({ id, ...body }, { as: HELENA })).status).toBe(200);
    expect(await shownIn(id, turma)).toEqual(everywhere(false));
    expect(await titles(id)).toEqual(['Sua unidade agora é KNN Taquaral']);
  });

  it('started lessons stay with the student, and on their attendance records', async () => {
    const turma = await makeClass();
    const { id, enrollment } = await enroll(turma.id);
    const begun = { inicio: instantIn(ZONE, today, '10:00'), fim: instantIn(ZONE, today, '11:00') };
    await portal.school.db.updateTable('aulas').set(begun).where('id', '=', turma.tonight).execute();
    const later = await portal.school.db
      .selectFrom('aulas')
      .select('id')
      .where('turma_id', '=', turma.id)
      .where('id', '<>', turma.tonight)
      .orderBy('inicio')
      .executeTakeFirstOrThrow();
    const body = { aula_id: later.id, motivo: 'Viagem' };
    expect((await portal.ops.absences.reportAbsence({ id: enrollment, ...body }, { as: id })).status).toBe(200);
    await change(enrollment, { status: 'trancada' });
    const absences = (await portal.ops.absences.listAbsences({ id: enrollment }, { as: id })).body;
    expect([absences.proximas, absences.ausencias]).toEqual([[], []]);
    const { aulas } = (await portal.call(getClass, { params: { id: turma.id } }, { as: id })).body;
    expect(aulas.map((each) => each.id)).toEqual([turma.tonight]);
    const attendance = (await portal.ops.teaching.getTaughtLesson({ id: turma.tonight }, { as: JULIA })).body;
    expect(attendance.chamada.map(({ turma_aluno_id }) => turma_aluno_id)).toEqual([enrollment]);
  });
});
