import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOwnBooks } from '../../src/lib/contract/books.ts';
import { getProduct } from '../../src/lib/contract/orders.ts';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { TEACHER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { installBooks } from '../../src/server/operate/admin/install-books.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ALL = { livros: 4, unidades: 32, audios: 96, palavras: 384, questoes: 320 };

describe.each(engines)('a school that begins with nothing, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { demo: 'off' });
    const manager = NewManager.parse({
      email: 'direcao@escola.example',
      name: 'Rita Salles',
      school: 'KNN Centro',
      city: 'Recife',
      state: 'PE',
    });
    await createManager(portal.school, manager);
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, text: string) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(text));
  const faultsOf = async (name: SyncTable, text: string) => {
    const error = await take(name, text).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text: why }) => [line, column, why]);
  };
  const added = { added: 1, changed: 0, same: 0 };
  const student = async (matricula: string) =>
    (
      await portal.school.db
        .selectFrom('users')
        .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .select('users.id')
        .where('drive_users.matricula', '=', matricula)
        .executeTakeFirstOrThrow()
    ).id;

  it('a new school has its books installed once, and unchanged when installed again', async () => {
    expect(await installBooks(portal.school)).toEqual({ added: ['WAY-1', 'WAY-2', 'REACH-1', 'REACH-2'], ...ALL });
    const { db } = portal.school;
    const before = await db.selectFrom('questoes').selectAll().orderBy('id').execute();
    // A text of an older release, and a file that it had.
    await db
      .updateTable('questoes')
      .set({ enunciado: 'old' })
      .where('id', '=', before[0]?.id ?? 0)
      .execute();
    await db
      .insertInto('unidade_arquivos')
      .values({ unidade_id: 101, url: '/audio/gone.mp3', tamanho_bytes: 1, sha256: 'x' })
      .execute();
    const [first, second] = await Promise.all([installBooks(portal.school), installBooks(portal.school)]);
    expect([first, second]).toEqual([
      { added: [], ...ALL },
      { added: [], ...ALL },
    ]);
    expect(await db.selectFrom('questoes').selectAll().orderBy('id').execute()).toEqual(before);
    expect(
      await db.selectFrom('unidade_arquivos').select('url').where('url', '=', '/audio/gone.mp3').execute(),
    ).toEqual([]);
  });

  it('ids of new rows continue after those of the books', async () => {
    const { db } = portal.school;
    const { id } = await db
      .insertInto('livros')
      .values({ codigo: 'OWN-1', nome: 'Own', linha: 'A', nivel_cefr: 'A1', capa_url: '/x.svg', unidades_total: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(4);
    await db.deleteFrom('livros').where('id', '=', id).execute();
  });

  it('a new school imports telephone and sales of its unit, a second unit, teachers and a class of a book', async () => {
    const unit = 'unidade;telefone;whatsapp;vende_material\nKNN Centro;(81) 3333-4444;81999887766;sim\n';
    expect(await take('unidades', unit)).toEqual({ added: 0, changed: 1, same: 0 });
    expect(await take('unidades', unit)).toEqual({ added: 0, changed: 0, same: 1 });
    expect(await take('unidades', 'unidade;escola;fuso\nKNN Praia;KNN Centro;America/Manaus\n')).toEqual(added);
    expect(await faultsOf('unidades', 'unidade;fuso;escola\nNova;Lua/Mar;X\nOutra;;Y\nKNN Praia;;Z\n')).toEqual([
      [2, 'fuso', 'Fuso desconhecido: use algo como America/Sao_Paulo.'],
      [3, 'escola', 'A escola “Y” não existe. Crie-a antes com criar-gestora.'],
      [4, 'escola', 'Esta unidade é da escola “KNN Centro”.'],
    ]);
    const teacher = 'unidade;nome;email\nKNN Centro;Júlia Prado;julia@escola.example\n';
    expect(await take('professores', teacher)).toEqual(added);
    expect(await take('professores', teacher)).toEqual({ added: 0, changed: 0, same: 1 });
    const doors = await portal.school.db
      .selectFrom('user_actions')
      .innerJoin('users', 'users.id', 'user_actions.user_id')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .where('drive_users.papel', '=', 'professor')
      .select('user_actions.action_id')
      .execute();
    expect(doors).toEqual([{ action_id: TEACHER_ACTION_ID }]);
    expect(
      await take(
        'alunos',
        'unidade;matricula;nome;email;telefone\nKNN Centro;A-1;Rute Sá;rute@escola.example;81988887777\nKNN Centro;A-2;Saulo Paz;saulo@escola.example;81988887778\n',
      ),
    ).toMatchObject({ added: 2 });
    expect(
      await take(
        'turmas',
        'unidade;turma;livro;modalidade;professor_email;inicio;fim;horarios\nKNN Centro;Manhã;way-1;presencial;julia@escola.example;02/02/2027;26/02/2027;ter 19:00-20:30\n',
      ),
    ).toEqual(added);
  });

  it('a new school imports copies of books: with a reader, without one, and never taken from a reader', async () => {
    const head = 'codigo;livro;unidade;matricula;validade';
    const file = `${head}\nKNN-LIVRO-01;WAY-1;KNN Centro;A-1;31/12/2027\nknn-livro-02;WAY-2;;;\n`;
    expect(await take('exemplares', file)).toEqual({ added: 2, changed: 0, same: 0 });
    expect(await take('exemplares', file)).toEqual({ added: 0, changed: 0, same: 2 });
    const [rute, saulo] = [await student('A-1'), await student('A-2')];
    const own = await portal.call(listOwnBooks, {}, { as: rute });
    expect(own.body).toMatchObject([{ code: 'KNN-LIVRO-01', livro: { codigo: 'WAY-1', unidades_total: 8 } }]);
    expect(
      await faultsOf('exemplares', `${head}\nKNN-LIVRO-01;WAY-1;KNN Centro;A-2;\nKNN-LIVRO-02;REACH-1;;;\n`),
    ).toEqual([
      [2, 'matricula', 'Este exemplar é de outra pessoa: mude pelo painel, em Exemplares.'],
      [3, 'livro', 'Este exemplar é de outro livro.'],
    ]);
    expect(
      await faultsOf(
        'exemplares',
        `${head}\nKNN-LIVRO-09;NADA;;;\nhttps://x.example;WAY-1;;;\nKNN-LIVRO-08;WAY-1;KNN Centro;X;\n`,
      ),
    ).toEqual([
      [2, 'livro', 'O livro “NADA” não existe.'],
      [3, 'codigo', 'Código inválido: use algo como KNN-LIVRO-0001.'],
      [4, 'matricula', 'A matrícula “X” não existe.'],
    ]);
    expect(
      await take('exemplares', 'codigo;livro;unidade;matricula\nKNN-LIVRO-02;WAY-2;KNN Centro;A-2\n'),
    ).toMatchObject({
      changed: 1,
    });
    expect((await portal.call(listOwnBooks, {}, { as: saulo })).body).toMatchObject([{ code: 'KNN-LIVRO-02' }]);
  });

  it('ORDER-18 the school sells imported products, at the price of their row', async () => {
    const head = 'codigo;nome;descricao;linha;livro;estoque;prazo_dias';
    const file = `${head}\nway-1;On the Way 1;Livro do aluno.;A;WAY-1;;3\nBOLSA;Bolsa;Bolsa de pano.;b;;sob_encomenda;\n`;
    expect(await take('produtos', file)).toEqual({ added: 2, changed: 0, same: 0 });
    expect(await take('produtos', file)).toEqual({ added: 0, changed: 0, same: 2 });
    expect(
      (await faultsOf('produtos', `${head}\nX Y;N;D;C;;talvez;-1\n`)).map(([line, column]) => [line, column]),
    ).toEqual([
      [2, 'codigo'],
      [2, 'linha'],
      [2, 'estoque'],
      [2, 'prazo_dias'],
    ]);
    const as = await student('A-1');
    expect((await portal.call(getProduct, { params: { code: 'WAY-1' } }, { as })).body).toMatchObject({
      preco_centavos: 56_800,
      nivel_cefr: 'A1',
      imagem_url: '/brand/livros/way-1.svg',
    });
    const quote = await portal.ops.orders.quoteOrder(
      { itens: [{ codigo_produto: 'BOLSA', quantidade: 1 }], entrega: { tipo: 'escola' } },
      { as },
    );
    expect(quote.body).toMatchObject({ total_centavos: 45_100 });
  });
});
