import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { work } from '../support/broadcasts.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';
import { runningClass } from '../support/taught-class.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const words = { title: 'Prova na quinta', body: 'Tragam o livro, {primeiro_nome}.' };

describe.each(engines)('what the office does for a whole class on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('a message to a class reaches exactly its students, once for a key', async () => {
    const { id, students } = await runningClass(portal, JULIA);
    const key = crypto.randomUUID();
    const send = (body: object, as = HELENA, own = crypto.randomUUID()) =>
      portal.ops.broadcasts.messageClasses({ ids: [id], ...words, ...body }, withKey({ as, key: own }));
    const said = await send({}, HELENA, key);
    expect(said.body).toEqual({ detail: 'Mensagem a caminho de 2 pessoas.' });
    expect((await send({}, HELENA, key)).body).toEqual(said.body);
    await work(portal);
    const { db } = portal.school;
    const sent = await db.selectFrom('sendings').selectAll().where('title', '=', words.title).execute();
    expect(sent).toMatchObject([{ category: 'aula', by_mail: true, created_by: HELENA }]);
    const notices = await db
      .selectFrom('notices')
      .select('user_id')
      .where('sending_id', '=', sent[0]?.id ?? 0)
      .execute();
    expect(notices.map(({ user_id }) => user_id).toSorted()).toEqual(students.toSorted());
    expect((await send({ body: '{sobrenome}' })).status).toBe(422);
    expect((await send({ title: ' ' })).status).toBe(422);
    expect((await send({}, ANA)).status).toBe(403);
    expect((await send({}, await addStaff(portal, { rights: ['turmas'] }))).status).toBe(403);
    expect((await send({}, await addStaff(portal, { company: 103, rights: ['mensagens'] }))).status).toBe(404);
  });

  it('a message to people reaches exactly these, once for a key, within the reach of its author', async () => {
    const one = await addAccount(portal, { full_name: 'Yolanda Só' });
    const key = crypto.randomUUID();
    const send = (body: object, as = HELENA, own = crypto.randomUUID()) =>
      portal.ops.broadcasts.messagePeople({ ids: [one.id], ...words, ...body }, withKey({ as, key: own }));
    const said = await send({ title: 'Só para você' }, HELENA, key);
    expect(said.body).toEqual({ detail: 'Mensagem a caminho de 1 pessoa.' });
    expect((await send({ title: 'Só para você' }, HELENA, key)).body).toEqual(said.body);
    await work(portal);
    const { db } = portal.school;
    const notices = await db
      .selectFrom('notices')
      .select(['user_id', 'body', 'path'])
      .where('title', '=', 'Só para você')
      .execute();
    expect(notices).toEqual([{ user_id: one.id, body: 'Tragam o livro, Yolanda.', path: '/dashboard' }]);
    expect((await send({ body: ' ' })).status).toBe(422);
    expect((await send({ ids: [] })).status).toBe(422);
    expect((await portal.ops.broadcasts.messagePeople({ ids: [one.id], ...words })).status).toBe(401);
    expect((await send({}, ANA)).status).toBe(403);
    expect((await send({}, await addStaff(portal, { rights: ['alunos'] }))).status).toBe(403);
    expect((await send({}, await addStaff(portal, { company: 103, rights: ['mensagens'] }))).status).toBe(404);
    expect((await send({ ids: [one.id, 999_999] })).status).toBe(404);
  });

  it('candidates for a class are people of the unit without a class, or found by search', async () => {
    const { id, students } = await runningClass(portal, JULIA);
    const loose = await addAccount(portal, { full_name: 'Zulmira Sem Turma' });
    const list = async (q?: string, as = HELENA) =>
      (await portal.ops.teaching.listNewcomers({ id, ...(q && { q }) }, { as })).body.map((each) => each.id);
    const own = await list();
    expect(own).toContain(loose.id);
    expect(own).not.toContain(ANA);
    expect(await list('zulmira')).toEqual([loose.id]);
    expect((await portal.ops.teaching.listNewcomers({ id, q: 'ana sou' }, { as: HELENA })).body[0]).toMatchObject({
      id: ANA,
      turma: expect.any(String),
    });
    await portal.ops.teaching.enrollStudents({ id, ids: [loose.id] }, withKey({ as: HELENA }));
    expect(await list('zulmira')).toEqual([]);
    for (const student of students) expect(own).not.toContain(student);
    expect((await portal.ops.teaching.listNewcomers({ id }, { as: ANA })).status).toBe(403);
    const foreign = await addStaff(portal, { company: 103, rights: ['turmas'] });
    expect((await portal.ops.teaching.listNewcomers({ id }, { as: foreign })).status).toBe(404);
  });
});
