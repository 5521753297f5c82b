import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { addAccount } from '../support/accounts.ts';
import { toldOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { runningClass } from '../support/taught-class.ts';

const MINUTE = 60_000;
const HELENA = 7;
const TEACHER = 2;
const ZONE = 'America/Sao_Paulo';

describe.each(engines)('notices to teachers on %s', (engine) => {
  let portal: TestSchool;
  let teacher: { id: number; email: string };
  let other: { id: number; email: string };
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    [teacher, other] = [await addTeacher(), await addTeacher()];
  });
  beforeEach(() => portal.clock.advance(MINUTE));
  afterAll(() => portal.close());

  async function addTeacher() {
    const account = await addAccount(portal);
    await portal.school.db.insertInto('user_actions').values({ user_id: account.id, action_id: TEACHER }).execute();
    return account;
  }
  /** Its next lesson, which is on the next day. */
  const coming = async () => {
    const taught = await runningClass(portal, teacher.id);
    const inicio = new Date(portal.school.now().getTime() + 26 * 60 * MINUTE).toISOString();
    const fim = new Date(Date.parse(inicio) + 60 * MINUTE).toISOString();
    await portal.school.db.updateTable('aulas').set({ inicio, fim }).where('id', '=', taught.next).execute();
    return { ...taught, lesson: taught.next, inicio };
  };
  const change = (values: object, ids: number[]) =>
    portal.ops.teaching.updateLessons({ ids, mesmo_assim: true, ...values } as never, withKey({ as: HELENA }));
  const titles = async (id: number) => {
    const notices = await toldOf(portal, id, 'aula_mudou');
    return notices.map(({ title }) => title.split(':')[0]);
  };

  it('who teaches hears of a lesson that moves, is cancelled, and takes place again, by mail without a device', async () => {
    const { lesson, inicio } = await coming();
    const before = (await titles(teacher.id)).length;
    const since = async () => (await titles(teacher.id)).slice(before);
    const dia = dayIn(ZONE, new Date(Date.parse(inicio) + 48 * 60 * MINUTE));
    const moved = await change({ dia, hora_inicio: '15:00', hora_fim: '16:00' }, [lesson]);
    expect(moved.body).toMatchObject({ itens: [{ id: lesson, problema: null }] });
    expect(await since()).toEqual(['Sua aula mudou']);
    await change({ cancelada: true, motivo: 'Feriado' }, [lesson]);
    expect(await since()).toEqual(['Sua aula mudou', 'Aula cancelada']);
    await change({ cancelada: false }, [lesson]);
    expect(await since()).toEqual(['Sua aula mudou', 'Aula cancelada', 'Vai ter aula']);
    await mailDeliveries(portal.school);
    const mails = (await portal.mails(teacher.email)).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject !== 'Você tem aulas novas')).toHaveLength(3);
  });

  it('a substitution is told to both, and who did it themselves hears nothing', async () => {
    const { lesson } = await coming();
    const [was, next] = [(await titles(teacher.id)).length, (await titles(other.id)).length];
    await change({ professor_id: other.id }, [lesson]);
    expect((await titles(teacher.id)).slice(was)).toEqual(['Outra pessoa dá sua aula']);
    expect((await titles(other.id)).slice(next)).toEqual(['Você dá uma aula a mais']);
    await portal.ops.teaching.cancelTaughtLesson({ id: lesson, motivo: 'Doente' } as never, { as: other.id });
    expect((await titles(other.id)).slice(next)).toHaveLength(1);
  });

  it('a lesson of today that moves to another week is pressing, and who switched the news off gets no mail of it', async () => {
    const { lesson, students, inicio } = await coming();
    const [mailed = 0, silent = 0] = students;
    await portal.ops.inbox.updateNoticePreferences({ aula: false }, { as: silent });
    const dia = dayIn(ZONE, new Date(Date.parse(inicio) + 8 * 24 * 60 * MINUTE));
    await change({ dia, hora_inicio: '15:00', hora_fim: '16:00' }, [lesson]);
    const mails = await portal.school.db
      .selectFrom('deliveries')
      .select('user_id')
      .where('target', '=', 'mail')
      .where('user_id', 'in', [mailed, silent])
      .execute();
    expect(mails).toEqual([{ user_id: mailed }]);
    portal.clock.advance(61 * MINUTE);
    await portal.school.db.updateTable('deliveries').set({ status: 'falhou' }).where('user_id', '=', mailed).execute();
    const { body } = await portal.ops.teaching.getSchoolLesson({ id: lesson }, { as: HELENA });
    expect(body.sem_aviso.map(({ id }) => id).toSorted()).toEqual([mailed, silent].toSorted());
  });

  it('a class that passes to somebody else is told to both', async () => {
    const { id } = await coming();
    await portal.ops.people.handOverClasses(
      { id: teacher.id, turmas: [{ id, professor_id: other.id }], aulas: [], mesmo_assim: true } as never,
      withKey({ as: HELENA }),
    );
    const titlesOf = async (user: number) => (await toldOf(portal, user, `turma_%:${id}:`)).map(({ title }) => title);
    expect(await titlesOf(other.id)).toEqual(['Você tem aulas novas']);
    expect(await titlesOf(teacher.id)).toContain('Uma turma sua passou a outra pessoa');
  });

  it('a class that is given to somebody is told', async () => {
    const { id } = await coming();
    const notices = await toldOf(portal, teacher.id, `turma_recebida:${id}`);
    expect(notices).toMatchObject([{ title: 'Você tem aulas novas', path: expect.stringContaining(String(id)) }]);
  });

  it('students of a lesson that is cancelled a day before get a mail; whom nothing reached is named after an hour', async () => {
    const { lesson, students } = await coming();
    const [mailed = 0, silent = 0] = students;
    await portal.ops.inbox.updateNoticePreferences({ email: false }, { as: silent });
    await change({ cancelada: true, motivo: 'Sem luz' }, [lesson]);
    await mailDeliveries(portal.school);
    const { email } = await portal.school.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', mailed)
      .executeTakeFirstOrThrow();
    expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Aula cancelada/),
    ]);
    const unreached = async () => {
      const { body } = await portal.ops.teaching.getSchoolLesson({ id: lesson }, { as: HELENA });
      return body.sem_aviso.map(({ id }) => id);
    };
    expect(await unreached()).toEqual([]);
    portal.clock.advance(61 * MINUTE);
    expect(await unreached()).toEqual([silent]);
    await portal.school.db
      .updateTable('notices')
      .set({ read_at: portal.school.now().toISOString() })
      .where('user_id', '=', silent)
      .execute();
    expect(await unreached()).toEqual([]);
  });
});
