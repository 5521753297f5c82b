import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as own from '../../src/lib/contract/books.ts';
import { linkBook } from '../../src/lib/contract/books.ts';
import { listBookContents } from '../../src/lib/contract/practice.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { bookFiles, bookZip, greetings, market, SOUND_BYTES, text } from '../support/school-book.ts';
import { addStaff } from '../support/staff.ts';

/** Helena leads the school in which Ana studies; `other` leads another one, in which Bruno does. */
const people = { ana: 1, bruno: 2, helena: 7, olga: 13, other: 0 };

describe.each(engines)('books of a school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    people.other = await addStaff(portal, { company: 102 });
  });
  afterAll(() => portal.close());

  const upload = (zip: Uint8Array, as = people.helena) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(zip)]), 'livro.zip');
    return portal.call(own.uploadBook, { body }, { as });
  };
  const install = async (files: Record<string, Uint8Array>, as = people.helena) => {
    const { body: sent } = await upload(bookZip(files), as);
    expect(sent.erros).toEqual([]);
    return portal.ops.books.installBook({ id: sent.id }, { as });
  };
  const books = async (as = people.helena) => (await portal.ops.books.listSchoolBooks({}, { as })).body.items;
  const bookNamed = async (codigo: string, as = people.helena) => {
    const found = (await books(as)).find((book) => book.codigo === codigo);
    if (!found) throw new Error(`no ${codigo}`);
    return found;
  };
  const contents = async (codigo: string) => {
    const { body } = await portal.call(listBookContents, { params: { id: people.ana }, query: {} }, { as: people.ana });
    const found = body.find(({ livro }) => livro.codigo === codigo);
    if (!found) throw new Error(`Ana has no ${codigo}`);
    return found;
  };
  const makeCopies = (id: number, quantidade: number, as = people.helena, unidade_id = 101) =>
    portal.ops.books.createCopies({ id, unidade_id, quantidade }, withKey({ as }));

  it('a preview shows what a book would change, and the book is written once', async () => {
    const before = await books();
    const { status, body } = await upload(bookZip(bookFiles()));
    expect(status).toBe(200);
    expect(body.livro).toMatchObject({ codigo: 'BAIRRO-1', novo: true, mudou: true });
    expect(body.livro?.mudancas).toMatchObject({ unidade: { novas: 2 }, palavra: { novas: 4 }, questao: { novas: 4 } });
    expect(await books()).toEqual(before);
    const waiting = () => portal.ops.books.getBookUpload({}, { as: people.helena });
    const told = async () => (await portal.ops.books.listSchoolBooks({}, { as: people.helena })).body.envio;
    expect((await waiting()).body.id).toBe(body.id);
    expect(await told()).toEqual({ arquivo: body.arquivo, livro: 'English do Bairro' });
    const params = { id: body.id };
    const done = await portal.ops.books.installBook(params, { as: people.helena });
    expect(done.body).toMatchObject({ versao: 1, mudou: true });
    expect([(await waiting()).status, await told()]).toEqual([404, null]);
    expect((await portal.ops.books.installBook(params, { as: people.helena })).status).toBe(404);
    expect(await bookNamed('BAIRRO-1')).toMatchObject({ da_escola: true, unidades_total: 2, versao: { versao: 1 } });
  });

  it('the same book again changes nothing and says so', async () => {
    const { body } = await upload(bookZip(bookFiles()));
    expect(body.livro).toMatchObject({ novo: false, mudou: false, lista: [] });
    const done = await portal.ops.books.installBook({ id: body.id }, { as: people.helena });
    expect(done.body).toMatchObject({ versao: 1, mudou: false });
  });

  it('a book is visible only in its school: not in lists, classes, copies and codes of another', async () => {
    const { id } = await bookNamed('BAIRRO-1');
    expect((await books(people.other)).map(({ codigo }) => codigo)).not.toContain('BAIRRO-1');
    expect((await portal.ops.books.getSchoolBook({ id }, { as: people.other })).status).toBe(404);
    const choices = (await portal.ops.teaching.getClassChoices({}, { as: people.other })).body;
    expect(choices.livros.map(({ nome }) => nome)).not.toContain('English do Bairro');
    expect((await makeCopies(id, 1, people.other)).status).toBe(404);
    const stolen = await upload(bookZip(bookFiles({ nome: 'Outro' })), people.other);
    expect(stolen.body.erros).toEqual([expect.stringContaining('O código BAIRRO-1 é de outro livro')]);
  });

  it('a student studies all of it: lines, words, test, points of the unit, and sounds by ranges', async () => {
    const { id } = await bookNamed('BAIRRO-1');
    expect((await makeCopies(id, 2)).status).toBe(200);
    const copies = await portal.school.db.selectFrom('user_books').selectAll().where('livro_id', '=', id).execute();
    const code = copies[0]?.code ?? '';
    expect(code).toMatch(/^BAIRRO1(-[A-Z2-9]{4}){3}$/);
    const caller = { bookUuid: copies[0]?.uuid };
    const opened = (await portal.ops.practice.getEmptyBookContents({}, { caller })).body;
    expect(opened.unidades.map(({ audios, testes }) => [audios.length > 0, testes.length > 0])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await portal.call(linkBook, { body: { code } }, { as: people.bruno })).status).toBe(404);
    expect((await portal.call(linkBook, { body: { code } }, { as: people.ana })).status).toBe(200);
    const [unit] = (await contents('BAIRRO-1')).unidades;
    const audio = unit?.audios[0];
    expect(audio?.transcricao).toEqual([expect.objectContaining({ texto: 'Hello, my friend.', fim_s: 1 })]);
    const sound = await portal.send('GET', audio?.url ?? '');
    expect(sound.headers.get('content-type')).toBe('audio/mpeg');
    expect((await sound.arrayBuffer()).byteLength).toBe(SOUND_BYTES);
    const part = await portal.send('GET', audio?.url ?? '', { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${SOUND_BYTES}`]);
    expect((await part.arrayBuffer()).byteLength).toBe(10);
    const beyond = await portal.send('GET', audio?.url ?? '', { headers: { range: `bytes=${SOUND_BYTES}-` } });
    expect(beyond.status).toBe(416);
    const heard = { posicao_s: 1, ouvido: true };
    await portal.ops.practice.saveAudioPosition({ id: audio?.id ?? 0, ...heard }, { as: people.ana });
    const words = unit?.vocabulario ?? [];
    const feita_em = portal.clock.now.toISOString();
    const revisoes = words.map(({ id: palavra_id }) => ({ palavra_id, nota: 4 as const, feita_em, tempo_ms: 900 }));
    expect((await portal.ops.practice.saveReviews({ revisoes: revisoes }, { as: people.ana })).status).toBe(200);
    const test = unit?.testes[0]?.id ?? 0;
    const { body } = await portal.ops.practice.submitPracticeTest(
      { id: test, iniciada_em: feita_em, respostas: [] },
      { as: people.ana },
    );
    expect(body.itens).toHaveLength(2);
    expect((await portal.ops.books.getSchoolBook({ id }, { as: people.helena })).body.alunos).toBe(1);
  });

  it('TEACH-08 a new text keeps the progress of a student: ids of words, tracks, tests and units stay', async () => {
    const before = await contents('BAIRRO-1');
    const changed = bookFiles({
      units: [
        // One word is removed, one inserted first, one changed, and the unit moves behind another.
        {
          titulo: 'At the market',
          words: [
            ['apple', 'maçã'],
            ['bill', 'conta'],
            ['price', 'preço'],
          ],
        },
        {
          titulo: 'Hello there',
          words: [
            ['friends', 'amigo'],
            ['neighbour', 'vizinho'],
          ],
          line: 'Hello, neighbour.',
        },
      ],
    });
    const { body: sent } = await upload(bookZip(changed));
    const listed = sent.livro?.lista.map(({ parte, tipo, nome }) => `${tipo} ${parte} ${nome}`) ?? [];
    expect(listed).toContain('nova palavra bill');
    expect(listed).toContain('mudada palavra friends');
    expect(listed).toContain('retirada palavra hello');
    expect(listed).not.toContain('mudada palavra apple');
    await portal.ops.books.installBook({ id: sent.id }, { as: people.helena });
    const after = await contents('BAIRRO-1');
    const unitOf = (book: typeof before, titulo: string) => book.unidades.find((unit) => unit.titulo === titulo);
    const [old, now] = [unitOf(before, 'Hello there'), unitOf(after, 'Hello there')];
    expect(now?.id).toBe(old?.id);
    expect(now?.numero).toBe(2);
    expect(now?.audios[0]).toMatchObject({ id: old?.audios[0]?.id, ouvido: true });
    expect(now?.testes[0]).toMatchObject({ id: old?.testes[0]?.id, tentativas: 1 });
    const friend = old?.vocabulario.find(({ termo }) => termo === 'friend');
    expect(now?.vocabulario.find(({ termo }) => termo === 'friends')).toMatchObject({ id: friend?.id });
    const hello = old?.vocabulario.find(({ termo }) => termo === 'hello')?.id ?? 0;
    const card = await portal.school.db
      .selectFrom('cartoes')
      .select('user_id')
      .where('palavra_id', '=', hello)
      .execute();
    expect(card).toEqual([{ user_id: people.ana }]);
    const again = await install(bookFiles());
    expect(again.body.mudou).toBe(true);
    const back = unitOf(await contents('BAIRRO-1'), 'Hello there');
    expect(back?.vocabulario.find(({ termo }) => termo === 'hello')?.id).toBe(hello);
  });

  it('a removed unit is retired if somebody studied it, and deleted otherwise', async () => {
    const before = await contents('BAIRRO-1');
    const studied = before.unidades.find(({ titulo }) => titulo === 'Hello there')?.id ?? 0;
    const third = {
      titulo: 'Good night',
      words: [
        ['night', 'noite'],
        ['moon', 'lua'],
      ],
    } as const;
    await install(bookFiles({ units: [greetings, market, third] }));
    const fresh = (await contents('BAIRRO-1')).unidades.find(({ titulo }) => titulo === 'Good night')?.id ?? 0;
    await install(bookFiles({ units: [market] }));
    expect((await contents('BAIRRO-1')).unidades.map(({ titulo }) => titulo)).toEqual(['At the market']);
    const left = await portal.school.db
      .selectFrom('unidades')
      .select('id')
      .where('id', 'in', [studied, fresh])
      .execute();
    expect(left.map(({ id }) => id)).toEqual([studied]);
    const progress = await portal.school.db
      .selectFrom('unidade_progressos')
      .select('audios_ouvidos')
      .where('unidade_id', '=', studied)
      .execute();
    expect(progress).toEqual([{ audios_ouvidos: 1 }]);
    await install(bookFiles());
    expect((await contents('BAIRRO-1')).unidades.map(({ id }) => id)).toContain(studied);
    expect((await books()).filter(({ codigo }) => codigo.includes('~'))).toEqual([]);
  });

  it('the codes of a batch are downloaded once, by the manager of the unit only', async () => {
    const { id } = await bookNamed('REACH-1');
    const { body: batch } = await makeCopies(id, 250);
    expect(batch).toMatchObject({ quantidade: 250, usados: 0, baixado_em: null });
    const path = addressOf(own.downloadCopies, { params: { id: batch.id } });
    expect((await portal.send('POST', path, {}, { as: people.other })).status).toBe(404);
    const answer = await portal.send('POST', path, {}, { as: people.helena });
    const codes = (await answer.text()).trim().split('\r\n').slice(1);
    expect(new Set(codes).size).toBe(250);
    expect((await portal.send('POST', path, {}, { as: people.helena })).status).toBe(409);
    const { lotes } = (await portal.ops.books.getSchoolBook({ id }, { as: people.helena })).body;
    expect(lotes[0]?.baixado_em).not.toBeNull();
    expect((await makeCopies(id, 1001)).status).toBe(422);
    expect((await makeCopies(id, 1, people.helena, 9_999)).status).toBe(422);
  });

  it('all errors of a book are reported with file and line, and nothing is written', async () => {
    const files = bookFiles();
    const unit = new TextDecoder().decode(files['unidade-1.yaml']);
    files['unidade-1.yaml'] = text(
      unit.replace('        traducao: Olá, meu amigo.\n', '').replace('ipa: /hello/', 'ipa: hello'),
    );
    const { body } = await upload(bookZip(files));
    expect(body.livro).toBeNull();
    expect(body.erros).toEqual([
      'bairro-1/unidade-1.yaml: audios[0].linhas[0].traducao: Falta este texto (linha 6)',
      'bairro-1/unidade-1.yaml: palavras[0].ipa: Escreva a pronúncia entre barras: /wɜːrd/ (linha 12)',
    ]);
    expect((await portal.ops.books.installBook({ id: body.id }, { as: people.helena })).status).toBe(404);
  });

  it.each([
    ['a sound that is none', { 'unidade-1/faixa-1.mp3': text('no sound') }, 'Isto não é um som MP3'],
    ['a cover with a script', { 'capa.svg': text('<svg><script>1</script></svg>') }, 'O desenho tem um programa'],
    ['a program', { 'setup.exe': text('MZ') }, 'Um livro não tem este arquivo'],
    ['a sound of no text', { 'unidade-1/faixa-9.mp3': text('x') }, 'Nenhum texto usa este arquivo'],
  ])('refuses %s', async (_what, change, fault) => {
    const { body } = await upload(bookZip({ ...bookFiles(), ...change }));
    expect(body.erros.join('\n')).toContain(fault);
  });

  it('an uploaded and discarded book is in the log with its file, also one with errors', async () => {
    const { body: faulty } = await upload(text('no zip'));
    const { body: whole } = await upload(bookZip(bookFiles()));
    expect((await portal.ops.books.discardBookUpload({ id: faulty.id }, { as: people.helena })).status).toBe(404);
    await portal.ops.books.discardBookUpload({ id: whole.id }, { as: people.helena });
    const [dropped, sent, refused] = await newestLines(portal);
    expect([dropped?.acao, dropped?.antes]).toEqual([
      'descartou um livro enviado',
      expect.stringContaining('livro.zip'),
    ]);
    expect([sent?.acao, sent?.depois]).toEqual(['enviou um livro da escola', expect.stringContaining('BAIRRO-1')]);
    expect([refused?.acao, refused?.depois]).toEqual([
      'enviou um livro da escola',
      expect.stringContaining('Erros: 1'),
    ]);
  });

  it('what staff did with books reads as sentences in the log', async () => {
    const lines = (await newestLines(portal)).filter(({ acao }) => /livro|códigos|lote/.test(acao));
    expect([...new Set(lines.map(({ acao }) => acao))].toSorted()).toEqual([
      'baixou os códigos de um lote',
      'criou códigos de um livro',
      'descartou um livro enviado',
      'enviou um livro da escola',
      'instalou um livro da escola',
    ]);
    expect(lines.flatMap(rawIn)).toEqual([]);
    expect(lines.map(({ alvo }) => alvo)).toContain('Livro English do Bairro');
  });

  it('own books are for staff with the right for the whole school', async () => {
    expect((await upload(bookZip(bookFiles()), people.ana)).status).toBe(403);
    expect((await upload(bookZip(bookFiles()), people.bruno)).status).toBe(403);
    expect((await upload(text('no zip'))).body.erros).toEqual([expect.stringContaining('não é um ZIP')]);
  });
});
