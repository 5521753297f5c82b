import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getGrades } from '../../src/lib/contract/pedagogico.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher } from '../support/staff.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const CLASS = 1;
const params = { id: CLASS };

describe.each(engines)('the grade sheet on %s', (engine) => {
  let portal: TestSchool;
  let stranger: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    await jobs();
    stranger = await addTeacher(portal);
  });
  beforeEach(() => portal.clock.advance(60_000));
  afterAll(() => portal.close());

  const jobs = () => portal.mails('nobody@escola.example');
  const sheet = async () => (await portal.ops.teaching.getGradeSheet(params, { as: JULIA })).body;
  const column = (nome: string, more = {}) => ({
    nome,
    habilidade: 'speaking' as const,
    data: '2026-11-20',
    nota_maxima: 10,
    peso: 1,
    ...more,
  });
  /** A period of its own with one column. */
  const made = async (nome: string) => {
    const period = await portal.ops.teaching.addPeriod({ ...params, nome }, { as: JULIA });
    expect(period.status, period.body.detail).toBe(200);
    const { id } = period.body;
    const test = await portal.ops.teaching.addAssessment({ id, ...column(`Oral ${nome}`) }, { as: JULIA });
    expect(test.status, test.body.detail).toBe(200);
    return { period: id, test: test.body.id };
  };
  const anas = async () => {
    const row = await portal.school.db
      .selectFrom('turma_alunos')
      .select('id')
      .where('user_id', '=', ANA)
      .where('turma_id', '=', CLASS)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  /** No job runs in between: an act notifies at once. */
  const told = async (periodo: string) => {
    const { body } = await portal.ops.inbox.listNotices({ category: 'aula', limit: 100 }, { as: ANA });
    return body.items.filter(({ body: words }) => words.includes(periodo)).length;
  };

  it('the grade sheet stores, changes and removes grades', async () => {
    const { test } = await made('Prova A');
    const turma_aluno_id = await anas();
    const save = (nota: number | null) =>
      portal.ops.teaching.saveGrades(
        { ...params, notas: [{ turma_aluno_id, avaliacao_id: test, nota }] },
        { as: JULIA },
      );
    const gradeNow = async () => (await sheet()).notas.find(({ avaliacao_id }) => avaliacao_id === test)?.nota;
    expect((await save(7.25)).body).toMatchObject({ salvas: 1, recusadas: [] });
    expect(await gradeNow()).toBe(7.25);
    await save(0);
    expect(await gradeNow()).toBe(0);
    await save(null);
    expect(await gradeNow()).toBeUndefined();
    const lines = await portal.school.db
      .selectFrom('audit_log')
      .select(['data', 'about_user_id'])
      .where('action', '=', 'grades-save')
      .orderBy('id')
      .execute();
    expect(lines.map(({ data }) => JSON.parse(data ?? '{}').depois['Oral Prova A'])).toEqual([7.25, 0, null]);
    expect(lines[0]?.about_user_id).toBe(ANA);
  });

  it('the grade sheet saves valid grades, and refuses the others by cell', async () => {
    const { test } = await made('Prova B');
    const turma_aluno_id = await anas();
    const foreign = await portal.school.db
      .selectFrom('turma_alunos')
      .select('id')
      .where('turma_id', '<>', CLASS)
      .executeTakeFirstOrThrow();
    const notas = [
      { turma_aluno_id, avaliacao_id: test, nota: 9 },
      { turma_aluno_id, avaliacao_id: 110, nota: 11 },
      { turma_aluno_id: foreign.id, avaliacao_id: test, nota: 9 },
      { turma_aluno_id, avaliacao_id: 999_999, nota: 9 },
    ];
    const { body } = await portal.ops.teaching.saveGrades({ ...params, notas }, { as: JULIA });
    expect(body.salvas).toBe(1);
    expect(body.recusadas.map(({ avaliacao_id }) => avaliacao_id)).toEqual([110, test, 999_999]);
    for (const nota of [-1, 1001, 'x']) {
      const wrong = { notas: [{ turma_aluno_id, avaliacao_id: test, nota: nota as number }] };
      expect((await portal.ops.teaching.saveGrades({ ...params, ...wrong }, { as: JULIA })).status).toBe(422);
    }
  });

  it('TEACH-07 students see grades from the release of the period on, and are notified once', async () => {
    const { period, test } = await made('Recuperação');
    const turma_aluno_id = await anas();
    const save = (nota: number) =>
      portal.ops.teaching.saveGrades(
        { ...params, notas: [{ turma_aluno_id, avaliacao_id: test, nota }] },
        { as: JULIA },
      );
    const seen = async () => {
      const { body } = await portal.call(getGrades, { params }, { as: ANA });
      return body.periodos.find(({ id }) => id === period)?.avaliacoes[0]?.nota;
    };
    await save(6);
    expect(await seen()).toBeNull();
    expect(await told('Recuperação')).toBe(0);
    const release = (liberado: boolean) => portal.ops.teaching.releasePeriod({ id: period, liberado }, { as: JULIA });
    expect((await release(true)).body.liberado_em).not.toBeNull();
    expect(await seen()).toBe(6);
    expect(await told('Recuperação')).toBe(1);
    await save(6.5);
    await release(false);
    expect(await seen()).toBeNull();
    portal.clock.advance(60_000);
    await release(true);
    expect(await seen()).toBe(6.5);
    expect(await told('Recuperação')).toBe(1);
  });

  it('columns of the grade sheet are renamed, limited and removed without losing grades', async () => {
    const { period, test } = await made('Colunas');
    const twin = await portal.ops.teaching.addAssessment({ id: period, ...column('oral colunas') }, { as: JULIA });
    expect(twin.status).toBe(409);
    const again = await portal.ops.teaching.addPeriod({ ...params, nome: 'COLUNAS' }, { as: JULIA });
    expect(again.status).toBe(409);
    const turma_aluno_id = await anas();
    await portal.ops.teaching.saveGrades(
      { ...params, notas: [{ turma_aluno_id, avaliacao_id: test, nota: 8 }] },
      { as: JULIA },
    );
    const change = (more: object) =>
      portal.ops.teaching.updateAssessment({ id: test, ...column('Oral final', more) }, { as: JULIA });
    expect((await change({ peso: 3 })).body).toMatchObject({ nome: 'Oral final', peso: 3 });
    expect((await change({ nota_maxima: 5 })).status).toBe(422);
    expect((await change({ data: '2026-02-31' })).status).toBe(422);
    const remove = (query: { com_notas?: 'sim' }) =>
      portal.ops.teaching.removeAssessment({ id: test, ...query }, { as: JULIA });
    expect((await remove({})).status).toBe(409);
    expect((await remove({ com_notas: 'sim' })).status).toBe(200);
    expect((await remove({})).status).toBe(404);
  });

  it('only the teacher of the class and its office reach the grade sheet', async () => {
    const { period, test } = await made('De quem');
    const noRight = await addStaff(portal, { rights: ['pedidos'] });
    for (const as of [stranger, noRight, ANA, undefined]) {
      const sent = as === undefined ? {} : { as };
      const notas = [{ turma_aluno_id: 1, avaliacao_id: test, nota: 1 }];
      const answers = await Promise.all([
        portal.ops.teaching.getGradeSheet(params, sent),
        portal.ops.teaching.saveGrades({ ...params, notas }, sent),
        portal.ops.teaching.addPeriod({ ...params, nome: 'x' }, sent),
        portal.ops.teaching.releasePeriod({ id: period, liberado: true }, sent),
        portal.ops.teaching.addAssessment({ id: period, ...column('x') }, sent),
        portal.ops.teaching.updateAssessment({ id: test, ...column('x') }, sent),
        portal.ops.teaching.removeAssessment({ id: test }, sent),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (as === undefined ? 401 : 404)));
      const { status } = await portal.ops.teaching.listNeedsWord({ turma: CLASS }, sent);
      expect(status).toBe(as === undefined ? 401 : as === stranger ? 404 : 403);
    }
    expect((await portal.ops.teaching.getGradeSheet(params, { as: HELENA })).status).toBe(200);
  });

  it('the grade sheet lists students who need attention, with reasons', async () => {
    const { db } = portal.school;
    const turma_aluno_id = await anas();
    const ofAna = async () =>
      (await portal.ops.teaching.listNeedsWord({ turma: CLASS }, { as: JULIA })).body.alunos.find(
        (each) => each.turma_aluno_id === turma_aluno_id,
      );
    await db
      .updateTable('presencas')
      .set({ status: 'presente' })
      .where('turma_aluno_id', '=', turma_aluno_id)
      .execute();
    await db.updateTable('turma_atividades').set({ prazo: null }).where('turma_id', '=', CLASS).execute();
    expect(await ofAna()).toBeUndefined();
    await db.updateTable('presencas').set({ status: 'falta' }).where('turma_aluno_id', '=', turma_aluno_id).execute();
    const past = new Date(portal.clock.now.getTime() - 86_400_000).toISOString();
    await db
      .updateTable('turma_atividades')
      .set({ prazo: past })
      .where('turma_id', '=', CLASS)
      .where('aceita_envio', '=', true)
      .execute();
    await db.deleteFrom('dias_de_estudo').where('user_id', '=', ANA).execute();
    expect(await ofAna()).toMatchObject({ frequencia: 0, motivos: ['frequencia', 'atrasos', 'pratica'] });
    const { body } = await portal.ops.teaching.listNeedsWord({}, { as: JULIA });
    expect(body.alunos[0]?.motivos).toHaveLength(3);
    expect((await portal.ops.teaching.listNeedsWord({}, { as: ANA })).status).toBe(403);
    // The office teaches no class of its own.
    expect((await portal.ops.teaching.listNeedsWord({}, { as: HELENA })).body).toEqual({ alunos: [], turmas: 0 });
  });

  it('acts of staff are readable sentences in the log', async () => {
    const lines = await newestLines(portal);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap((entry) => rawIn(entry).map((raw) => [entry.acao, raw]))).toEqual([]);
  });
});
