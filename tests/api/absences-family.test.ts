import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { helena: 7 };
/** Evening class, lessons in a room, and the class online of the same book. */
const [EVENING, ONLINE] = [1, 2];
const DAVI = 102;
const DAY = 86_400_000;

describe.each(engines)('absences of a child on %s', (engine) => {
  let portal: TestSchool;
  let count = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // Two at night: the demo school has no lesson at the times used here, at whatever hour the tests run.
    portal.clock.now = new Date(new Date(portal.clock.now).setUTCHours(24 + 5, 0, 0, 0));
  });
  afterAll(() => portal.close());

  const list = (id: number, as?: number) => portal.ops.absences.listAbsences({ id }, { as });
  const tell = (id: number, aula_id: number, as?: number, motivo = 'Consulta médica') =>
    portal.ops.absences.reportAbsence({ id, aula_id, motivo }, { as });
  const makeUps = async (as: number, criancas = true) =>
    (await portal.ops.absences.listMakeUps({ criancas }, { as })).body;
  const book = (id: number, aula_id_destino: number, as?: number, aula_id?: number) =>
    portal.ops.absences.bookReplacement({ id, aula_id_destino, aula_id }, { as });

  /** A lesson of a class some days from now. */
  async function addLesson(days: number, turma_id = EVENING, hours = 1): Promise<number> {
    const start = portal.clock.now.getTime() + days * DAY;
    count += 1;
    const { id } = await portal.school.db
      .insertInto('aulas')
      .values({
        ...{ turma_id, numero: 500 + count, titulo: `Lesson ${count}`, conteudo: null, unidade_id: null },
        inicio: new Date(start).toISOString(),
        fim: new Date(start + hours * 3_600_000).toISOString(),
        ...{ tipo: turma_id === ONLINE ? ('online' as const) : ('presencial' as const), cancelada_em: null },
        link_reuniao: turma_id === ONLINE ? 'https://reuniao.demo.example/extra' : null,
        ...{ gravacao_url: null, licao_de_casa: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  /** A student of the evening class who missed a lesson three days ago. */
  async function addMissing() {
    const { id: user } = await addAccount(portal);
    const { id } = await portal.school.db
      .insertInto('turma_alunos')
      .values({ turma_id: EVENING, user_id: user, status: 'ativa' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const missed = await addLesson(-3);
    await portal.school.db
      .insertInto('presencas')
      .values({ aula_id: missed, turma_aluno_id: id, status: 'falta', confirmada_em: null, origem: 'professor' })
      .execute();
    return { user, id, missed };
  }
  const one = async (id: number, aula: number, as: number) =>
    (await list(id, as)).body.ausencias.find((each) => each.aula.aula_id === aula);

  it('a guardian reports an absence of a child and books a replacement, and the office reads by whom', async () => {
    const { user, id, missed } = await addMissing();
    const cpf = '86288366757';
    const mother = await addAccount(portal, { cpf, email_verified: true, full_name: 'Sandra Alves' });
    const guardian = { full_name: 'Sandra Alves', cpf, email: mother.email, phone: '1', relation: 'Mãe' };
    const birth = { birth_date: '2014-05-05', guardian: JSON.stringify(guardian) };
    const isTheirs = async () => (await list(id, mother.id)).status;
    expect(await isTheirs()).toBe(404);
    await portal.school.db.updateTable('users').set(birth).where('id', '=', user).execute();
    expect(await isTheirs()).toBe(200);
    const notified = await tell(id, missed, mother.id, 'Consulta no dentista');
    expect(notified.body).toMatchObject({ status: 'avisada' });
    expect(await one(id, missed, user)).toMatchObject({ motivo: 'Consulta no dentista' });
    const office = await portal.ops.absences.listSchoolAbsences({ q: '', limit: 100 }, { as: people.helena });
    expect(office.body.items.find((each) => each.id === notified.body.id)).toMatchObject({
      aluno: { user_id: user },
      responsavel: 'Sandra Alves',
    });
    // A child of eleven joins children: the lessons of the class online are of its book, and their ages are unknown.
    await portal.school.db
      .updateTable('users')
      .set({ birth_date: '2014-06-06' })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('turma_alunos').select('user_id').where('turma_id', '=', ONLINE),
      )
      .execute();
    const target = await addLesson(3, ONLINE);
    // The home offers it to both; the list of children only to the guardian.
    const offered = { user_id: user, turma_aluno_id: id, aula: { aula_id: missed } };
    expect(await makeUps(mother.id)).toMatchObject([offered]);
    expect(await makeUps(user, false)).toMatchObject([offered]);
    expect(await makeUps(mother.id, false)).toEqual([]);
    expect(await makeUps(people.helena)).toEqual([]);
    expect((await portal.ops.absences.listMakeUps({})).status).toBe(401);
    expect((await book(id, target, mother.id, missed)).body).toMatchObject({ status: 'marcada' });
    const booked = await portal.ops.absences.listSchoolReplacements({ q: '', limit: 100 }, { as: people.helena });
    expect(booked.body.items.find((each) => each.aluno.user_id === user)?.responsavel).toBe('Sandra Alves');
    // Once booked, nothing is offered.
    expect(await makeUps(mother.id)).toEqual([]);
    // Refused for another child and by another guardian.
    expect((await tell(DAVI, missed, mother.id)).status).toBe(404);
    expect((await book(DAVI, target, mother.id)).status).toBe(404);
    await portal.school.db.updateTable('users').set({ birth_date: '2001-05-05' }).where('id', '=', user).execute();
    expect(await isTheirs()).toBe(404);
    // After a yes at 18 the guardian sees absences, but cannot act.
    await portal.ops.account.setFamilyChoice({ pode_ver: true }, { as: user });
    expect(await isTheirs()).toBe(200);
    expect((await tell(id, missed, mother.id)).status).toBe(404);
    expect((await book(id, target, mother.id, missed)).status).toBe(404);
  });
});
