import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mondayOf, shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { instantIn } from '../../src/lib/rules/time/instants.ts';
import { addClass } from '../support/inbox.ts';
import { addLead } from '../support/leads.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher, addUnit } from '../support/staff.ts';

const [ANA, HELENA] = [1, 7];
const ZONE = 'America/Manaus';

describe.each(engines)('the week of a unit on %s', (engine) => {
  let portal: TestSchool;
  let unit = 0;
  let manager = 0;
  let teacher = 0;
  let turma = 0;
  const monday = () => mondayOf(shiftDay(portal.clock.now.toISOString().slice(0, 10), 14));
  const week = async (query: object = {}, as = manager) =>
    (await portal.ops.teaching.getWeek({ semana: shiftDay(monday(), 2), ...query }, { as })).body;
  /** @param hours of the first day of the week, or of a later one */
  const addLesson = async (numero: number, hours: readonly [string, string], more: object = {}, day = monday()) => {
    const [from, until] = hours;
    const { id } = await portal.school.db
      .insertInto('aulas')
      .values({
        ...{ turma_id: turma, numero, titulo: `Aula ${numero}`, tipo: 'presencial' as const },
        ...{ inicio: instantIn(ZONE, day, from), fim: instantIn(ZONE, day, until) },
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { db } = portal.school;
    unit = await addUnit(portal, 'KNN Manaus', ZONE);
    manager = await addStaff(portal, { company: unit, units: [unit], rights: ['turmas'] });
    teacher = await addTeacher(portal);
    ({ turma } = await addClass(portal, ANA));
    await db
      .updateTable('turmas')
      .set({ company_id: unit, professor_user_id: teacher, sala: 'Sala 1' })
      .where('id', '=', turma)
      .execute();
    await db.deleteFrom('aulas').where('turma_id', '=', turma).execute();
  });
  afterAll(() => portal.close());

  it('the week has the lessons of each day of the unit, in its time zone, with clashes', async () => {
    const late = await addLesson(1, ['23:00', '23:50']);
    const early = await addLesson(2, ['08:00', '09:00'], { sala: 'Sala 2' });
    const same = await addLesson(3, ['08:30', '09:30'], { sala: ' sala 2 ', professor_user_id: HELENA });
    const cancelled = await addLesson(4, ['08:00', '09:00'], { cancelada_em: portal.clock.now.toISOString() });
    await addLesson(5, ['08:00', '09:00'], {}, shiftDay(monday(), 7));
    const { semana, unidade, dias, items, professores, salas, a_mais } = await week();
    expect([semana, weekdayOf(semana), unidade?.id, a_mais]).toEqual([monday(), 1, unit, 0]);
    expect(dias).toHaveLength(7);
    expect(items.map(({ dia }) => dia)).toEqual(Array(4).fill(monday()));
    expect(items.map(({ id, cancelada, choca }) => [id, cancelada, choca]).toSorted()).toEqual(
      [
        [late, false, []],
        [early, false, ['sala']],
        [same, false, ['sala']],
        [cancelled, true, []],
      ].toSorted(),
    );
    expect(professores.map(({ id }) => id).toSorted()).toEqual([teacher, HELENA].toSorted());
    expect(salas).toEqual(['Sala 1', expect.stringMatching(/sala 2/i)]);
  });

  it('the week shows one teacher or one room, with clashes in the whole unit', async () => {
    const of = async (query: object) => (await week(query)).items;
    const hers = await of({ professor: HELENA });
    expect(hers.map(({ choca }) => choca)).toEqual([['sala']]);
    expect(await of({ sala: 'SALA 1' })).toHaveLength(2);
    expect(await of({ professor: ANA })).toEqual([]);
    expect(await of({ q: 'helena' })).toHaveLength(1);
  });

  it('the week shows that a teacher is booked in another unit of the school, and the filtered teacher', async () => {
    const { db } = portal.school;
    const { turma: other } = await addClass(portal, ANA);
    await db.updateTable('turmas').set({ professor_user_id: teacher }).where('id', '=', other).execute();
    await db.deleteFrom('aulas').where('turma_id', '=', other).execute();
    const day = shiftDay(monday(), 3);
    const own = await addLesson(11, ['14:00', '15:00'], {}, day);
    const elsewhere = await addLesson(12, ['14:30', '15:30'], { turma_id: other }, day);
    const lessons = (await week()).items;
    expect(lessons.find(({ id }) => id === own)?.choca).toEqual(['professor']);
    expect(lessons.map(({ id }) => id)).not.toContain(elsewhere);
    const quiet = await week({ semana: shiftDay(monday(), 70), professor: teacher, sala: 'Sala 9' });
    expect([quiet.professores.map(({ id }) => id), quiet.salas]).toEqual([[teacher], ['Sala 9']]);
    await db.deleteFrom('aulas').where('id', 'in', [own, elsewhere]).execute();
  });

  it('the week says why a day has no lessons', async () => {
    const day = shiftDay(monday(), 3);
    const body = { dia: day, nome: 'Aniversário da cidade', unidade_id: unit, feriado: false };
    expect((await portal.ops.teaching.addClosedDay(body, { as: manager })).status).toBe(200);
    expect((await week()).dias.find(({ dia }) => dia === day)?.fechado).toBe('Aniversário da cidade');
  });

  it('the week has visits of prospects by day and hour, for staff with the right to contacts', async () => {
    const visit = async (unidade: number, proximo_hora: string | null, day = 1) => {
      const id = await addLead(portal, { unidade: { id: unidade, escola_id: 1 }, nome: 'Vera Visita' });
      const proximo_em = shiftDay(monday(), day);
      await portal.school.db
        .updateTable('leads')
        .set({ status: 'visita_marcada', proximo_em, proximo_hora })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const [late, early] = [await visit(unit, null), await visit(unit, '09:30')];
    const saturday = await visit(unit, '10:00', 5);
    await visit(unit, '10:00', 7);
    await visit(101, '10:00');
    const office = await addStaff(portal, { company: unit, units: [unit], rights: ['turmas', 'contatos'] });
    const { visitas } = await week({}, office);
    expect(visitas.map(({ id, hora }) => [id, hora])).toEqual([
      [early, '09:30'],
      [late, null],
      [saturday, '10:00'],
    ]);
    expect((await week()).visitas).toEqual([]);
  });

  it('the week is for staff, and hides units outside their reach', async () => {
    expect((await week({ unidade: 101 })).unidade?.id).toBe(unit);
    expect((await week({ unidade: unit }, HELENA)).unidade?.id).toBe(unit);
    const money = await addStaff(portal, { rights: ['financeiro'] });
    const status = async (as: number) => (await portal.ops.teaching.getWeek({}, { as })).status;
    expect([await status(money), await status(ANA), await status(teacher)]).toEqual([403, 403, 403]);
    expect((await portal.ops.teaching.getWeek({ semana: '2026-02-30' }, { as: manager })).status).toBe(422);
  });
});
