import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClassInput } from '../../src/lib/contract/teaching-classes.schema.ts';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { clocksOf } from '../support/lesson-clocks.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addTeacher, addUnit } from '../support/staff.ts';

const HELENA = 7;
const UNIT = 101;
const ZONE = 'America/Sao_Paulo';

describe.each(engines)('two lessons at one hour on %s', (engine) => {
  let portal: TestSchool;
  let today: string;
  let unit = UNIT;
  let made = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    today = dayIn(ZONE, portal.school.now());
    unit = await addUnit(portal, 'KNN Taquaral');
  });
  afterAll(() => portal.close());

  const teacher = () => addTeacher(portal);
  /** A class on one day of the week. */
  const input = (more: Partial<ClassInput>, hour = 10): ClassInput => {
    made += 1;
    return {
      ...{ unidade_id: UNIT, nome: `Turma ${made}`, livro_id: 2, modalidade: 'presencial', professor_id: null },
      ...{ sala: null, link_reuniao: null, inicio: shiftDay(today, 1), fim: shiftDay(today, 28), lugares: 3 },
      horarios: [{ dia_semana: weekdayOf(shiftDay(today, 3)), inicio: `${hour}:00`, fim: `${hour + 1}:30` }],
      ...more,
    };
  };
  const create = (body: ClassInput) => portal.ops.teaching.createClass(body, { as: HELENA });
  const make = async (more: Partial<ClassInput>, hour = 10) => {
    const body = input(more, hour);
    const answer = await create(body);
    expect(answer.status, answer.body.detail).toBe(200);
    return { ...answer.body, input: body };
  };

  it('TEACH-10 a new class in an occupied room is reported before saving, and saved after confirmation', async () => {
    const first = await make({ sala: 'Sala 70' });
    const body = input({ sala: ' sala  70' }, 11);
    const preview = await portal.ops.teaching.previewClass({ ...body }, { as: HELENA });
    expect(preview.body.choques).toMatchObject([
      { motivo: 'sala', turma: { id: first.id }, inicio: first.aulas[0]?.inicio, vezes: first.aulas.length },
    ]);
    const { status, body: refused } = await create(body);
    expect({ status, code: refused.code }).toEqual({ status: 409, code: 'clash' });
    expect(refused.detail).toContain(`já tem aula de ${first.nome}`);
    expect((await create({ ...body, mesmo_assim: true })).status).toBe(200);
  });

  it('a room clashes within its unit, a teacher within the school; an hour later both are free', async () => {
    const professor_id = await teacher();
    await make({ sala: 'Sala 71', professor_id });
    expect((await create(input({ sala: 'Sala 71', unidade_id: unit }))).status).toBe(200);
    expect((await create(input({ professor_id, unidade_id: unit }))).body.code).toBe('clash');
    expect((await create(input({ professor_id, modalidade: 'online' }))).body.code).toBe('clash');
    expect((await create(input({ sala: 'Sala 71', modalidade: 'online' }))).status).toBe(200);
    expect((await create(input({ sala: 'Sala 71', professor_id }, 12))).status).toBe(200);
  });

  it('a changed class reports only clashes of its changes', async () => {
    const professor_id = await teacher();
    await make({ professor_id });
    const other = await make({});
    const change = (body: ClassInput) => portal.ops.teaching.updateClass({ id: other.id, ...body }, { as: HELENA });
    expect((await change({ ...other.input, professor_id })).body.code).toBe('clash');
    expect((await change({ ...other.input, professor_id, mesmo_assim: true })).status).toBe(200);
    expect((await change({ ...other.input, professor_id, lugares: 5 })).status).toBe(200);
  });

  it('substitute, room, time, added and restored lesson report a clash before saving', async () => {
    const [professor_id, substitute] = [await teacher(), await teacher()];
    const first = await make({ professor_id, sala: 'Sala 72' });
    const other = await make({ professor_id: substitute, sala: 'Sala 73' }, 14);
    const [taken, own] = [first.aulas[0], other.aulas[0]];
    const ids = [own?.id ?? 0];
    const span = clocksOf({ inicio: taken?.inicio ?? '', fim: taken?.fim ?? '' });
    const change = (body: object) => portal.ops.teaching.updateLessons({ ids, ...body }, withKey({ as: HELENA }));
    const code = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code;
    // The form shows the clash before it is sent.
    const preview = async (body: object) =>
      (await portal.ops.teaching.previewLesson({ id: own?.id, ...body }, { as: HELENA })).body;
    expect((await preview({ ...span, professor_id })).choques).toEqual([expect.stringContaining(first.nome)]);
    expect((await preview({ ...span, dia: 'x' })).choques).toEqual([]);
    expect((await preview({})).choques).toEqual([]);
    const free = (await portal.ops.teaching.listSubstitutes({ id: own?.id ?? 0 }, { as: HELENA })).body;
    expect(free.find(({ id }) => id === professor_id)).toMatchObject({
      livre: true,
      da_o_livro: true,
      da_o_nivel: true,
    });
    expect(free.map(({ id }) => id)).not.toContain(substitute);
    const busy = (await portal.ops.teaching.listSubstitutes({ id: taken?.id ?? 0 }, { as: HELENA })).body;
    expect(busy.find(({ id }) => id === substitute)?.livre).toBe(true);
    expect(await code(change({ ...span, professor_id }))).toBe('clash');
    expect(await code(change({ ...span, sala: 'Sala 72' }))).toBe('clash');
    expect((await change(span)).status).toBe(200);
    expect(await code(change({ professor_id }))).toBe('clash');
    expect(await code(change({ sala: 'Sala 72' }))).toBe('clash');
    expect((await change({ link_reuniao: 'https://meet.example/x' })).status).toBe(200);
    expect((await change({ sala: 'Sala 72', mesmo_assim: true })).status).toBe(200);
    // A lesson without a room uses that of the class.
    expect((await preview({})).choques).toEqual([expect.stringContaining('Sala 72')]);
    expect((await preview({ sala: null })).choques).toEqual([]);
    const third = await make({ professor_id }, 16);
    const add = (body: object) => portal.ops.teaching.addLesson({ id: third.id, ...span, ...body }, { as: HELENA });
    expect(await code(add({}))).toBe('clash');
    expect((await add({ mesmo_assim: true })).status).toBe(200);
    const last = third.aulas[1]?.id ?? 0;
    await portal.ops.teaching.updateLessons({ ids: [last], cancelada: true }, withKey({ as: HELENA }));
    const makeUp = { inicio: first.aulas[1]?.inicio ?? '', fim: first.aulas[1]?.fim ?? '' };
    const plan = (body: object) =>
      portal.ops.teaching.addMakeUpLesson({ id: last, ...makeUp, ...body }, { as: professor_id });
    expect(await code(plan({}))).toBe('clash');
    expect((await plan({ mesmo_assim: true })).status).toBe(200);
    const cancelled = first.aulas[2]?.id ?? 0;
    await portal.ops.teaching.updateLessons({ ids: [cancelled], cancelada: true }, withKey({ as: HELENA }));
    await make({ professor_id, inicio: shiftDay(today, 15), mesmo_assim: true });
    const restore = (body: { mesmo_assim?: boolean }) =>
      portal.ops.teaching.updateLessons({ ids: [cancelled], cancelada: false, ...body }, withKey({ as: HELENA }));
    expect(await code(restore({}))).toBe('clash');
    expect((await restore({ mesmo_assim: true })).status).toBe(200);
  });
});
