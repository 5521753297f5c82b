import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadMaterial } from '../../src/lib/contract/online-classes.ts';
import { confirmPresence, getClass, getGrades } from '../../src/lib/contract/pedagogico.ts';
import { downloadLessonFile, uploadLessonFile } from '../../src/lib/contract/teaching.ts';
import type { AttendanceMark } from '../../src/lib/contract/teaching-lessons.schema.ts';
import { addAccount } from '../support/accounts.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff, addUnit } from '../support/staff.ts';
import { runningClass } from '../support/taught-class.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const TEACHER = 2;
const MINUTE = 60_000;
const DAY_MS = 86_400_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(engines)('lessons of a teacher on %s', (engine) => {
  let portal: TestSchool;
  let teacher: number;
  let other: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // A lesson that began minutes ago is still today.
    portal.clock.now = noonOf(portal);
    await jobs();
    [teacher = 0, other = 0] = await Promise.all([addTeacher(), addTeacher()]);
  });
  beforeEach(() => portal.clock.advance(MINUTE));
  afterAll(() => portal.close());

  const jobs = () => portal.mails('nobody@escola.example');
  async function addTeacher(company = 101): Promise<number> {
    const { id } = await addAccount(portal, { company });
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: TEACHER }).execute();
    return id;
  }
  const at = (ms: number) => new Date(portal.school.now().getTime() + ms).toISOString();
  const balance = async (user_id: number) =>
    (
      await portal.school.db
        .selectFrom('point_balances')
        .select('saldo')
        .where('user_id', '=', user_id)
        .executeTakeFirst()
    )?.saldo ?? 0;

  const running = (modalidade?: 'online') => runningClass(portal, teacher, modalidade);
  const read = (id: number | string, as?: number) => portal.ops.teaching.getTaughtLesson({ id }, { as });
  /** @param marks by the students' order of name */
  async function recordAttendance(id: number, marks: readonly AttendanceMark[], as = teacher) {
    const { body } = await read(id, as);
    const presencas = (body.chamada ?? []).map(({ turma_aluno_id }, index) => ({
      turma_aluno_id,
      situacao: marks[index] ?? 'presente',
    }));
    return portal.ops.teaching.recordAttendance({ id, presencas }, { as });
  }

  describe('who', () => {
    it('TEACH-01 the teacher, the office and a substitute reach a lesson; others do not find it', async () => {
      const { id, lesson, next, students } = await running();
      expect((await read(lesson, teacher)).body).toMatchObject({ pode_repor: true, sala: 'Sala 4', chamada_em: null });
      expect((await read(lesson, HELENA)).status).toBe(200);
      expect((await read(lesson)).status).toBe(401);
      const strangers = [
        ...[other, JULIA, ANA, students[0] ?? 0, await addTeacher(102)],
        ...[await addStaff(portal, { rights: ['alunos'] }), await addStaff(portal, { company: 102 })],
        await addStaff(portal, { units: [await addUnit(portal, `Unidade ${engine}`)] }),
      ];
      for (const as of strangers) {
        for (const { status } of [
          await read(lesson, as),
          await portal.ops.teaching.getTaughtClass({ id }, { as }),
          await portal.ops.teaching.recordAttendance({ id: lesson, presencas: [mark(1)] }, { as }),
          await portal.ops.teaching.writeLesson({ id: lesson, conteudo: 'x' }, { as }),
          await portal.ops.teaching.cancelTaughtLesson({ id: next, motivo: 'x' }, { as }),
        ]) {
          expect(status, String(as)).toBe(404);
        }
      }
      const substitute = { ids: [lesson], professor_id: other };
      // The substitute does not reach another lesson.
      await portal.ops.teaching.updateLessons(substitute, withKey({ as: HELENA }));
      expect((await read(lesson, other)).body).toMatchObject({ pode_repor: false });
      expect((await read(next, other)).status).toBe(404);
      expect((await recordAttendance(lesson, [], other)).status).toBe(200);
      const day = await portal.ops.teaching.getTeachingDay({}, { as: other });
      expect(day.body.hoje).toMatchObject([{ id: lesson, substitui: true, substituto: null, chamada: true }]);
    });

    it('the page of the day is for teachers only', async () => {
      expect((await portal.ops.teaching.getTeachingDay()).status).toBe(401);
      for (const as of [ANA, HELENA]) expect((await portal.ops.teaching.getTeachingDay({}, { as })).status).toBe(403);
    });
  });

  const mark = (turma_aluno_id: number, situacao: AttendanceMark = 'presente') => ({ turma_aluno_id, situacao });

  describe('the day', () => {
    it('the day has the lessons of today with missing parts, and past ones without an attendance record', async () => {
      const { lesson, next } = await running('online');
      await portal.school.db
        .updateTable('aulas')
        .set({ inicio: at(-3 * DAY_MS), fim: at(-3 * DAY_MS + 60 * MINUTE) })
        .where('id', '=', next)
        .execute();
      const { body } = await portal.ops.teaching.getTeachingDay({}, { as: teacher });
      expect(body.hoje.find(({ id }) => id === lesson)).toMatchObject({
        chamada: false,
        cancelada: false,
        link_reuniao: 'https://meet.example/turma',
      });
      expect(body.sem_chamada.map(({ id }) => id)).toContain(next);
      expect(body.hoje.map(({ inicio }) => inicio)).toEqual(body.hoje.map(({ inicio }) => inicio).toSorted());
      await recordAttendance(next, []);
      const after = await portal.ops.teaching.getTeachingDay({}, { as: teacher });
      expect(after.body.sem_chamada.map(({ id }) => id)).not.toContain(next);
    });
  });

  describe('the attendance', () => {
    it('recording attendance credits points once, a correction reverses them, another credits them again', async () => {
      const { id, lesson, students } = await running();
      const [came = 0, missed = 0] = students;
      const first = await recordAttendance(lesson, ['presente', 'falta']);
      expect(first.body.chamada.map(({ situacao }) => situacao)).toEqual(['presente', 'falta']);
      const points = await balance(came);
      expect(points).toBeGreaterThan(0);
      expect(await balance(missed)).toBe(0);
      await recordAttendance(lesson, ['presente', 'falta']);
      expect(await balance(came)).toBe(points);
      await recordAttendance(lesson, ['justificada', 'atraso']);
      expect([await balance(came), await balance(missed)]).toEqual([0, points]);
      await recordAttendance(lesson, ['presente', 'atraso']);
      await recordAttendance(lesson, ['falta', 'falta']);
      expect([await balance(came), await balance(missed)]).toEqual([0, 0]);
      await recordAttendance(lesson, ['presente', 'falta']);
      expect([await balance(came), await balance(missed)]).toEqual([points, 0]);

      portal.clock.advance(60 * MINUTE);
      const share = async (as: number) =>
        (await portal.call(getGrades, { params: { id } }, { as })).body.frequencia.percentual;
      expect([await share(came), await share(missed)]).toEqual([100, 0]);
      const page = await portal.ops.teaching.getTaughtClass({ id }, { as: teacher });
      expect(page.body.alunos.map(({ frequencia }) => frequencia.percentual)).toEqual([100, 0]);
      expect(page.body.aulas.find((each) => each.id === lesson)).toMatchObject({ chamada: true, registrada: false });
    });

    it('a presence that the student confirmed counts once, and an absence takes it back', async () => {
      const { lesson, students } = await running('online');
      const [came = 0] = students;
      const { id } = await portal.school.db
        .selectFrom('turma_atividades')
        .select('id')
        .where('aula_id', '=', lesson)
        .executeTakeFirstOrThrow();
      await portal.call(confirmPresence, { params: { id }, body: { presente: true } }, { as: came });
      const points = await balance(came);
      expect(points).toBeGreaterThan(0);
      await recordAttendance(lesson, ['atraso', 'falta']);
      expect(await balance(came)).toBe(points);
      await recordAttendance(lesson, ['falta', 'falta']);
      expect(await balance(came)).toBe(0);
      // A confirmation of the student after the attendance changes nothing.
      await portal.call(confirmPresence, { params: { id }, body: { presente: true } }, { as: came });
      expect(await balance(came)).toBe(0);
    });

    it('two concurrent attendance records give the points once', async () => {
      const { lesson, students } = await running();
      const answers = await Promise.all([
        recordAttendance(lesson, []),
        recordAttendance(lesson, []),
        recordAttendance(lesson, []),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const entries = await portal.school.db
        .selectFrom('point_entries')
        .select('user_id')
        .where('user_id', 'in', students)
        .execute();
      expect(entries).toHaveLength(2);
    });

    it('TEACH-02 five lessons of a week that are recorded on one day give the points of five days', async () => {
      const { id, lesson, students } = await running();
      const lessons = [lesson];
      for (const days of [1, 2, 3, 4]) {
        const { id: older } = await portal.school.db
          .insertInto('aulas')
          .values({
            ...{ turma_id: id, inicio: at(-days * DAY_MS), fim: at(60 * MINUTE - days * DAY_MS), tipo: 'presencial' },
            ...{ titulo: 'Aula', numero: 90 + days },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        lessons.push(older);
      }
      for (const each of lessons) expect((await recordAttendance(each, [])).status).toBe(200);
      const [came = 0] = students;
      const entries = await portal.school.db
        .selectFrom('point_entries')
        .select('pontos')
        .where('user_id', '=', came)
        .execute();
      expect(entries).toHaveLength(5);
      // The daily limit applies to the day of the lesson.
      const days = portal.school.db.updateTable('aulas').where('id', 'in', lessons.slice(1));
      for (const each of lessons.slice(1)) await recordAttendance(each, ['falta', 'falta']);
      const { inicio } = (await read(lesson, teacher)).body;
      await days.set({ inicio, fim: at(-MINUTE) }).execute();
      for (const each of lessons.slice(1)) await recordAttendance(each, []);
      expect(await balance(came)).toBe(2 * (entries[0]?.pontos ?? 0));
    });

    it('spent points stay with the student after a correction', async () => {
      const { lesson, students } = await running();
      await recordAttendance(lesson, ['presente', 'falta']);
      await portal.school.db
        .updateTable('point_balances')
        .set({ saldo: 0 })
        .where('user_id', '=', students[0] ?? 0)
        .execute();
      const { body, status } = await recordAttendance(lesson, ['falta', 'falta']);
      expect(status).toBe(200);
      expect(body.pontos_usados).toHaveLength(1);
      expect(body.chamada[0]?.situacao).toBe('falta');
    });

    it('each correction is logged with old and new value', async () => {
      const { lesson, students } = await running();
      await recordAttendance(lesson, ['presente', 'falta']);
      await recordAttendance(lesson, ['falta', 'falta']);
      const lines = await portal.school.db
        .selectFrom('audit_log')
        .select(['action', 'user_id', 'about_user_id', 'data'])
        .where('action', 'like', 'roll-%')
        .where('target', '=', `lesson:${lesson}`)
        .orderBy('id')
        .execute();
      expect(lines).toEqual([
        { action: 'roll-take', user_id: teacher, about_user_id: null, data: expect.stringContaining('"presentes":1') },
        {
          ...{ action: 'roll-change', user_id: teacher, about_user_id: students[0] },
          data: JSON.stringify({ antes: { presenca: 'presente' }, depois: { presenca: 'falta' } }),
        },
      ]);
    });

    it('attendance is refused for future or cancelled lessons, strangers, or without marks', async () => {
      const { lesson, next } = await running();
      const taken = (id: number, presencas: object[]) =>
        portal.ops.teaching.recordAttendance({ id, presencas: presencas as never }, { as: teacher });
      expect(await recordAttendance(next, [])).toMatchObject({ status: 409, body: { code: 'roll_closed' } });
      for (const presencas of [[], [mark(1)], [mark(1), mark(1)], [{ turma_aluno_id: 1, situacao: 'dormiu' }], [{}]]) {
        const { status, body } = await taken(lesson, presencas);
        expect(status).toBe(422);
        expect(body.detail).toMatch(/\S/);
      }
      expect((await read(lesson, teacher)).body.chamada_em).toBeNull();
      await portal.school.db
        .updateTable('aulas')
        .set({ cancelada_em: at(0) })
        .where('id', '=', lesson)
        .execute();
      expect(await recordAttendance(lesson, [])).toMatchObject({ status: 409, body: { code: 'lesson_cancelled' } });
    });
  });

  describe('texts and materials', () => {
    it('what was taught, homework, recording, links and files reach the class', async () => {
      const { id, lesson, students } = await running();
      const params = { id: lesson };
      const texts = {
        conteudo: 'Past simple',
        licao_de_casa: 'Página 42',
        gravacao_url: 'https://video.example/aula',
      };
      expect((await portal.ops.teaching.writeLesson({ ...params, ...texts }, { as: teacher })).body).toMatchObject(
        texts,
      );
      const link = { nome: 'Lista de verbos', url: 'https://verbos.example/lista' };
      expect((await portal.ops.teaching.addLessonLink({ ...params, ...link }, { as: teacher })).status).toBe(200);
      const form = new FormData();
      form.set('file', new File([PNG], '../lousa.png', { type: 'image/png' }));
      const sent = await portal.call(uploadLessonFile, { params, body: form as never }, { as: teacher });
      expect(sent.body.materiais, sent.body.detail).toMatchObject([
        { n: 1, ...link },
        { n: 2, mime: 'image/png' },
      ]);

      const seen = (await portal.call(getClass, { params: { id } }, { as: students[0] })).body;
      const aula = seen.aulas.find((each) => each.id === lesson);
      expect(aula).toMatchObject(texts);
      expect(aula?.materiais).toMatchObject([link, { url: null }]);
      const file = { id: lesson, n: 2 };
      for (const [way, as] of [
        [`lessons/${lesson}`, students[0]],
        [`teaching/lessons/${lesson}`, teacher],
      ] as const) {
        const answer = await portal.send('GET', `/api/v1/portal/${way}/materials/2/`, {}, { as });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-disposition')).toContain('attachment');
        expect(
          Buffer.from(await answer.arrayBuffer())
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG');
      }
      expect((await portal.call(downloadLessonFile, { params: file }, { as: other })).status).toBe(404);
      // A link has no bytes.
      const ofLink = { params: { id: lesson, n: 1 } };
      expect((await portal.call(downloadMaterial, ofLink, { as: students[0] })).status).toBe(404);
      expect((await portal.ops.teaching.removeLessonMaterial(file, { as: other })).status).toBe(404);
      expect((await portal.ops.teaching.removeLessonMaterial(file, { as: teacher })).body.materiais).toHaveLength(1);
      expect((await portal.ops.teaching.removeLessonMaterial(file, { as: teacher })).status).toBe(404);
      expect((await portal.call(downloadMaterial, { params: file }, { as: students[0] })).status).toBe(404);
      const empty = { conteudo: '', licao_de_casa: null, gravacao_url: '' };
      const none = { conteudo: null, licao_de_casa: null, gravacao_url: null };
      expect((await portal.ops.teaching.writeLesson({ ...params, ...empty }, { as: teacher })).body).toMatchObject(
        none,
      );
    });

    it('links, kinds and numbers of materials are validated', async () => {
      const { lesson } = await running();
      const params = { id: lesson };
      for (const url of ['http://a.example', 'javascript:alert(1)', 'https://', 'x', '']) {
        expect((await portal.ops.teaching.addLessonLink({ ...params, nome: 'x', url }, { as: teacher })).status).toBe(
          422,
        );
        if (url === '') continue;
        const { status } = await portal.ops.teaching.writeLesson({ ...params, gravacao_url: url }, { as: teacher });
        expect(status).toBe(422);
      }
      const form = new FormData();
      form.set('file', new File(['<script>1</script>'], 'a.pdf', { type: 'application/pdf' }));
      expect((await portal.call(uploadLessonFile, { params, body: form as never }, { as: teacher })).status).toBe(415);
      const add = () =>
        portal.ops.teaching.addLessonLink({ ...params, nome: 'x', url: 'https://a.example' }, { as: teacher });
      const answers = [];
      for (let index = 0; index < 11; index += 1) answers.push((await add()).status);
      expect(answers.at(-1)).toBe(409);
      expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    });
  });

  describe('a cancelled lesson', () => {
    it('TEACH-04 a cancelled lesson is notified once, and one lesson replaces it', async () => {
      const { id, lesson, next, students } = await running();
      const params = { id: next };
      const span = { inicio: at(2 * DAY_MS), fim: at(2 * DAY_MS + 60 * MINUTE) };
      const plan = (as = teacher) => portal.ops.teaching.addMakeUpLesson({ ...params, ...span }, { as });
      expect(await plan()).toMatchObject({ status: 409, body: { code: 'not_cancelled' } });
      const cancel = (of: number, motivo: string) =>
        portal.ops.teaching.cancelTaughtLesson({ id: of, motivo }, { as: teacher });
      expect((await cancel(next, '  ')).status).toBe(422);
      expect((await cancel(lesson, 'Febre')).status).toBe(409);
      await jobs();
      expect((await cancel(next, 'Febre')).body).toMatchObject({ cancelada: true, reposicao: null });
      await jobs();
      await jobs();
      const notices = await portal.ops.inbox.listNotices({ category: 'aula', limit: 50 }, { as: students[0] });
      expect(notices.body.items.filter(({ title }) => /cancelad/i.test(title))).toHaveLength(1);
      expect((await plan(other)).status).toBe(404);
      const planned = await plan();
      expect(planned.body.reposicao?.inicio).toBe(span.inicio);
      const twice = { ...span, inicio: at(3 * DAY_MS), fim: at(3 * DAY_MS + 60 * MINUTE) };
      const again = await portal.ops.teaching.addMakeUpLesson({ ...params, ...twice }, { as: teacher });
      expect(again).toMatchObject({ status: 409, body: { code: 'make_up_known' } });
      const seen = (await portal.call(getClass, { params: { id } }, { as: students[0] })).body.aulas;
      expect(seen.find(({ titulo }) => titulo.startsWith('Reposição: '))).toMatchObject({ inicio: span.inicio });
      const made = await read(planned.body.reposicao?.id ?? 0, teacher);
      expect(made.body.repoe).toMatchObject({ id: next });
    });
  });

  it.each(['0', 'abc', '1.5', '99999999999'])('API-94 refuses the id %s in words', async (id) => {
    const { status, body } = await read(id, teacher);
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\S/);
  });

  it('acts of staff are readable sentences in the log', async () => {
    const lines = await newestLines(portal);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap((entry) => rawIn(entry).map((raw) => [entry.acao, raw]))).toEqual([]);
  });
});
