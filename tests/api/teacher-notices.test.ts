import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { advanceClasses } from '../../src/server/study/teaching/advance-classes.ts';
import { addAccount } from '../support/accounts.ts';
import { notificationsOf } from '../support/inbox.ts';
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
    const notices = await notificationsOf(portal, id, 'aula_mudou');
    return notices.map(({ title }) => title.split(':')[0]);
  };

  it('a teacher is notified of a moved, cancelled and restored lesson, by mail without a device', async () => {
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

  it('a substitution notifies both teachers, except the author', async () => {
    const { lesson } = await coming();
    const [was, next] = [(await titles(teacher.id)).length, (await titles(other.id)).length];
    await change({ professor_id: other.id }, [lesson]);
    expect((await titles(teacher.id)).slice(was)).toEqual(['Outra pessoa dá sua aula']);
    expect((await titles(other.id)).slice(next)).toEqual(['Você dá uma aula a mais']);
    await portal.ops.teaching.cancelTaughtLesson({ id: lesson, motivo: 'Doente' } as never, { as: other.id });
    expect((await titles(other.id)).slice(next)).toHaveLength(1);
  });

  it('moving a lesson of today is urgent, and a teacher who switched these notices off gets no mail', async () => {
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

  it('a new teacher of a class is notified, and so is the former one', async () => {
    const { id } = await coming();
    await portal.ops.people.handOverClasses(
      { id: teacher.id, turmas: [{ id, professor_id: other.id }], aulas: [], mesmo_assim: true } as never,
      withKey({ as: HELENA }),
    );
    const titlesOf = async (user: number) =>
      (await notificationsOf(portal, user, `turma_%:${id}:`)).map(({ title }) => title);
    expect(await titlesOf(other.id)).toEqual(['Você tem aulas novas']);
    expect(await titlesOf(teacher.id)).toContain('Uma turma sua passou a outra pessoa');
  });

  /** The class as its form would send it, with other values. */
  async function rewrite(id: number, values: object) {
    const { body } = await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA });
    const { nome, modalidade, sala, inicio, fim, lugares, horarios } = body;
    const input = {
      ...{ id, nome, modalidade, sala, inicio, fim, lugares, unidade_id: body.unidade.id, livro_id: body.livro.id },
      ...{ professor_id: body.professor?.id ?? null, mesmo_assim: true },
      horarios: horarios.map((slot) => ({ ...slot, inicio: '14:00', fim: '15:00' })),
      ...values,
    };
    const { status } = await portal.ops.teaching.updateClass(input as never, { as: HELENA });
    expect(status).toBe(200);
  }

  it('a new timetable notifies the teacher once, and a substitute of the lesson', async () => {
    const { id, lesson } = await coming();
    await change({ professor_id: other.id }, [lesson]);
    const [was, next] = [(await titles(teacher.id)).length, (await titles(other.id)).length];
    await rewrite(id, {});
    expect((await titles(teacher.id)).slice(was)).toEqual(['Sua turma tem outro horário']);
    expect((await titles(other.id)).slice(next)).toEqual(['Sua aula mudou']);
    // The timetable does not change.
    await rewrite(id, { sala: 'Sala 9' });
    // New lessons are added at the end, and existing ones keep their times.
    const { fim } = (await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA })).body;
    await rewrite(id, { fim: shiftDay(fim, 14) });
    expect((await titles(teacher.id)).slice(was)).toHaveLength(1);
  });

  it('a teacher who gets a class with a new timetable is notified of the class only', async () => {
    const { id } = await coming();
    const before = (await titles(other.id)).length;
    await rewrite(id, { professor_id: other.id });
    expect((await titles(other.id)).slice(before)).toEqual([]);
    expect(await notificationsOf(portal, other.id, `turma_recebida:${id}`)).toHaveLength(1);
  });

  it('the day page shows changes of the next day, and the calendar has the lessons taught', async () => {
    const { id, lesson, students } = await coming();
    await change({ professor_id: other.id }, [lesson]);
    const ahead = async (as: number) => (await portal.ops.teaching.getTeachingDay({}, { as })).body;
    const of = async (as: number) => {
      const { hoje, proxima, mudam } = await ahead(as);
      return [...hoje, ...proxima, ...mudam].find((each) => each.id === lesson);
    };
    expect(await of(other.id)).toMatchObject({ substitui: true });
    expect((await ahead(teacher.id)).mudam.find((each) => each.id === lesson)?.substituto).toEqual(expect.any(String));
    const { db } = portal.school;
    const place = await db
      .selectFrom('turma_alunos')
      .select('id')
      .where('turma_id', '=', id)
      .where('user_id', '=', students[0] ?? 0)
      .executeTakeFirstOrThrow();
    const lessons = db.selectFrom('aulas').select('id').where('turma_id', '=', id).orderBy('inicio');
    const missed = await lessons.executeTakeFirstOrThrow();
    await db
      .insertInto('reposicoes')
      .values({
        ...{ turma_aluno_id: place.id, aula_id: missed.id, destino_aula_id: lesson, status: 'marcada' as const },
        ...{ marcada_em: portal.school.now().toISOString(), decidida_em: null },
      })
      .execute();
    expect((await of(other.id))?.repoem).toHaveLength(1);
    const feedOf = async (as: number) => {
      const { body } = await portal.ops.onlineClasses.getFeedUrl({}, { as });
      return (await (await portal.send('GET', new URL(body.url).pathname)).text()).replaceAll('\r\n ', '');
    };
    const [mine, theirs] = [await feedOf(teacher.id), await feedOf(other.id)];
    expect([mine, theirs].map((text) => text.includes(`aula-${lesson}-dada`))).toEqual([false, true]);
    expect(theirs).toContain('1 aluno repõe nesta aula');
    // A past lesson belongs to the teacher of that time, and to nobody who does not teach.
    await rewrite(id, { professor_id: other.id });
    const dada = `aula-${missed.id}-dada`;
    expect((await feedOf(other.id)).includes(dada)).toBe(false);
    const given = await feedOf(teacher.id);
    expect(given).toContain(dada);
    expect(given).not.toContain(`/professor/aulas/${missed.id}`);
    await db.updateTable('aulas').set({ professor_user_id: other.id }).where('id', '=', missed.id).execute();
    expect([await feedOf(teacher.id), await feedOf(other.id)].map((text) => text.includes(dada))).toEqual([
      false,
      true,
    ]);
    await db.deleteFrom('user_actions').where('user_id', '=', other.id).execute();
    expect((await feedOf(other.id)).includes('-dada')).toBe(false);
    await db.insertInto('user_actions').values({ user_id: other.id, action_id: TEACHER }).execute();
  });

  it('a class that begins is notified to its teacher once, by any number of processes', async () => {
    const { id } = await coming();
    await portal.school.db.updateTable('turmas').set({ status: 'futura' }).where('id', '=', id).execute();
    const begun = () => notificationsOf(portal, teacher.id, `turma_comeca:${id}`);
    await advanceClasses(portal.school);
    expect(await begun()).toEqual([]);
    portal.clock.advance(24 * 60 * MINUTE);
    await Promise.all([advanceClasses(portal.school), advanceClasses(portal.school)]);
    await advanceClasses(portal.school);
    expect(await begun()).toHaveLength(1);
  });

  it('a class that is assigned to a teacher is notified', async () => {
    const { id } = await coming();
    const notices = await notificationsOf(portal, teacher.id, `turma_recebida:${id}`);
    expect(notices).toMatchObject([{ title: 'Você tem aulas novas', path: expect.stringContaining(String(id)) }]);
  });

  it('students of a lesson cancelled a day before get a mail; unreached ones are listed after an hour', async () => {
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
