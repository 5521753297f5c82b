import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/lib/rules/time/spans.ts';
import { addClass } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addTeacher } from '../support/staff.ts';

const ANA = 1;

describe.each(engines)('a free day of a teacher on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('a free day shows the next lesson that the teacher gives', async () => {
    const { db, now } = portal.school;
    const at = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString();
    const [teacher, other] = [await addTeacher(portal), await addTeacher(portal)];
    const day = async (as: number) => (await portal.ops.teaching.getTeachingDay({}, { as })).body;
    expect(await day(teacher)).toMatchObject({ hoje: [], proxima: [] });
    const { turma } = await addClass(portal, ANA);
    await db.updateTable('turmas').set({ professor_user_id: teacher }).where('id', '=', turma).execute();
    await db.deleteFrom('aulas').where('turma_id', '=', turma).execute();
    const lesson = async (numero: number, days: number, more: object = {}) => {
      const { id } = await db
        .insertInto('aulas')
        .values({
          ...{ turma_id: turma, numero, titulo: `Aula ${numero}`, tipo: 'presencial' as const },
          ...{ inicio: at(days), fim: at(days + 0.02) },
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    await lesson(1, 2, { cancelada_em: now().toISOString() });
    const substituted = await lesson(2, 3, { professor_user_id: other });
    const next = await lesson(3, 5);
    await lesson(4, 7);
    expect((await day(teacher)).proxima.map(({ id }) => id)).toEqual([next]);
    expect((await day(other)).proxima).toMatchObject([{ id: substituted, substitui: true }]);
    const today = await lesson(5, 0);
    const full = await day(teacher);
    expect([full.hoje.map(({ id }) => id), full.proxima]).toEqual([[today], []]);
  });
});
