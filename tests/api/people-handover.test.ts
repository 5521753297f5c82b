import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff, addTeacher } from '../support/staff.ts';

const [ANA, HELENA] = [1, 7];

describe.each(engines)('a teacher who leaves on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  let made = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    today = dayIn('America/Sao_Paulo', portal.school.now());
  });
  afterAll(() => portal.close());

  const makeClass = async (professor_id: number | null) => {
    made += 1;
    const body = {
      ...{ unidade_id: 101, nome: `Turma ${made}`, livro_id: 2, modalidade: 'presencial' as const, professor_id },
      ...{ sala: null, link_reuniao: null, inicio: shiftDay(today, 1), fim: shiftDay(today, 21), lugares: 3 },
      horarios: [{ dia_semana: weekdayOf(shiftDay(today, 3)), inicio: '10:00', fim: '11:00' }],
      mesmo_assim: true,
    };
    return (await portal.ops.teaching.createClass(body, { as: HELENA })).body;
  };
  const end = (id: number) => portal.ops.people.endUserRole({ id, papel: 'professor' }, { as: HELENA });
  const duties = async (id: number) => (await portal.ops.people.getTeachingDuties({ id }, { as: HELENA })).body;
  const handOver = (id: number, body: object, as = HELENA) =>
    portal.ops.people.handOverClasses({ id, turmas: [], aulas: [], ...body }, { as });
  const teacherOf = async (id: number) =>
    (await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA })).body.professor?.id ?? null;
  /** The counter of the home, and the list that it opens. */
  const teacherless = async () => {
    const { espera } = (await portal.ops.panel.getPanelHome({}, { as: HELENA })).body;
    const query = { sem_professor: '1', limit: 50, offset: 0 };
    const { body } = await portal.ops.teaching.listSchoolClasses(query as never, { as: HELENA });
    const counted = espera.find(({ tipo }) => tipo === 'sem_professor')?.quantos ?? 0;
    expect(body.total).toBe(counted);
    expect(body.contagens.sem_professor).toBe(counted);
    return body.items.map(({ id }) => id);
  };

  it('a role ends together with a handover of its classes, not for oneself, and not while a class lacks a teacher', async () => {
    const [leaving, other] = [await addTeacher(portal), await addTeacher(portal)];
    const own = await makeClass(leaving);
    const endWork = (body: object = {}, { id = leaving, as = HELENA } = {}) =>
      portal.ops.people.endWork({ id, turmas: [], aulas: [], ...body }, { as });
    expect(await endWork()).toMatchObject({ status: 409, body: { code: 'still_teaches' } });
    expect((await endWork({ turmas: [{ id: own.id, professor_id: leaving }] })).status).toBe(422);
    expect((await portal.ops.people.endWork({ id: leaving, turmas: [], aulas: [] })).status).toBe(401);
    expect((await endWork({}, { as: ANA })).status).toBe(403);
    expect((await endWork({}, { id: HELENA })).status).toBe(403);
    expect((await endWork({}, { id: ANA })).status).toBe(404);
    expect((await endWork({ turmas: [{ id: own.id, professor_id: other }], mesmo_assim: true })).status).toBe(200);
    expect(await teacherOf(own.id)).toBe(other);
    expect((await portal.ops.people.getTeamMember({ id: leaving }, { as: HELENA })).status).toBe(404);
  });

  it('TEACH-13 a teacher keeps the role until all classes and lessons are handed over', async () => {
    const [leaving, other, absent] = [await addTeacher(portal), await addTeacher(portal), await addTeacher(portal)];
    const [stored, open, foreign] = [await makeClass(leaving), await makeClass(leaving), await makeClass(absent)];
    const lesson = foreign.aulas[0]?.id ?? 0;
    const substitute = { ids: [lesson], professor_id: leaving, mesmo_assim: true };
    expect((await portal.ops.teaching.updateLessons(substitute, withKey({ as: HELENA }))).status).toBe(200);
    const refused = await end(leaving);
    expect(refused).toMatchObject({ status: 409, body: { code: 'still_teaches' } });
    for (const name of [stored.nome, open.nome, foreign.nome]) expect(refused.body.detail).toContain(name);
    const before = await duties(leaving);
    expect(before.turmas.map(({ id }) => id)).toEqual([stored.id, open.id]);
    expect(before.aulas.map(({ id }) => id)).toEqual([lesson]);
    expect(before.professores.map(({ id }) => id)).toEqual(expect.arrayContaining([other, absent]));
    expect(before.professores.map(({ id }) => id)).not.toContain(leaving);
    const body = {
      turmas: [
        { id: stored.id, professor_id: other },
        { id: open.id, professor_id: null },
      ],
      aulas: [{ id: lesson, professor_id: null }],
    };
    expect((await handOver(leaving, body)).body).toMatchObject({ turmas: [], aulas: [] });
    expect((await handOver(leaving, body)).status).toBe(200);
    expect((await end(leaving)).status).toBe(200);
    expect(await teacherOf(stored.id)).toBe(other);
    expect(await teacherOf(open.id)).toBeNull();
    const notified = await portal.ops.inbox.listNotices({ category: 'aviso' }, { as: other });
    expect(notified.body.items.map(({ body: words }) => words).join()).toContain(stored.nome);
    const listed = await teacherless();
    expect(listed).toContain(open.id);
    expect(listed).not.toContain(stored.id);
  });

  it('a class whose teacher was blocked counts as one without a teacher', async () => {
    const teacher = await addTeacher(portal);
    const { id } = await makeClass(teacher);
    expect(await teacherless()).not.toContain(id);
    const block = { id: teacher, bloqueado: true };
    expect((await portal.ops.people.setUserBlock(block, { as: HELENA })).status).toBe(200);
    expect(await teacherless()).toContain(id);
  });

  it('a class goes only to a teacher, and to one with a clash only after confirmation', async () => {
    const [leaving, busy] = [await addTeacher(portal), await addTeacher(portal)];
    const { id } = await makeClass(leaving);
    await makeClass(busy);
    expect((await handOver(leaving, { turmas: [{ id, professor_id: ANA }] })).status).toBe(422);
    expect((await handOver(leaving, { turmas: [{ id, professor_id: leaving }] })).status).toBe(422);
    expect((await handOver(leaving, { turmas: [{ id, professor_id: busy }] })).body.code).toBe('clash');
    expect(await teacherOf(id)).toBe(leaving);
    const foreign = await addStaff(portal, { company: 103 });
    expect((await handOver(leaving, { turmas: [{ id, professor_id: null }] }, foreign)).status).toBe(404);
    const knowing = { turmas: [{ id, professor_id: busy }], mesmo_assim: true };
    expect((await handOver(leaving, knowing)).status).toBe(200);
    expect(await teacherOf(id)).toBe(busy);
  });
});
