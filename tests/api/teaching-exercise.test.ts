import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClass, uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const [ANA, BRUNO, JULIA] = [1, 2, 9];
const CLASS = 1;
const DAY_MS = 86_400_000;
const QUESTIONS = 'She ___ a teacher. | is | are | am # “She” pede “is”.\nI ___ from Brazil. | am / ’m';
/** By question: the choices are in alphabetical order. */
const RIGHT = [
  { questao_id: 1, resposta: '3' },
  { questao_id: 2, resposta: 'AM' },
];
type Input = Omit<InputOf<'teaching.createWork'> & object, 'id'>;

describe.each(engines)('exercises of classes on %s', (engine) => {
  let portal: TestSchool;
  /** A classmate of Ana. */
  let other: { user_id: number; id: number };
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    other = await portal.school.db
      .selectFrom('turma_alunos')
      .select(['user_id', 'id'])
      .where('turma_id', '=', CLASS)
      .where('status', '=', 'ativa')
      .where('user_id', '<>', ANA)
      .executeTakeFirstOrThrow();
  });
  afterAll(() => portal.close());

  const input = (more: Partial<Input> = {}): Input => ({
    titulo: `Verb to be ${crypto.randomUUID().slice(0, 8)}`,
    descricao: 'Responda.',
    tipo: 'exercicio',
    dia: new Date(portal.clock.now.getTime() + 3 * DAY_MS).toISOString().slice(0, 10),
    hora: '12:00',
    unidade_id: null,
    nota_maxima: 20,
    vale_pontos: true,
    perguntas: QUESTIONS,
    ...more,
  });
  const create = (more: Partial<Input> = {}) =>
    portal.ops.teaching.createWork({ id: CLASS, ...input(more) }, { as: JULIA });
  const make = async (more: Partial<Input> = {}) => {
    const { status, body } = await create(more);
    expect(status, body.detail).toBe(200);
    return body;
  };
  const workOf = async (workId: number, as = ANA) => {
    const { body } = await portal.call(getClass, { params: { id: CLASS } }, { as });
    const own = body.atividades.find(({ turma_atividade_id }) => turma_atividade_id === workId);
    if (!own) throw new Error('not on the page');
    return own;
  };
  const read = async (id: number, as = ANA) => (await portal.ops.pedagogico.getExercise({ id }, { as })).body;
  const submit = (id: number, respostas: object[], as = ANA) =>
    portal.ops.pedagogico.submitExercise({ id, respostas: respostas as typeof RIGHT }, { as });
  const handInBlank = async (id: number) => {
    const { questoes } = await read(id);
    return submit(
      id,
      questoes.map((each) => ({ questao_id: each.id, resposta: '' })),
    );
  };
  const results = async (id: number) => (await portal.ops.teaching.getClassWork({ id }, { as: JULIA })).body;
  const points = async (id: number) =>
    portal.school.db
      .selectFrom('point_entries')
      .select('pontos')
      .where('chave', '=', `atividade:atividade:${id}:user:${ANA}`)
      .execute();

  it('TEACH-14 an exercise is set, answered once, corrected at once, and shown in the grade sheet', async () => {
    const work = await make();
    const own = await workOf(work.id);
    expect(own).toMatchObject({ tipo: 'exercicio', status: 'pendente', aceita_envio: false, formatos: [] });
    const paper = await read(own.id);
    expect(paper).toMatchObject({ titulo: work.titulo, nota_maxima: 20, feito: null });
    expect(JSON.stringify(paper), 'the key stays at the school').not.toContain('pede');

    const answer = await submit(own.id, [...RIGHT.slice(0, 1), { questao_id: 2, resposta: 'are' }]);
    expect(answer.body).toEqual({
      nota: 10,
      pontos_ganhos: 30,
      itens: [
        { questao_id: 1, certa: true, resposta_certa: null, explicacao: '“She” pede “is”.' },
        { questao_id: 2, certa: false, resposta_certa: 'am', explicacao: 'Resposta: am, ou ’m.' },
      ],
    });
    const { pontos_ganhos: _once, ...corrected } = answer.body;
    expect((await submit(own.id, RIGHT)).body, 'the first answers stand').toEqual(corrected);
    expect((await read(own.id)).feito).toEqual({ ...corrected, respostas: { 1: '3', 2: 'are' } });
    expect(await workOf(work.id)).toMatchObject({ status: 'corrigida', nota: 10, nota_maxima: 20 });
    expect(await points(own.id)).toHaveLength(1);

    const classmate = await workOf(work.id, other.user_id);
    await submit(classmate.id, RIGHT, other.user_id);
    const seen = await results(work.id);
    expect(seen).toMatchObject({ entregues: 2, corrigidas: 2, a_corrigir: 0 });
    expect(seen.entregas.map(({ nota, atrasada }) => [nota, atrasada]).toSorted()).toEqual([
      [10, false],
      [20, false],
    ]);
    expect(seen.exercicio?.respondidas).toBe(2);
    expect(seen.exercicio?.questoes.map(({ certas }) => certas)).toEqual([2, 1]);
    const detail = (await portal.ops.teaching.getHandedIn({ id: own.id }, { as: JULIA })).body.trabalho;
    expect(detail.respostas.map(({ resposta, certa }) => [resposta, certa])).toEqual([
      ['is', true],
      ['are', false],
    ]);

    const period = await portal.ops.teaching.addPeriod({ id: CLASS, nome: 'Exercícios' }, { as: JULIA });
    const column = { nome: 'Verb to be', habilidade: 'grammar' as const, data: '2026-06-01', nota_maxima: 10, peso: 1 };
    const sheet = async () => (await portal.ops.teaching.getGradeSheet({ id: CLASS }, { as: JULIA })).body;
    expect(period.status, period.body.detail).toBe(200);
    const { periodos } = await sheet();
    await portal.ops.teaching.addAssessment({ id: periodos.at(-1)?.id ?? 0, ...column }, { as: JULIA });
    const added = (await sheet()).periodos.at(-1)?.avaliacoes[0];
    const brought = await portal.ops.teaching.bringMarks({ id: added?.id ?? 0, atividade_id: work.id }, { as: JULIA });
    expect(brought.body).toEqual({ trazidas: 2 });
  });

  it('an exercise takes the questions of a test of the class’s book, with their kinds', async () => {
    const { testes } = (await portal.ops.teaching.listClassWork({ id: CLASS }, { as: JULIA })).body;
    const work = await make({ teste_id: testes[0]?.id ?? 0, perguntas: null });
    const { questoes } = await read((await workOf(work.id)).id);
    expect(new Set(questoes.map(({ tipo }) => tipo)).size).toBeGreaterThan(3);
    expect((await results(work.id)).exercicio?.perguntas).toBeNull();
  });

  it('a late exercise is marked as late and earns no points; a returned one is answered again', async () => {
    const work = await make();
    portal.clock.advance(4 * DAY_MS);
    const own = await workOf(work.id);
    expect(own.status).toBe('atrasada');
    expect((await handInBlank(own.id)).body.pontos_ganhos).toBe(0);
    expect((await results(work.id)).entregas).toMatchObject([{ nota: 0, atrasada: true }]);
    expect(await points(own.id)).toEqual([]);
    await portal.ops.teaching.returnWork({ id: own.id, comentario: 'Leia de novo.' }, { as: JULIA });
    expect((await read(own.id)).feito).toBeNull();
    expect((await results(work.id)).exercicio?.respondidas).toBe(0);
    expect((await submit(own.id, RIGHT)).body.nota).toBe(20);
  });

  it('an exercise can change until somebody answers, and is copied with its questions', async () => {
    const work = await make();
    const update = (more: Partial<Input>) =>
      portal.ops.teaching.updateWork({ id: work.id, ...input({ titulo: work.titulo, ...more }) }, { as: JULIA });
    expect((await update({ perguntas: 'You ___ here. | are' })).status).toBe(200);
    expect((await results(work.id)).exercicio?.perguntas).toBe('You ___ here. | are');
    expect((await update({ perguntas: 'wrong' })).body.fields).toEqual({
      perguntas: expect.stringContaining('Linha 1'),
    });
    expect((await update({ tipo: 'tarefa' })).status).toBe(422);
    const { turmas } = (await portal.ops.teaching.listClassWork({ id: CLASS }, { as: JULIA })).body;
    const { dia, hora } = input();
    const copy = { id: work.id, turma_id: turmas[0]?.id ?? 0, dia, hora };
    const copied = (await portal.ops.teaching.copyWork(copy, { as: JULIA })).body;
    expect((await results(copied.id)).exercicio?.questoes).toHaveLength(1);
    await handInBlank((await workOf(work.id)).id);
    expect((await update({ perguntas: QUESTIONS })).status).toBe(409);
    expect((await update({ perguntas: null, dia: null })).status).toBe(200);
    for (const nota_maxima of [10, 30]) {
      expect((await update({ perguntas: null, nota_maxima })).body.fields, 'marks stand on it').toHaveProperty(
        'nota_maxima',
      );
    }
    expect((await results(work.id)).exercicio?.questoes).toHaveLength(1);
  });

  it.each([
    ['a line comes before', `New? | yes\n${QUESTIONS}`],
    ['a choice is another', QUESTIONS.replace('| are |', '| be |')],
    ['one falls away', QUESTIONS.split('\n')[0] ?? ''],
  ])('take no answers to the questions of before: %s', async (_what, perguntas) => {
    const work = await make({ vale_pontos: false });
    const { id } = await workOf(work.id);
    const change = { id: work.id, ...input({ titulo: work.titulo, vale_pontos: false, perguntas }) };
    expect((await portal.ops.teaching.updateWork(change, { as: JULIA })).status).toBe(200);
    const { status, body } = await submit(id, RIGHT);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['respostas']]);
    expect((await read(id)).feito).toBeNull();
    expect((await handInBlank(id)).status).toBe(200);
  });

  it('changing only the deadline keeps the questions of a book', async () => {
    const work = await make({ vale_pontos: false });
    const rows = () => portal.school.db.selectFrom('turma_atividades').select('questoes').where('id', '=', work.id);
    const { questoes } = await rows().executeTakeFirstOrThrow();
    const stored = questoes?.replaceAll('"pontos":1', '"pontos":2').replaceAll('"id":2', '"id":70') ?? '';
    await portal.school.db
      .updateTable('turma_atividades')
      .set({ questoes: stored })
      .where('id', '=', work.id)
      .execute();
    const { perguntas = null } = (await results(work.id)).exercicio ?? {};
    const change = { id: work.id, ...input({ titulo: work.titulo, vale_pontos: false, perguntas, dia: null }) };
    expect((await portal.ops.teaching.updateWork(change, { as: JULIA })).status).toBe(200);
    expect(await rows().executeTakeFirstOrThrow()).toEqual({ questoes: stored });
  });

  it.each([
    [10, 15, 15, 10],
    [2, 3, 10, 6.67],
    [1, 7, 100, 14.29],
    [3, 3, 7.5, 7.5],
  ])('give %i right of %i, of %d: %d', async (right, all, nota_maxima, nota) => {
    const work = await make({
      nota_maxima,
      vale_pontos: false,
      perguntas: Array.from({ length: all }, (_, at) => `${at}? | yes`).join('\n'),
    });
    const { id } = await workOf(work.id);
    const { questoes } = await read(id);
    const given = questoes.map((each, at) => ({ questao_id: each.id, resposta: at < right ? 'yes' : 'no' }));
    expect((await submit(id, given)).body.nota).toBe(nota);
  });

  it.each([
    ['no question', { perguntas: ' ' }, 'perguntas'],
    ['a question without an answer', { perguntas: 'Só a pergunta' }, 'perguntas'],
    ['a test of no book of the class', { teste_id: 2_000_000, perguntas: null }, 'teste_id'],
    ['a test and questions', { teste_id: 1 }, 'perguntas'],
  ])('refuse %s with a message at its field', async (_what, wrong, field) => {
    const { status, body } = await create(wrong);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('only students of the class answer an exercise, and it takes no files', async () => {
    const work = await make();
    const { id } = await workOf(work.id);
    for (const as of [BRUNO === other.user_id ? JULIA : BRUNO, other.user_id, JULIA]) {
      const requested = [await portal.ops.pedagogico.getExercise({ id }, { as }), await submit(id, RIGHT, as)];
      expect(requested.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect((await portal.ops.pedagogico.getExercise({ id })).status).toBe(401);
    const task = (await portal.call(getClass, { params: { id: CLASS } }, { as: ANA })).body.atividades.find(
      ({ tipo }) => tipo === 'tarefa',
    );
    expect((await portal.ops.pedagogico.getExercise({ id: task?.id ?? 0 }, { as: ANA })).status).toBe(404);
    expect((await submit(id, [{ questao_id: 99, resposta: 'x' }])).body.fields).toHaveProperty('respostas');
    const file = new FormData();
    file.append('file', new Blob([new Uint8Array(pdf('feito'))]), 'feito.pdf');
    expect((await portal.call(uploadActivity, { params: { id }, body: file }, { as: ANA })).status).toBe(409);
    expect((await read(id)).feito).toBeNull();
  });

  it('concurrent equal answers count once', async () => {
    const work = await make();
    const { id } = await workOf(work.id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(id, RIGHT)));
    const marks = answers.map(({ body: { pontos_ganhos: _once, ...corrected } }) => JSON.stringify(corrected));
    expect(new Set(marks).size).toBe(1);
    expect(answers.filter(({ body }) => body.pontos_ganhos === 30)).toHaveLength(1);
    expect(await points(id)).toHaveLength(1);
  });
});
