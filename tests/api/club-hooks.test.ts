import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateClub } from '../../src/lib/contract/account.ts';
import { confirmPresence, uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { refreshAndEarn } from '../../src/server/study/practice/progress.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { addMember, expectBooks } from '../support/points.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR = 3_600_000;

describe.each(engines)('where points are earned on %s (CLUB-01)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const later = (ms: number) => new Date(portal.clock.now.getTime() + ms).toISOString();

  /** A class of one member with an activity. */
  async function activityOf(user_id: number, tipo: 'presenca' | 'tarefa', prazo: string | null) {
    const { db } = portal.school;
    const turma = await db
      .insertInto('turmas')
      .values({
        company_id: 101,
        livro_id: 1,
        nome: 'Turma do clube',
        modalidade: 'online',
        somente_digital: true,
        inicio: '2026-01-01',
        fim: '2027-12-31',
        status: 'ativa',
        aulas_total: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const student = await db
      .insertInto('turma_alunos')
      .values({ turma_id: turma.id, user_id, status: 'ativa' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const aula = await db
      .insertInto('aulas')
      .values({ turma_id: turma.id, numero: 1, titulo: 'Aula 1', inicio: later(0), fim: later(HOUR), tipo: 'online' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const requested = await db
      .insertInto('turma_atividades')
      .values({
        turma_id: turma.id,
        aula_id: aula.id,
        titulo: 'Atividade',
        descricao: 'Teste',
        tipo,
        prazo,
        aceita_envio: true,
        formatos: '["pdf"]',
        tamanho_max_bytes: 1_000_000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const given = await db
      .insertInto('turma_aluno_atividades')
      .values({ turma_atividade_id: requested.id, turma_aluno_id: student.id, dispensada: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { requested: requested.id, given: given.id };
  }

  it('a confirmed presence earns points once', async () => {
    const id = await addMember(portal);
    const { requested } = await activityOf(id, 'presenca', null);
    const confirm = () =>
      portal.call(confirmPresence, { params: { id: requested }, body: { presente: true } }, { as: id });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await expectBooks(portal, id)).toBe(10);
  });

  it('an activity earns points if handed in by its deadline, and none after it', async () => {
    const id = await addMember(portal);
    const send = async (activity: number) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(pdf())]), 'a.pdf');
      const answer = await portal.call(uploadActivity, { params: { id: activity }, body }, { as: id });
      return [answer.status, answer.body.pontos_ganhos];
    };
    const inTime = await activityOf(id, 'tarefa', later(HOUR));
    const late = await activityOf(id, 'tarefa', later(-HOUR));
    expect([await send(inTime.given), await send(inTime.given), await send(late.given)]).toEqual([
      [200, 30],
      [200, 0],
      [200, 0],
    ]);
    expect(await expectBooks(portal, id)).toBe(30);
  });

  it('a finished level test earns points', async () => {
    const id = await addMember(portal);
    await takeLevelTest(portal, id, true);
    expect(await expectBooks(portal, id)).toBe(100);
  });

  it('a unit earns points when finished, and not again', async () => {
    const id = await addMember(portal);
    const { db } = portal.school;
    const livro = await db
      .insertInto('livros')
      .values({ codigo: `T${id}`, nome: 'Livro', linha: 'A', nivel_cefr: 'A1', capa_url: '/x.svg', unidades_total: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const unit = { livro_id: livro.id, numero: 1, titulo: 'Um', audios_total: 0, palavras_total: 0, testes_total: 0 };
    const { id: unidade } = await db.insertInto('unidades').values(unit).returning('id').executeTakeFirstOrThrow();
    const book = { uuid: `00000000-0000-4000-9000-${String(id).padStart(12, '0')}`, code: `CLUBE-${id}` };
    await db
      .insertInto('user_books')
      .values({ ...book, livro_id: livro.id, user_id: id, linked_at: later(0) })
      .execute();
    const told: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      told.push(
        await db
          .transaction()
          .execute((tx) => refreshAndEarn(tx, id, [unidade], portal.clock.now, 'America/Sao_Paulo')),
      );
    }
    expect(told).toEqual([[{ id: unidade, numero: 1, titulo: 'Um', pontos_ganhos: 120 }], [], []]);
    expect(await expectBooks(portal, id)).toBe(120);
  });

  it('a person who joins is a member from that day on; leaving keeps the points', async () => {
    const id = await addMember(portal, [[40]], { is_club: false, club_since: null });
    const put = (is_club: boolean) =>
      portal.call(updateClub, { body: { is_club, accepted_rules_version: '2026-01' } }, { as: id });
    const since = async () =>
      (await portal.school.db.selectFrom('users').select('club_since').where('id', '=', id).executeTakeFirstOrThrow())
        .club_since;
    await put(true);
    const first = await since();
    portal.clock.advance(HOUR);
    await put(true);
    expect([first === null, await since()]).toEqual([false, first]);
    await put(false);
    expect([await since(), await expectBooks(portal, id)]).toEqual([null, 40]);
  });
});
