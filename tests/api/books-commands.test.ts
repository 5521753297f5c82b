import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { installBooks, installFolder } from '../../src/server/operate/admin/install-books.ts';
import { makeCopiesByCommand } from '../../src/server/operate/admin/make-copies-by-command.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { BookFolder, bookFiles, greetings, market, text } from '../support/school-book.ts';

const SCHOOL = 'Escola do Bairro';

describe.each(engines)('books from a folder on %s', (engine) => {
  let portal: TestSchool;
  const paper = new BookFolder(bookFiles());
  const { book } = paper;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { demo: 'off' });
    const manager = {
      email: 'direcao@escola.example',
      name: 'Rita Salles',
      school: SCHOOL,
      city: 'Recife',
      state: 'PE',
    };
    await createManager(portal.school, NewManager.parse(manager));
  });
  afterAll(async () => {
    paper[Symbol.dispose]();
    await portal.close();
  });

  const install = (folder: string, escola: string | undefined = SCHOOL, isTrial = false) =>
    installFolder(portal.school, folder, { escola, isTrial });
  const refusalOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const unchanged = ['BAIRRO-1 (English do Bairro): nada mudou, continua na versão 1.'];
  const versions = () =>
    portal.school.db.selectFrom('livro_versoes').select(['versao', 'instalada_por']).orderBy('versao').execute();

  it('books are checked, installed, and unchanged when installed again', async () => {
    const news = ['  unidades: 2 novas', '  áudios: 2 novos', '  palavras: 4 novas', '  questões: 4 novas'];
    const first = ['BAIRRO-1 (English do Bairro): versão 1, livro novo.', ...news];
    expect(await install(book, SCHOOL, true)).toEqual(['Está tudo certo; nada foi gravado.', ...first]);
    expect(await versions()).toEqual([]);
    expect(await install(book, 'escola do bairro')).toEqual(first);
    expect(await install(`${book}/`)).toEqual(unchanged);
    expect(await install(paper.folder)).toEqual(unchanged);
    expect(await versions()).toEqual([{ versao: 1, instalada_por: null }]);
  });

  it('own books coexist with books of the franchise, in either order of installation', async () => {
    expect(await installBooks(portal.school)).toMatchObject({ added: ['WAY-1', 'WAY-2', 'REACH-1', 'REACH-2'] });
    expect(await install(book)).toEqual(unchanged);
    expect(await installBooks(portal.school)).toMatchObject({ added: [], livros: 5 });
  });

  it('errors name file and line, those of texts and of sounds together', async () => {
    const unit = readFileSync(join(book, 'unidade-1.yaml'), 'utf8');
    const sound = readFileSync(join(book, 'unidade-2/faixa-1.mp3'));
    paper.write('unidade-1.yaml', text(unit.replace('        traducao: Olá, meu amigo.\n', '')));
    paper.write('unidade-2/faixa-1.mp3', text('no sound'));
    expect((await refusalOf(install(book))).split('\n')).toEqual([
      'bairro-1/unidade-1.yaml: audios[0].linhas[0].traducao: Falta este texto (linha 6)',
      'bairro-1/unidade-2/faixa-1.mp3: Isto não é um som MP3',
    ]);
    paper.write('unidade-1.yaml', text(unit));
    paper.write('unidade-2/faixa-1.mp3', sound);
    expect(await install(book)).toEqual(unchanged);
  });

  it('a wrong folder, school or owner gives a message', async () => {
    const nowhere = join(paper.folder, 'nowhere');
    expect(await refusalOf(install(nowhere))).toBe(`${nowhere}: Esta pasta não existe`);
    expect(await refusalOf(install(book, 'Lua'))).toBe(`A escola “Lua” não existe. Há: ${SCHOOL}.`);
    expect(await refusalOf(installFolder(portal.school, book, { escola: undefined, isTrial: false }))).toBe(
      `BAIRRO-1 é um livro de uma escola: acrescente --escola "${SCHOOL}".`,
    );
  });

  it('several books are installed all or none', async () => {
    using second = new BookFolder(bookFiles({ codigo: 'BAIRRO-2' }), 'bairro-2');
    for (const [name, content] of Object.entries(bookFiles({ nome: 'Outro nome' }))) {
      second.write(join('..', 'bairro-1', name), content);
    }
    rmSync(join(second.book, 'livro.yaml'));
    expect(await refusalOf(install(second.folder))).toBe('bairro-2/livro.yaml: Falta este arquivo');
    expect(await install(book)).toEqual(unchanged);
  });

  it('a changed text makes a new version', async () => {
    const changed = bookFiles({ units: [{ ...greetings, line: 'Hello, my dear friend.' }, market] });
    for (const [name, content] of Object.entries(changed)) paper.write(name, content);
    expect(await install(book)).toEqual(['BAIRRO-1 (English do Bairro): versão 2.', '  áudios: 1 mudado']);
    expect(await install(book)).toEqual(['BAIRRO-1 (English do Bairro): nada mudou, continua na versão 2.']);
  });

  it('copies of a book are made within its school', async () => {
    const wish = { livro: 'bairro-1', unidade: 'escola do bairro', quantidade: '250' };
    const rows = (await makeCopiesByCommand(portal.school, wish)).trim().split('\r\n');
    expect(rows).toHaveLength(251);
    expect(rows[1]).toMatch(/^BAIRRO1(-[A-Z2-9]{4}){3};BAIRRO-1;/);
    expect(await refusalOf(makeCopiesByCommand(portal.school, { ...wish, livro: 'LUA-1' }))).toContain('não existe');
    expect(await refusalOf(makeCopiesByCommand(portal.school, { ...wish, unidade: 'Lua' }))).toContain('não existe');
    for (const quantidade of ['0', '1001', 'x', '1.5']) {
      expect(await refusalOf(makeCopiesByCommand(portal.school, { ...wish, quantidade }))).toContain('de 1 a 1000');
    }
    const made = await portal.school.db.selectFrom('user_books').select('id').execute();
    expect(made).toHaveLength(250);
  });
});
