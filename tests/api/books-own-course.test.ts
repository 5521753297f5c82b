import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkBook } from '../../src/lib/contract/books.ts';
import { listBookContents } from '../../src/lib/contract/practice.ts';
import { installFolder } from '../../src/server/operate/admin/install-books.ts';
import { makeCopiesByCommand } from '../../src/server/operate/admin/make-copies-by-command.ts';
import { addAccount } from '../support/accounts.ts';
import { readPdf } from '../support/pdf.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { BookFolder, type BookText, bookFiles, greetings, market } from '../support/school-book.ts';

const HELENA = 7;
const UNIT = 101;

describe.each(engines)('a course with a book of the school on %s', (engine) => {
  let portal: TestSchool;
  let student: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    await install();
    ({ id: student } = await addAccount(portal, { is_club: true, full_name: 'Marina Alves Costa' }));
  });
  afterAll(() => portal.close());

  async function install(text: BookText = {}): Promise<void> {
    using paper = new BookFolder(bookFiles(text));
    const { nome } = await portal.school.db
      .selectFrom('companies')
      .innerJoin('schools', 'schools.id', 'companies.escola_id')
      .select('schools.nome')
      .where('companies.id', '=', UNIT)
      .executeTakeFirstOrThrow();
    await installFolder(portal.school, paper.book, { escola: nome, isTrial: false });
  }
  const contents = async () => {
    const { body } = await portal.call(listBookContents, { params: { id: student }, query: {} }, { as: student });
    const book = body.find(({ livro }) => livro.codigo === 'BAIRRO-1');
    if (!book) throw new Error('The student has no book');
    return book;
  };
  const points = () =>
    portal.school.db
      .selectFrom('point_entries')
      .select(['regra', 'pontos', 'referencia'])
      .where('user_id', '=', student)
      .execute();

  it('a finished unit gives its points once, also after a new text', async () => {
    const { nome } = await portal.school.db
      .selectFrom('companies')
      .select('nome')
      .where('id', '=', UNIT)
      .executeTakeFirstOrThrow();
    const list = await makeCopiesByCommand(portal.school, { livro: 'BAIRRO-1', unidade: nome, quantidade: '1' });
    const code = list.split('\r\n')[1]?.split(';')[0] ?? '';
    expect((await portal.call(linkBook, { body: { code } }, { as: student })).status).toBe(200);
    const unit = (await contents()).unidades[0];
    if (!unit) throw new Error('The book has no unit');
    const as = student;
    for (const { id } of unit.audios) {
      await portal.ops.practice.saveAudioPosition({ id, posicao_s: 1, ouvido: true }, { as });
    }
    const feita_em = portal.clock.now.toISOString();
    const reviews = unit.vocabulario.map(({ id }) => ({ palavra_id: id, nota: 4 as const, feita_em, tempo_ms: 900 }));
    await portal.ops.practice.saveReviews({ revisoes: reviews }, { as });
    expect(await points()).toEqual([]);
    const test = unit.testes[0]?.id ?? 0;
    const { body } = await portal.ops.practice.getPracticeTest({ id: test }, { as });
    const keys = await portal.school.db.selectFrom('questoes').select(['id', 'chave']).execute();
    const respostas = body.questoes.map(({ id }) => ({
      questao_id: id,
      resposta: JSON.parse(keys.find((key) => key.id === id)?.chave ?? '[""]')[0],
    }));
    const submit = (iniciada_em: string) =>
      portal.ops.practice.submitPracticeTest({ id: test, respostas, iniciada_em }, { as });
    expect((await submit(feita_em)).body.nota).toBe(10);
    const referencia = JSON.stringify({ tipo: 'unidade', id: unit.id });
    const earned = [{ regra: 'unidade', pontos: 120, referencia }];
    expect(await points()).toEqual(earned);
    expect((await contents()).unidades.map(({ concluida }) => concluida)).toEqual([true, false]);
    await install({ units: [{ ...greetings, line: 'Hello, my dear friend.' }, market] });
    expect((await contents()).unidades.map(({ concluida }) => concluida)).toEqual([true, false]);
    portal.clock.advance(60_000);
    await submit(portal.clock.now.toISOString());
    expect(await points()).toEqual(earned);
  });

  it('documents of a class name the book, for the enrollment and after the course is completed', async () => {
    const { livros } = (await portal.ops.teaching.getClassChoices({}, { as: HELENA })).body;
    const book = livros.find(({ nome }) => nome === 'English do Bairro');
    const today = portal.clock.now.toISOString().slice(0, 10);
    const later = new Date(portal.clock.now.getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
    const { body: made, status } = await portal.ops.teaching.createClass(
      {
        ...{ unidade_id: UNIT, nome: 'Turma do Bairro', livro_id: book?.id ?? 0, modalidade: 'presencial' },
        ...{ professor_id: null, sala: null, link_reuniao: null, lugares: 9, inicio: today, fim: later },
        horarios: [{ dia_semana: 2, inicio: '10:00', fim: '11:00' }],
      },
      { as: HELENA },
    );
    expect(status, made.detail).toBe(200);
    await portal.ops.teaching.enrollStudents({ id: made.id, ids: [student] }, withKey({ as: HELENA }));
    const paper = async (tipo: 'declaracao_matricula' | 'declaracao_conclusao') => {
      const body = { tipo, referencia: String(made.id) };
      const answer = await portal.ops.account.createDocument(body as never, { as: student });
      if (answer.status !== 200) return String(answer.status);
      const file = await portal.send('GET', answer.body.url, {}, { as: student });
      return (await readPdf(await file.arrayBuffer())).text.replace(/\s+/g, ' ');
    };
    await portal.school.db
      .updateTable('turma_alunos')
      .set({ status: 'ativa' })
      .where('turma_id', '=', made.id)
      .execute();
    expect(await paper('declaracao_conclusao')).toBe('409');
    expect(await paper('declaracao_matricula')).toContain('English do Bairro');
    await portal.school.db
      .updateTable('turma_alunos')
      .set({ status: 'concluida' })
      .where('turma_id', '=', made.id)
      .execute();
    const text = await paper('declaracao_conclusao');
    expect(text).toContain('concluiu o curso');
    expect(text).toContain('English do Bairro');
  });
});
