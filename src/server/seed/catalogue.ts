import type { Unit } from '#content/book.schema.ts';
import { type Book, books, coverUrl } from '../content/books.ts';
import type { Db } from '../db/connection.ts';
import { audioRow, fileRows, questionRows, wordRow } from './unit-rows.ts';

/** Tables whose rows get their ids here: PostgreSQL does not count such ids. */
export const catalogueTables = ['livros', 'unidades', 'audios', 'palavras', 'testes', 'questoes'] as const;

const PAGES_OF_UNIT = 12;
const FIRST_PAGE = 6;

/**
 * Writes every book with its units, audios, words and tests. Existing rows get the new content and keep their ids, so
 * no student loses progress. It deletes nothing.
 *
 * @returns codes of the new books.
 */
export async function writeCatalogue(db: Db): Promise<string[]> {
  const all = books();
  const known = new Set((await db.selectFrom('livros').select('codigo').execute()).map(({ codigo }) => codigo));
  for (const book of all) await writeBook(db, book);
  return all.map(({ codigo }) => codigo).filter((codigo) => !known.has(codigo));
}

async function writeBook(db: Db, book: Book): Promise<void> {
  const { codigo, nome, linha, nivel: nivel_cefr, unidades } = book;
  const { id } = await db
    .insertInto('livros')
    .values({ codigo, nome, linha, nivel_cefr, capa_url: coverUrl(book), unidades_total: unidades.length })
    .onConflict((same) =>
      same.column('codigo').doUpdateSet(({ ref }) => ({
        nome: ref('excluded.nome'),
        linha: ref('excluded.linha'),
        nivel_cefr: ref('excluded.nivel_cefr'),
        capa_url: ref('excluded.capa_url'),
        unidades_total: ref('excluded.unidades_total'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, content] of unidades.entries()) await writeUnit(db, { book, livro_id: id, index, content });
}

interface UnitPlace {
  book: Book;
  livro_id: number;
  index: number;
  content: Unit;
}

/** An id tells the place: unit 204 is the fourth of book 2, and its third word is 20403. */
async function writeUnit(db: Db, { book, livro_id, index, content }: UnitPlace): Promise<void> {
  const numero = index + 1;
  const pagina_inicial = FIRST_PAGE + index * PAGES_OF_UNIT;
  const { id: unidade_id } = await db
    .insertInto('unidades')
    .values({
      id: livro_id * 100 + numero,
      livro_id,
      numero,
      titulo: content.titulo,
      pagina_inicial,
      audios_total: content.audios.length,
      palavras_total: content.palavras.length,
      testes_total: 1,
    })
    .onConflict((same) =>
      same.columns(['livro_id', 'numero']).doUpdateSet(({ ref }) => ({
        titulo: ref('excluded.titulo'),
        pagina_inicial: ref('excluded.pagina_inicial'),
        audios_total: ref('excluded.audios_total'),
        palavras_total: ref('excluded.palavras_total'),
        testes_total: ref('excluded.testes_total'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = { book, unidade_id, numero, pagina_inicial, content };
  await db
    .insertInto('audios')
    .values(content.audios.map((audio, at) => audioRow(place, audio, at + 1)))
    .onConflict((same) =>
      same.columns(['unidade_id', 'faixa']).doUpdateSet(({ ref }) => ({
        titulo: ref('excluded.titulo'),
        url: ref('excluded.url'),
        mime: ref('excluded.mime'),
        duracao_s: ref('excluded.duracao_s'),
        pagina: ref('excluded.pagina'),
        transcricao: ref('excluded.transcricao'),
        picos: ref('excluded.picos'),
      })),
    )
    .execute();
  await db
    .insertInto('palavras')
    .values(content.palavras.map((word, at) => wordRow(place, word, at + 1)))
    .onConflict((same) =>
      same.columns(['unidade_id', 'ordem']).doUpdateSet(({ ref }) => ({
        termo: ref('excluded.termo'),
        classe: ref('excluded.classe'),
        traducao: ref('excluded.traducao'),
        exemplo: ref('excluded.exemplo'),
        exemplo_traducao: ref('excluded.exemplo_traducao'),
        ipa: ref('excluded.ipa'),
        audio_url: ref('excluded.audio_url'),
        exemplo_audio_url: ref('excluded.exemplo_audio_url'),
      })),
    )
    .execute();
  await writeTest(db, place);
  const files = fileRows(place);
  await db
    .insertInto('unidade_arquivos')
    .values(files)
    .onConflict((same) =>
      same.columns(['unidade_id', 'url']).doUpdateSet(({ ref }) => ({
        tamanho_bytes: ref('excluded.tamanho_bytes'),
        sha256: ref('excluded.sha256'),
      })),
    )
    .execute();
  // An address that the content no longer names would make every download of the unit fail.
  await db
    .deleteFrom('unidade_arquivos')
    .where('unidade_id', '=', unidade_id)
    .where(
      'url',
      'not in',
      files.map(({ url }) => url),
    )
    .execute();
}

async function writeTest(db: Db, place: Parameters<typeof questionRows>[0]): Promise<void> {
  await db
    .insertInto('testes')
    .values({
      id: place.unidade_id * 10 + 1,
      unidade_id: place.unidade_id,
      titulo: `Teste da unidade ${place.numero}`,
      tempo_limite_s: null,
    })
    .onConflict((same) => same.column('id').doUpdateSet(({ ref }) => ({ titulo: ref('excluded.titulo') })))
    .execute();
  await db
    .insertInto('questoes')
    .values(questionRows(place))
    .onConflict((same) =>
      same.columns(['teste_id', 'ordem']).doUpdateSet(({ ref }) => ({
        tipo: ref('excluded.tipo'),
        enunciado: ref('excluded.enunciado'),
        audio_url: ref('excluded.audio_url'),
        dados: ref('excluded.dados'),
        chave: ref('excluded.chave'),
        explicacao: ref('excluded.explicacao'),
        palavra_id: ref('excluded.palavra_id'),
        pontos: ref('excluded.pontos'),
      })),
    )
    .execute();
}
