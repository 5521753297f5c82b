import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttendanceMark } from '../../src/lib/contract/teaching-lessons.schema.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { notifyOfAbsences } from '../../src/server/study/teaching/absence-notices.ts';
import { addAccount } from '../support/accounts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { runningClass } from '../support/taught-class.ts';

const MINUTE = 60_000;
const TEACHER = 2;
const born = '2014-03-02';
let mailbox = 0;

describe.each(engines)('notices of absences on %s', (engine) => {
  let portal: TestSchool;
  let teacher: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    const { id } = await addAccount(portal);
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: TEACHER }).execute();
    teacher = id;
  });
  beforeEach(() => portal.clock.advance(MINUTE));
  afterAll(() => portal.close());

  /** A class of a minor and an adult, in this order in the attendance. */
  async function family() {
    const taught = await runningClass(portal, teacher);
    const [child = 0, adult = 0] = taught.students;
    const email = `familia${++mailbox}@teste.example`;
    const guardian = { full_name: 'Sandra Nunes', cpf: '00000000191', email, phone: '1', relation: 'Mãe' };
    await portal.school.db
      .updateTable('users')
      .set({ full_name: `Davi Nunes ${mailbox}`, birth_date: born, guardian: JSON.stringify(guardian) })
      .where('id', '=', child)
      .execute();
    await portal.school.db.updateTable('users').set({ birth_date: '1990-01-01' }).where('id', '=', adult).execute();
    return { ...taught, child, adult, email };
  }
  async function recordAttendance(id: number, marks: ReadonlyMap<number, AttendanceMark>) {
    const { body } = await portal.ops.teaching.getTaughtLesson({ id }, { as: teacher });
    const presencas = (body.chamada ?? []).map(({ turma_aluno_id, user_id }) => ({
      turma_aluno_id,
      situacao: marks.get(user_id) ?? ('presente' as const),
    }));
    const { status } = await portal.ops.teaching.recordAttendance({ id, presencas }, { as: teacher });
    expect(status).toBe(200);
  }
  /** After so many minutes, in two processes at once. */
  async function waitMinutes(minutes: number) {
    portal.clock.advance(minutes * MINUTE);
    await Promise.all([notifyOfAbsences(portal.school), notifyOfAbsences(portal.school)]);
    await mailDeliveries(portal.school);
  }
  /** The oldest first. */
  const mailsTo = async (email: string) => (await portal.mails(email)).map(({ subject }) => subject).toReversed();
  const notifiedOf = (id: number) => notificationsOf(portal, id, 'falta_registrada');

  it('the guardian of a minor is notified once, minutes after the attendance; an adult only on request', async () => {
    const { lesson, child, adult, email } = await family();
    await recordAttendance(
      lesson,
      new Map([
        [child, 'falta'],
        [adult, 'falta'],
      ]),
    );
    await waitMinutes(1);
    expect(await mailsTo(email)).toEqual([]);
    await waitMinutes(3);
    expect(await mailsTo(email)).toEqual(['Davi não veio à aula']);
    expect([await notifiedOf(child), await notifiedOf(adult)]).toEqual([[], []]);
    // The attendance is saved again.
    await recordAttendance(
      lesson,
      new Map([
        [child, 'falta'],
        [adult, 'falta'],
      ]),
    );
    await waitMinutes(5);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('an adult who opted in is notified', async () => {
    const { lesson, adult } = await family();
    const requested = await portal.ops.inbox.updateNoticePreferences({ falta: true }, { as: adult });
    expect(requested.body).toMatchObject({ falta: true });
    await recordAttendance(lesson, new Map([[adult, 'falta']]));
    await waitMinutes(4);
    expect(await notifiedOf(adult)).toMatchObject([{ title: 'Uma falta foi registrada' }]);
  });

  it('a mistaken absence that is corrected in time notifies nobody', async () => {
    const { lesson, child, email } = await family();
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(2);
    await recordAttendance(lesson, new Map());
    await waitMinutes(10);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('a correction of attendance is notified, and so is an absence after it', async () => {
    const { lesson, child, email } = await family();
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(4);
    await recordAttendance(lesson, new Map([[child, 'atraso']]));
    await waitMinutes(4);
    expect(await mailsTo(email)).toEqual(['Davi não veio à aula', 'Davi esteve na aula']);
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(4);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('an absence recorded early is notified once the lesson begins, and a later excuse is not', async () => {
    const { lesson, child, email } = await family();
    const inicio = new Date(portal.school.now().getTime() + 8 * MINUTE).toISOString();
    const fim = new Date(Date.parse(inicio) + 60 * MINUTE).toISOString();
    await portal.school.db.updateTable('aulas').set({ inicio, fim }).where('id', '=', lesson).execute();
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(5);
    expect(await mailsTo(email)).toEqual([]);
    await waitMinutes(7);
    expect(await mailsTo(email)).toEqual(['Davi não veio à aula']);
    await recordAttendance(lesson, new Map([[child, 'justificada']]));
    await waitMinutes(4);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('an absence that the family reported notifies nobody', async () => {
    const { lesson, child, email } = await family();
    const place = await portal.school.db
      .selectFrom('turma_alunos')
      .select('id')
      .where('user_id', '=', child)
      .executeTakeFirstOrThrow();
    await portal.school.db
      .insertInto('ausencias')
      .values({
        ...{ turma_aluno_id: place.id, aula_id: lesson, motivo: 'Consulta', status: 'avisada' },
        avisada_em: portal.school.now().toISOString(),
      })
      .execute();
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(4);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('an attendance record of a lesson long ago notifies nobody', async () => {
    const { lesson, child, email } = await family();
    const inicio = new Date(portal.school.now().getTime() - 8 * 24 * 60 * MINUTE).toISOString();
    await portal.school.db.updateTable('aulas').set({ inicio, fim: inicio }).where('id', '=', lesson).execute();
    await recordAttendance(lesson, new Map([[child, 'falta']]));
    await waitMinutes(4);
    expect(await mailsTo(email)).toEqual([]);
  });
});
