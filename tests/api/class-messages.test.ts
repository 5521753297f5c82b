import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatPhone } from '../../src/lib/format/documents.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { addAccount } from '../support/accounts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { runningClass } from '../support/taught-class.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [TEACHER, HELENA] = [2, 7];
const KIND = 'mensagem_da_turma';
let mailbox = 0;

describe.each(engines)('messages of teachers to classes on %s', (engine) => {
  let portal: TestSchool;
  let teacher: number;
  let colleague: number;
  const teaches = async () => {
    const { id } = await addAccount(portal);
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: TEACHER }).execute();
    return id;
  };
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
    colleague = await teaches();
  });
  beforeEach(async () => {
    portal.clock.advance(MINUTE);
    await mailDeliveries(portal.school);
    teacher = await teaches();
  });
  afterAll(() => portal.close());

  /** A class of a minor, whose guardian has no account, and of an adult. */
  async function family(guardianMail?: string) {
    const taught = await runningClass(portal, teacher);
    const [child = 0, adult = 0] = taught.students;
    const email = guardianMail ?? `recado${++mailbox}@teste.example`;
    const guardian = { full_name: 'Sandra Nunes', cpf: '00000000191', email, phone: '11987650001', relation: 'Mãe' };
    const { db } = portal.school;
    await db
      .updateTable('users')
      .set({ full_name: `Davi Nunes ${mailbox}`, birth_date: '2014-03-02', guardian: JSON.stringify(guardian) })
      .where('id', '=', child)
      .execute();
    await db.updateTable('users').set({ birth_date: '1990-01-01' }).where('id', '=', adult).execute();
    return { ...taught, child, adult, email };
  }
  async function isMotherOf(mother: number, child: number) {
    const { db } = portal.school;
    await db.insertInto('related_users').values({ user_id: child, related_user_id: mother }).execute();
    await db
      .updateTable('drive_users')
      .set({ papel: 'responsavel' })
      .where('id', '=', ({ selectFrom }) => selectFrom('users').select('drive_user_id').where('id', '=', mother))
      .execute();
  }
  const setUser = (id: number, values: { birth_date?: string | null; guardian?: null; is_blocked?: boolean }) =>
    portal.school.db.updateTable('users').set(values).where('id', '=', id).execute();
  const ops = () => portal.ops.classMessages;
  const send = (id: number, more: object = {}, as = teacher) =>
    ops().sendClassMessage({ id, texto: 'Tragam o livro na quinta.', ...more }, withKey({ as }));
  const read = async (id: number, as = teacher) => (await ops().getClassMessage({ id }, { as })).body;
  async function sent(guardianMail?: string, prepare?: (child: number) => Promise<void>) {
    const made = await family(guardianMail);
    await prepare?.(made.child);
    const { status, body } = await send(made.id);
    expect(status).toBe(200);
    const { conversas } = await read(body.id);
    const of = (user: number) => conversas.find(({ aluno_id }) => aluno_id === user)?.id ?? 0;
    return { ...made, message: body.id, ofChild: of(made.child), ofAdult: of(made.adult) };
  }
  const answer = (id: number) => ops().answerThread({ id, texto: 'Combinado.' }, withKey({ as: teacher }));
  const reply = (id: number, as: number, texto = 'Pode deixar!') => ops().replyToThread({ id, texto }, withKey({ as }));

  it('TEACH-17 a class message reaches each student once, and the guardian of a minor by mail', async () => {
    const { child, adult, email, message } = await sent();
    expect(await notificationsOf(portal, child, KIND)).toMatchObject([{ body: 'Tragam o livro na quinta.' }]);
    expect(await notificationsOf(portal, adult, KIND)).toHaveLength(1);
    await mailDeliveries(portal.school);
    expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Mensagem do professor a Davi: /),
    ]);
    expect(await read(message)).toMatchObject({ alunos: 2, lidas: 0, propria: true });
  });

  it('a class message that is sent twice with one key is one message', async () => {
    const { id, adult } = await family();
    const input = { id, texto: 'Uma vez só.' };
    const key = withKey({ as: teacher });
    const answers = await Promise.all([ops().sendClassMessage(input, key), ops().sendClassMessage(input, key)]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await notificationsOf(portal, adult, KIND)).toHaveLength(1);
  });

  it('a minor whose guardian cannot be reached gets no class message', async () => {
    const { id, child, adult } = await family('');
    const { body } = await ops().getClassMessageForm({ id }, { as: teacher });
    expect(body).toMatchObject({ alunos: 1, menores: 0, sem_responsavel: [expect.stringContaining('Davi')] });
    await send(id);
    expect(await notificationsOf(portal, child, KIND)).toEqual([]);
    expect(await notificationsOf(portal, adult, KIND)).toHaveLength(1);
  });

  it('a class message of the night is sent when the quiet hours of the school end', async () => {
    const { id, email } = await family();
    const noon = portal.clock.now;
    portal.clock.now = new Date(noon.getTime() + 11 * 60 * MINUTE);
    await send(id);
    await mailDeliveries(portal.school);
    expect(await portal.mails(email)).toEqual([]);
    portal.clock.now = new Date(noon.getTime() + 21 * 60 * MINUTE);
    await mailDeliveries(portal.school);
    expect(await portal.mails(email)).toHaveLength(1);
  });

  it('only its recipients, its teacher and the office read a class message', async () => {
    const { id, message, ofChild, ofAdult, child, adult } = await sent();
    const statusOf = async (as: number, thread: number) => (await ops().getThread({ id: thread }, { as })).status;
    expect(await Promise.all([statusOf(child, ofChild), statusOf(adult, ofAdult)])).toEqual([200, 200]);
    const outsider = (await addAccount(portal)).id;
    const listed = async (as: number) => (await ops().listOwnThreads({}, { as })).body.conversas.map((each) => each.id);
    expect(await Promise.all([child, adult, outsider, teacher].map(listed))).toEqual([[ofChild], [ofAdult], [], []]);
    // A school that switched messages off takes no answer.
    const { escola_id } = await portal.school.db
      .selectFrom('turmas')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .select('companies.escola_id')
      .where('turmas.id', '=', id)
      .executeTakeFirstOrThrow();
    await portal.school.db.insertInto('notice_kinds_off').values({ escola_id, kind: KIND }).execute();
    expect((await ops().listOwnThreads({}, { as: adult })).body).toEqual({ conversas: [], desligadas: [escola_id] });
    expect((await ops().listOwnThreads({}, { as: outsider })).body).toEqual({ conversas: [], desligadas: [] });
    await portal.school.db.deleteFrom('notice_kinds_off').where('escola_id', '=', escola_id).execute();
    const refused = [outsider, colleague, teacher, child].map((as) => statusOf(as, ofAdult));
    expect(await Promise.all(refused)).toEqual([404, 404, 404, 404]);
    const messageStatus = async (as: number) => (await ops().getClassMessage({ id: message }, { as })).status;
    expect(await Promise.all([teacher, HELENA, colleague, adult].map(messageStatus))).toEqual([200, 200, 404, 404]);
    // A substitute gives one lesson of the class.
    await portal.school.db
      .updateTable('aulas')
      .set({ professor_user_id: colleague })
      .where('turma_id', '=', id)
      .execute();
    expect(await messageStatus(colleague)).toBe(404);
    expect((await send(id, {}, colleague)).status).toBe(404);
    // Who left reads nothing more.
    await portal.school.db
      .updateTable('turma_alunos')
      .set({ status: 'concluida' })
      .where('turma_id', '=', id)
      .where('user_id', '=', adult)
      .execute();
    expect(await statusOf(adult, ofAdult)).toBe(404);
    expect((await reply(ofAdult, adult)).status).toBe(404);
    expect(await listed(adult)).toEqual([]);
  });

  it('a guardian with an account reads the thread of the child, and each is notified of the other’s messages', async () => {
    const { ofChild, ofAdult, child, message } = await sent();
    const { id: mother } = await addAccount(portal);
    await isMotherOf(mother, child);
    expect((await ops().getThread({ id: ofChild }, { as: mother })).body).toMatchObject({ papel: 'responsavel' });
    expect((await ops().getThread({ id: ofAdult }, { as: mother })).status).toBe(404);
    expect((await ops().listOwnThreads({}, { as: mother })).body.conversas.map((each) => each.id)).toEqual([ofChild]);
    expect((await reply(ofChild, child)).status).toBe(200);
    expect((await notificationsOf(portal, mother, KIND)).map(({ title }) => title)).toEqual([
      'Davi respondeu ao professor',
    ]);
    expect((await reply(ofChild, mother, 'Ele leva.')).status).toBe(200);
    expect((await notificationsOf(portal, child, KIND)).map(({ title }) => title)).toContain(
      'Seu responsável respondeu ao professor',
    );
    expect(await notificationsOf(portal, teacher, 'resposta_da_turma')).toHaveLength(2);
    await ops().answerThread({ id: ofChild, texto: 'Ótimo!' }, withKey({ as: teacher }));
    expect((await notificationsOf(portal, mother, KIND)).map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^Resposta do professor a Davi/),
    );
    const { conversas } = await read(message);
    expect(conversas.find(({ id }) => id === ofChild)?.respostas.map(({ papel }) => papel)).toEqual([
      ...['aluno', 'responsavel', 'professor'],
    ]);
  });

  it('the guardian is not notified of answers once the student is of age', async () => {
    const { ofChild, child, email } = await sent();
    await mailDeliveries(portal.school);
    await setUser(child, { birth_date: '2000-01-01' });
    expect((await answer(ofChild)).status).toBe(200);
    await mailDeliveries(portal.school);
    expect(await portal.mails(email)).toHaveLength(1);
    expect((await ops().getThread({ id: ofChild }, { as: child })).body).toMatchObject({ com_responsavel: false });
  });

  it('a thread with a minor is closed once the guardian’s account is blocked', async () => {
    const { id: mother } = await addAccount(portal);
    const { ofChild, child } = await sent('', (id) => isMotherOf(mother, id));
    expect((await answer(ofChild)).status).toBe(200);
    await setUser(mother, { is_blocked: true });
    const refused = [await answer(ofChild), await reply(ofChild, child)];
    expect(refused.map(({ body }) => body.code)).toEqual(['without_guardian', 'without_guardian']);
  });

  it('the guardian’s account gets class messages to a student of unknown age too', async () => {
    const { id: mother } = await addAccount(portal);
    const { ofChild } = await sent('', async (id) => {
      await isMotherOf(mother, id);
      await setUser(id, { birth_date: null, guardian: null });
    });
    expect(await notificationsOf(portal, mother, KIND)).toHaveLength(1);
    expect((await ops().getThread({ id: ofChild }, { as: mother })).body).toMatchObject({ papel: 'responsavel' });
  });

  it('a thread closes when the student pauses or is blocked, and a finished class gets no message', async () => {
    const { id, message, ofAdult, ofChild, adult, child } = await sent();
    await reply(ofAdult, adult);
    const { db } = portal.school;
    await db.updateTable('turma_alunos').set({ status: 'trancada' }).where('user_id', '=', adult).execute();
    await setUser(child, { is_blocked: true });
    expect([(await answer(ofAdult)).status, (await answer(ofChild)).status]).toEqual([409, 409]);
    const { conversas } = await read(message);
    expect(conversas.map(({ encerrada, espera }) => [encerrada, espera])).toEqual([
      ...[
        ['aluno', false],
        ['aluno', false],
      ],
    ]);
    await db.updateTable('turmas').set({ status: 'concluida' }).where('id', '=', id).execute();
    expect((await send(id)).body).toMatchObject({ code: 'class_over' });
    expect((await ops().getClassMessageForm({ id }, { as: teacher })).body).toMatchObject({ pode: false });
  });

  it('undoing an enrollment keeps a student who got a class message', async () => {
    const { id } = await family();
    const { id: late } = await addAccount(portal);
    const { body } = await portal.ops.teaching.enrollStudents({ id, ids: [late] }, withKey({ as: HELENA }));
    await send(id);
    expect(await notificationsOf(portal, late, KIND)).toHaveLength(1);
    const undone = await portal.ops.teaching.undoEnrollments({ desfazer: body.desfazer ?? '' }, { as: HELENA });
    expect(undone.body).toEqual({ ids: [] });
  });

  it('an answer is open for the teacher until it is answered or marked as done', async () => {
    const { ofAdult, ofChild, adult, child } = await sent();
    const waiting = async () => (await ops().listOwnClassMessages({ limit: 1 }, { as: teacher })).body.esperam;
    const before = await waiting();
    await reply(ofAdult, adult);
    await reply(ofChild, child);
    expect(await waiting()).toBe(before + 2);
    await ops().answerThread({ id: ofAdult, texto: 'Combinado.' }, withKey({ as: teacher }));
    expect((await ops().markThreadAnswered({ id: ofChild }, { as: HELENA })).status).toBe(409);
    expect(await waiting()).toBe(before + 1);
    await ops().markThreadAnswered({ id: ofChild }, { as: teacher });
    expect(await waiting()).toBe(before);
    await reply(ofAdult, adult);
    const { now } = portal.clock;
    portal.clock.advance(15 * DAY);
    expect(await waiting()).toBe(0);
    portal.clock.now = now;
  });

  it('an opened message counts as read, and students without delivery are listed after an hour', async () => {
    const { message, ofAdult, adult, child } = await sent();
    await ops().markThreadRead({ id: ofAdult }, { as: adult });
    portal.clock.advance(61 * MINUTE);
    const { lidas, conversas } = await read(message, HELENA);
    expect(lidas).toBe(1);
    expect(conversas.filter(({ sem_aviso }) => sem_aviso).map(({ aluno_id }) => aluno_id)).toEqual([child]);
    await mailDeliveries(portal.school);
    expect((await read(message)).conversas.some(({ sem_aviso }) => sem_aviso)).toBe(false);
  });

  it('a message delayed to the morning is late an hour after it, with the telephone of a minor’s guardian', async () => {
    const { id, child } = await family();
    const noon = portal.clock.now;
    portal.clock.now = new Date(noon.getTime() + 11 * 60 * MINUTE);
    const { body } = await send(id);
    const late = async () => (await read(body.id, HELENA)).conversas.filter(({ sem_aviso }) => sem_aviso);
    portal.clock.advance(2 * 60 * MINUTE);
    expect(await late()).toEqual([]);
    portal.clock.now = new Date(noon.getTime() + 24 * 60 * MINUTE);
    expect((await late()).find(({ aluno_id }) => aluno_id === child)?.telefone).toBe(formatPhone('11987650001'));
  });

  it.each([
    ['the teacher', () => teacher, 'professor'],
    ['the office', () => HELENA, 'escola'],
  ])('%s closes a thread, and nobody can write any more', async (_who, who, ended) => {
    const { message, ofAdult, adult } = await sent();
    const { body } = await ops().endThreads({ id: message }, { as: who() });
    expect(body).toEqual({ encerradas: 2 });
    const answers = [
      await reply(ofAdult, adult),
      await ops().answerThread({ id: ofAdult, texto: 'Mais uma coisa' }, withKey({ as: teacher })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect((await ops().getThread({ id: ofAdult }, { as: adult })).body).toMatchObject({ encerrada: ended });
  });

  it('a thread closes 14 days after the last message, and with a new teacher of the class', async () => {
    const { id, ofAdult, ofChild, adult, child } = await sent();
    const { now } = portal.clock;
    portal.clock.advance(10 * DAY);
    expect((await reply(ofAdult, adult)).status).toBe(200);
    portal.clock.advance(5 * DAY);
    expect((await reply(ofChild, child)).status).toBe(409);
    expect((await reply(ofAdult, adult)).status).toBe(200);
    portal.clock.now = new Date(now.getTime() + MINUTE);
    await portal.school.db.updateTable('turmas').set({ professor_user_id: colleague }).where('id', '=', id).execute();
    expect((await reply(ofAdult, adult)).status).toBe(409);
  });

  it('the office cannot write or answer class messages, and reads a thread that a family reports', async () => {
    const { id, message, ofAdult, adult } = await sent();
    expect((await send(id, {}, HELENA)).status).toBe(409);
    expect((await ops().answerThread({ id: ofAdult, texto: 'Oi' }, withKey({ as: HELENA }))).status).toBe(409);
    await ops().reportThread({ id: ofAdult }, { as: adult });
    await ops().reportThread({ id: ofAdult }, { as: adult });
    expect(await notificationsOf(portal, HELENA, `conversa_denunciada:${ofAdult}`)).toHaveLength(1);
    const isReported = async (as: number) => (await read(message, as)).conversas.some(({ denunciada }) => denunciada);
    expect([await isReported(HELENA), await isReported(teacher)]).toEqual([true, false]);
    const { body } = await portal.ops.teaching.getSchoolClass({ id }, { as: HELENA });
    expect(body.mensagens).toMatchObject([{ id: message, denunciadas: 1 }]);
    const person = await portal.ops.students.getPerson({ id: adult }, { as: HELENA });
    expect(person.body.conversas).toMatchObject([{ id: message }]);
  });

  it('the record of a student lists only the beginning of a class message', async () => {
    const { id, adult } = await family();
    await send(id, { texto: 'palavra '.repeat(50) });
    const { body } = await portal.ops.students.getPerson({ id: adult }, { as: HELENA });
    expect(body.conversas.map(({ texto }: { texto: string }) => texto.length)).toEqual([expect.closeTo(60, -1)]);
  });

  it('a school that switched class messages off sends none', async () => {
    const { id } = await family();
    const { ofAdult, adult } = await sent();
    const put = (enabled: boolean) => portal.ops.inbox.updateNoticeKind({ kind: KIND, enabled }, { as: HELENA });
    await put(false);
    expect((await send(id)).status).toBe(409);
    expect([(await reply(ofAdult, adult)).status, (await answer(ofAdult)).status]).toEqual([409, 409]);
    expect((await ops().getClassMessageForm({ id }, { as: teacher })).body).toMatchObject({ ligado: false });
    await put(true);
    expect((await send(id)).status).toBe(200);
  });

  it.each([
    ['no words', { texto: ' ' }, 'texto'],
    ['too many', { texto: 'x'.repeat(1501) }, 'texto'],
    ['a lesson of another class', { aula: 1 }, 'aula'],
  ])('refuses %s at its field', async (_what, wrong, field) => {
    const { id } = await family();
    const { status, body } = await send(id, wrong);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('the messages of a person are limited', async () => {
    const { ofAdult, adult } = await sent();
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1) statuses.push((await reply(ofAdult, adult)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
