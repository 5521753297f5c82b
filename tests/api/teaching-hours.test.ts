import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadTeachingHours } from '../../src/lib/contract/teaching.ts';
import { instantIn } from '../../src/lib/rules/time/instants.ts';
import { addClass } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher, addUnit } from '../support/staff.ts';

const ANA = 1;
const ZONE = 'America/Sao_Paulo';

describe.each(engines)('the hours of teachers on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = new Date('2031-05-20T15:00:00.000Z');
  });
  afterAll(() => portal.close());

  it('hours are counted for lessons given in a month, by the teacher who gave them', async () => {
    const { db } = portal.school;
    const unit = await addUnit(portal, 'KNN Horas');
    const office = await addStaff(portal, { company: unit, units: [unit], rights: ['turmas'] });
    const [own, substitute] = [await addTeacher(portal), await addTeacher(portal)];
    const { turma } = await addClass(portal, ANA);
    const of = { company_id: unit, professor_user_id: own };
    await db.updateTable('turmas').set(of).where('id', '=', turma).execute();
    await db.deleteFrom('aulas').where('turma_id', '=', turma).execute();
    const at = portal.clock.now.toISOString();
    const lessons: [day: string, from: string, until: string, more?: object][] = [
      ['2031-05-02', '18:00', '19:30', { chamada_em: at }],
      ['2031-05-05', '18:00', '19:00'],
      ['2031-05-06', '18:00', '19:00', { professor_user_id: substitute }],
      ['2031-05-07', '18:00', '19:00', { cancelada_em: at }],
      // Lessons in the first minutes of May and of June, and a future one.
      ['2031-04-30', '23:30', '23:50'],
      ['2031-05-25', '18:00', '19:00'],
    ];
    for (const [at, [day, from, until, more]] of lessons.entries()) {
      await db
        .insertInto('aulas')
        .values({
          ...{ turma_id: turma, numero: at + 1, titulo: `Aula ${at + 1}`, tipo: 'presencial' as const },
          ...{ inicio: instantIn(ZONE, day, from), fim: instantIn(ZONE, day, until) },
          ...more,
        })
        .execute();
    }
    const read = async (query: object = {}, as = office) =>
      (await portal.ops.teaching.listTeachingHours(query, { as })).body;
    const { items, mes, total } = await read();
    expect([mes, total]).toEqual(['2031-05', 2]);
    expect(items.find(({ id }) => id === own)).toMatchObject({
      ...{ aulas: 2, minutos: 150, substituicoes: 0, sem_chamada: 1, semana: '2031-05-05', unidade: null },
    });
    expect(items.find(({ id }) => id === substitute)).toMatchObject({ aulas: 1, minutos: 60, substituicoes: 1 });
    const first = await read({ limit: 1 });
    const second = await read({ limit: 1, depois: first.next ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(second.next).toBeNull();
    expect((await read({ mes: '2031-04' })).items).toMatchObject([{ id: own, minutos: 20 }]);
    expect((await read({ mes: '2031-06' })).items).toEqual([]);
    expect((await portal.ops.teaching.listTeachingHours({ mes: '2031-13' }, { as: office })).status).toBe(422);
    expect((await portal.ops.teaching.listTeachingHours({}, { as: own })).status).toBe(403);
    const foreign = await addStaff(portal, { company: 103, rights: ['turmas'] });
    expect((await read({}, foreign)).items.map(({ id }) => id)).not.toContain(own);
    const address = `/api/v1/${downloadTeachingHours.path}?mes=2031-05`;
    const file = await portal.send('GET', address, {}, { as: office });
    expect(file.status).toBe(200);
    expect(await file.text()).toMatch(/;2;2,50;0;1/);
    expect((await portal.send('GET', address, {}, { as: own })).status).toBe(403);
  });

  const HELENA = 7;
  /** A class with a past and a future lesson. */
  const giveLessons = async (professor_user_id: number, days: readonly string[]) => {
    const { db } = portal.school;
    const { turma } = await addClass(portal, ANA);
    await db.updateTable('turmas').set({ company_id: 101, professor_user_id }).where('id', '=', turma).execute();
    await db.deleteFrom('aulas').where('turma_id', '=', turma).execute();
    for (const [at, day] of days.entries())
      await db
        .insertInto('aulas')
        .values({
          ...{ turma_id: turma, numero: at + 1, titulo: `Aula ${at + 1}`, tipo: 'presencial' as const },
          ...{ inicio: instantIn(ZONE, day, '18:00'), fim: instantIn(ZONE, day, '19:00') },
        })
        .execute();
    return turma;
  };
  const hoursOf = async (id: number) =>
    (await portal.ops.teaching.listTeachingHours({ mes: '2031-05', limit: 100 }, { as: HELENA })).body.items.find(
      (each) => each.id === id,
    );

  it('hours stay with the former teacher when another teacher, or nobody, takes the class over', async () => {
    const [before, heir] = [await addTeacher(portal), await addTeacher(portal)];
    const handed = await giveLessons(before, ['2031-05-06', '2031-05-13', '2031-05-27']);
    const changed = await giveLessons(before, ['2031-05-07']);
    const left = await giveLessons(before, ['2031-05-08']);
    const turmas = [
      { id: handed, professor_id: heir },
      { id: left, professor_id: null },
    ];
    const body = { id: before, turmas, aulas: [], mesmo_assim: true };
    expect((await portal.ops.people.handOverClasses(body, { as: HELENA })).status).toBe(200);
    const input = {
      ...{ id: changed, unidade_id: 101, nome: `Turma ${changed}`, livro_id: 2, modalidade: 'presencial' as const },
      ...{ professor_id: heir, sala: null, link_reuniao: null, lugares: 9, mesmo_assim: true },
      ...{ inicio: '2031-05-01', fim: '2031-06-30', horarios: [{ dia_semana: 2, inicio: '06:00', fim: '07:00' }] },
    };
    expect((await portal.ops.teaching.updateClass(input, { as: HELENA })).status).toBe(200);
    expect(await hoursOf(before)).toMatchObject({ aulas: 4, minutos: 240, substituicoes: 0 });
    expect(await hoursOf(heir)).toBeUndefined();
  });

  it('a past lesson shows its former teacher, on its page and on the home', async () => {
    const { db } = portal.school;
    const [before, heir] = [await addTeacher(portal), await addTeacher(portal)];
    const turma = await giveLessons(before, ['2031-05-19', '2031-05-29']);
    const body = { id: before, turmas: [{ id: turma, professor_id: heir }], aulas: [], mesmo_assim: true };
    expect((await portal.ops.people.handOverClasses(body, { as: HELENA })).status).toBe(200);
    const people = await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', [before, heir]).execute();
    const nameOf = (id: number) => people.find((each) => each.id === id)?.full_name;
    const lessons = await db.selectFrom('aulas').select('id').where('turma_id', '=', turma).orderBy('numero').execute();
    const [given, coming] = lessons.map(({ id }) => id);
    const read = async (id = 0) => (await portal.ops.teaching.getTaughtLesson({ id }, { as: HELENA })).body;
    expect(await read(given)).toMatchObject({ professor: nameOf(before), substituto: null });
    expect(await read(coming)).toMatchObject({ professor: nameOf(heir) });
    const now = portal.clock.now;
    const namedOn = async (day: string, id: number | undefined) => {
      portal.clock.now = new Date(`${day}T23:30:00.000Z`);
      const { aulas } = (await portal.ops.panel.getPanelHome({}, { as: HELENA })).body;
      return aulas?.find((each) => each.id === id)?.professor;
    };
    expect(await namedOn('2031-05-19', given)).toBe(nameOf(before));
    expect(await namedOn('2031-05-29', coming)).toBe(nameOf(heir));
    portal.clock.now = now;
  });

  it('hours omit lessons after a class was paused, unless their attendance was recorded', async () => {
    const { db } = portal.school;
    const teacher = await addTeacher(portal);
    const turma = await giveLessons(teacher, ['2031-05-19', '2031-05-21', '2031-05-22']);
    const old = await giveLessons(teacher, ['2031-05-19']);
    await db.updateTable('turmas').set({ status: 'trancada' }).where('id', '=', old).execute();
    const pause = { ids: [turma], status: 'trancada' as const };
    expect((await portal.ops.teaching.updateClasses(pause, withKey({ as: HELENA }))).status).toBe(200);
    const now = portal.clock.now;
    portal.clock.now = new Date('2031-05-25T15:00:00.000Z');
    expect(await hoursOf(teacher)).toMatchObject({ aulas: 1 });
    const attendance = { chamada_em: portal.clock.now.toISOString() };
    await db.updateTable('aulas').set(attendance).where('turma_id', '=', turma).where('numero', '=', 2).execute();
    expect(await hoursOf(teacher)).toMatchObject({ aulas: 2, sem_chamada: 1 });
    portal.clock.now = now;
  });

  it('a class teacher who gives the lesson does not count as a substitute', async () => {
    const [teacher, other] = [await addTeacher(portal), await addTeacher(portal)];
    const turma = await giveLessons(teacher, ['2031-05-12']);
    const { id } = await portal.school.db
      .selectFrom('aulas')
      .select('id')
      .where('turma_id', '=', turma)
      .executeTakeFirstOrThrow();
    for (const professor_id of [other, teacher]) {
      const body = { ids: [id], professor_id, mesmo_assim: true };
      expect(
        (await portal.ops.teaching.updateLessons(body, withKey({ as: HELENA }))).body.itens[0]?.problema,
      ).toBeNull();
    }
    expect((await portal.ops.teaching.getSchoolLesson({ id }, { as: HELENA })).body.substituto).toBeNull();
    expect(await hoursOf(teacher)).toMatchObject({ aulas: 1, substituicoes: 0 });
  });
});
