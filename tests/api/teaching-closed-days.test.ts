import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;
const UNIT = 101;

describe.each(engines)('the lessons of a closed day on %s', (engine) => {
  let portal: TestSchool;
  let day: string;
  let other: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    day = shiftDay(dayIn('America/Sao_Paulo', portal.school.now()), 4);
    other = await addUnit(portal, 'KNN Taquaral');
    // Events before the first run of the jobs are not notified.
    await jobs();
  });
  afterAll(() => portal.close());

  const jobs = () => portal.mails('nobody@escola.example');
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const makeClass = async (nome: string, hour: number, students: number[], unidade_id = UNIT) => {
    const body = {
      ...{ unidade_id, nome, livro_id: 2, modalidade: 'presencial' as const, professor_id: null, sala: null },
      ...{ link_reuniao: null, inicio: shiftDay(day, -1), fim: shiftDay(day, 20), lugares: 9 },
      horarios: [{ dia_semana: weekdayOf(day), inicio: clock(hour), fim: clock(hour + 1) }],
    };
    const { body: made } = await portal.ops.teaching.createClass(body, { as: HELENA });
    const params = { id: made.id };
    if (students.length > 0)
      await portal.ops.teaching.enrollStudents({ ...params, ids: students }, withKey({ as: HELENA }));
    return made.id;
  };
  const close = async (unidade_id: number | null) =>
    (await portal.ops.teaching.addClosedDay({ dia: day, nome: 'Aniversário da cidade', unidade_id }, { as: HELENA }))
      .body;
  const cancel = (id: number, as = HELENA) => portal.ops.teaching.cancelClosedDay({ id }, { as });
  const cancelledIn = async (id: number) =>
    (await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA })).body.aulas.map(({ cancelada }) => cancelada);
  const notified = async (as: number) =>
    (await portal.ops.inbox.listNotices({ category: 'aula' }, { as })).body.items.map(({ title }) => title);

  it('TEACH-11 lessons of a closed day are cancelled together, and each student is notified once', async () => {
    const [both, one] = [(await addAccount(portal)).id, (await addAccount(portal)).id];
    const first = await makeClass('Manhã', 8, [both, one]);
    const second = await makeClass('Tarde', 15, [both]);
    const elsewhere = await makeClass('Taquaral', 8, [], other);
    const added = await close(UNIT);
    const names = added.aulas.map(({ turma }) => turma);
    expect(names).toEqual(expect.arrayContaining(['Manhã', 'Tarde']));
    expect(names).not.toContain('Taquaral');
    const listed = async () =>
      (await portal.ops.teaching.listClosedDays({ limit: 100 }, { as: HELENA })).body.items.find(
        ({ id }) => id === added.id,
      )?.aulas;
    expect(await listed()).toEqual(added.aulas);
    const { status, body } = await cancel(added.id);
    expect(status, body.detail).toBe(200);
    expect(body.canceladas).toBe(added.aulas.length);
    expect(await cancelledIn(first)).toEqual([true, false, false]);
    expect(await cancelledIn(second)).toEqual([true, false, false]);
    expect(await cancelledIn(elsewhere)).toEqual([false, false, false]);
    portal.clock.advance(60_000);
    await jobs();
    await jobs();
    expect(await notified(both)).toEqual([expect.stringMatching(/^Sem aula .+: 2 canceladas$/)]);
    expect(await notified(one)).toEqual([expect.stringMatching(/^Aula cancelada: /)]);
    expect(await listed()).toEqual([]);
    expect((await cancel(added.id)).body.code).toBe('no_lessons');
    await portal.ops.teaching.removeClosedDay({ id: added.id }, { as: HELENA });
    portal.clock.advance(60_000);
    await jobs();
    expect(await notified(one)).toHaveLength(1);
    expect(await cancelledIn(first)).toEqual([true, false, false]);
  });

  it('staff of another unit or school cannot cancel lessons of a closed day', async () => {
    const turma = await makeClass('Noite', 19, []);
    const { id } = await close(null);
    const local = await addStaff(portal, { company: other, rights: ['turmas'], units: [other] });
    expect((await cancel(id, await addStaff(portal, { company: 103, rights: ['turmas'] }))).status).toBe(404);
    expect((await cancel(id, local)).body.canceladas).toBe(1);
    expect(await cancelledIn(turma)).toEqual([false, false, false]);
    expect((await cancel(id, await addStaff(portal, { rights: ['financeiro'] }))).status).toBe(403);
  });
});
