import { createHash } from 'node:crypto';
import type { BookUpload, Tally } from '#lib/contract/books-staff.schema.ts';
import type { Book } from '../../core/content/books.ts';
import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { people } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { openUnits } from '../../core/db/units.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Change, Part } from './plan-book.ts';
import { booksOfSchool } from './read-books.ts';
import type { WrittenBook } from './write-book.ts';

const missing = () => notFound('Não encontramos este livro na sua escola.');
const numberOf = (count: number | string | null | undefined) => Number(count ?? 0);

/**
 * Books of the franchise and of the school, its own first: few enough for one page.
 *
 * @param sent the uploaded book that is not installed
 */
export async function listSchoolBooks({ db, reach }: Ctx, sent: BookUpload | null) {
  const items = await schoolBooks(db, reach);
  return {
    ...onePage(items),
    pode_enviar: reach.units === null,
    /** Without a name if it has faults. */
    envio: sent && { arquivo: sent.arquivo, livro: sent.livro?.nome ?? null },
  };
}

/** A book of the school, with its units, versions and batches. @throws Refusal 404 */
export async function readSchoolBook({ db, reach }: Ctx, id: number) {
  const [livro] = await schoolBooks(db, reach, id);
  if (!livro) throw missing();
  const [unidades, versoes, lotes, own] = await Promise.all([
    db
      .selectFrom('unidades')
      .leftJoin('testes', 'testes.unidade_id', 'unidades.id')
      .leftJoin('questoes', 'questoes.teste_id', 'testes.id')
      .where('unidades.livro_id', '=', id)
      .groupBy([
        'unidades.id',
        'unidades.numero',
        'unidades.titulo',
        'unidades.audios_total',
        'unidades.palavras_total',
      ])
      .select(['unidades.numero', 'unidades.titulo', 'unidades.audios_total', 'unidades.palavras_total'])
      .select(({ fn }) => fn.count<number | string>('questoes.id').as('questoes'))
      .orderBy('unidades.numero')
      .execute(),
    versionsOf(db, [id]),
    batchesOf(db, reach, id),
    db
      .selectFrom('companies')
      .$call(within(reach))
      .$call(openUnits)
      .select(['companies.id', 'companies.nome'])
      .orderBy('companies.nome')
      .execute(),
  ]);
  return {
    ...livro,
    unidades: unidades.map(({ numero, titulo, audios_total, palavras_total, questoes }) => ({
      numero,
      titulo,
      audios: audios_total,
      palavras: palavras_total,
      questoes: numberOf(questoes),
    })),
    versoes: versoes.map(({ livro_id: _book, ...version }) => ({
      ...version,
      mudancas: JSON.parse(version.mudancas) as Tally,
    })),
    lotes,
    // The units for which copies can be made.
    unidades_da_escola: own,
  };
}

async function schoolBooks(db: Db, reach: Reach, id?: number) {
  const rows = await booksOfSchool(db, reach.escolaId)
    .$if(id !== undefined, (query) => query.where('livros.id', '=', id ?? 0))
    .selectAll('livros')
    .orderBy('livros.nome')
    .orderBy('livros.id')
    .execute();
  const ids = [0, ...rows.map((row) => row.id)];
  const [students, free, versions] = await Promise.all([
    people(db)
      .innerJoin('user_books', 'user_books.user_id', 'users.id')
      .$call(within(reach))
      .where('user_books.livro_id', 'in', ids)
      .groupBy('user_books.livro_id')
      .select('user_books.livro_id')
      .select(({ fn }) => fn.count<number | string>('users.id').distinct().as('count'))
      .execute(),
    db
      .selectFrom('livro_lotes')
      .innerJoin('companies', 'companies.id', 'livro_lotes.company_id')
      .innerJoin('user_books', 'user_books.lote_id', 'livro_lotes.id')
      .$call(within(reach))
      .where('user_books.user_id', 'is', null)
      .where('livro_lotes.livro_id', 'in', ids)
      .groupBy('livro_lotes.livro_id')
      .select('livro_lotes.livro_id')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .execute(),
    versionsOf(db, ids),
  ]);
  const countIn = (counts: { livro_id: number; count: number | string }[], book: number) =>
    numberOf(counts.find(({ livro_id }) => livro_id === book)?.count);
  return rows
    .map((row) => ({
      id: row.id,
      codigo: row.codigo,
      nome: row.nome,
      nivel_cefr: row.nivel_cefr,
      capa_url: row.capa_url,
      // Written by the school itself, not by the franchise.
      da_escola: row.escola_id !== null,
      unidades_total: row.unidades_total,
      // Students of the school who have a copy.
      alunos: countIn(students, row.id),
      // Unused codes of batches.
      livres: countIn(free, row.id),
      versao: lastOf(versions, row.id),
    }))
    .toSorted((one, other) => Number(other.da_escola) - Number(one.da_escola));
}

type VersionRow = Awaited<ReturnType<typeof versionsOf>>[number];

function lastOf(versions: readonly VersionRow[], book: number) {
  const found = versions.find(({ livro_id }) => livro_id === book);
  if (!found) return null;
  const { livro_id: _book, mudancas: _changes, ...version } = found;
  return version;
}

/** Versions of books, the newest first. Equal books have the same digest; `instalada_por` null: by a command. */
async function versionsOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('livro_versoes')
    .leftJoin('users', 'users.id', 'livro_versoes.instalada_por')
    .where('livro_versoes.livro_id', 'in', ids)
    .select(['livro_versoes.livro_id', 'livro_versoes.versao', 'livro_versoes.digest', 'livro_versoes.mudancas'])
    .select(['livro_versoes.instalada_em', 'users.full_name as instalada_por'])
    .orderBy('livro_versoes.versao', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, digest: row.digest.slice(0, 8) }));
}

/** Batches of a book for the units of a reach, the newest first. `baixado_em` null: its list can still be downloaded. */
async function batchesOf(db: Db, reach: Reach, bookId: number) {
  const rows = await db
    .selectFrom('livro_lotes')
    .innerJoin('companies', 'companies.id', 'livro_lotes.company_id')
    .$call(within(reach))
    .where('livro_lotes.livro_id', '=', bookId)
    .select(['livro_lotes.id', 'companies.nome as unidade', 'livro_lotes.quantidade', 'livro_lotes.created_at'])
    .select('livro_lotes.baixado_em')
    .select(({ selectFrom, fn }) =>
      selectFrom('user_books')
        .whereRef('user_books.lote_id', '=', 'livro_lotes.id')
        .where('user_books.user_id', 'is not', null)
        .select(fn.countAll<number | string>().as('count'))
        .as('usados'),
    )
    .orderBy('livro_lotes.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, usados: numberOf(row.usados) }));
}

const parts: readonly Part[] = ['unidade', 'audio', 'palavra', 'questao'];

/** How many parts of each kind are new, changed, and retired. */
export const tallyOf = (changes: readonly Change[]): Tally =>
  Object.fromEntries(
    parts.map((parte) => {
      const count = (tipo: Change['tipo']) =>
        changes.filter((change) => change.parte === parte && change.tipo === tipo).length;
      return [parte, { novas: count('nova'), mudadas: count('mudada'), retiradas: count('retirada') }];
    }),
  ) as Tally;

/** Whether writing the book changed anything. */
export const isChanged = ({ isNew, isHeadChanged, changes }: WrittenBook): boolean =>
  isNew || isHeadChanged || changes.length > 0;

interface Writing {
  at: string;
  /** null: written by a command. */
  by: number | null;
}

/** Records a new version of a book, if it changed. @returns its number, or the last one. */
export async function noteVersion(tx: Db, written: WrittenBook, book: Book, { at, by }: Writing): Promise<number> {
  const last = await tx
    .selectFrom('livro_versoes')
    .select(['versao', 'digest'])
    .where('livro_id', '=', written.livro_id)
    .orderBy('versao', 'desc')
    .limit(1)
    .executeTakeFirst();
  const digest = digestOf(book);
  if (last && !isChanged(written) && last.digest === digest) return last.versao;
  const versao = (last?.versao ?? 0) + 1;
  const mudancas = JSON.stringify(tallyOf(written.changes));
  await tx
    .insertInto('livro_versoes')
    .values({ livro_id: written.livro_id, versao, digest, mudancas, instalada_em: at, instalada_por: by })
    .execute();
  return versao;
}

/** The digest of all texts and sounds. */
function digestOf({ codigo, nome, linha, nivel, unidades, recordings }: Book): string {
  const sounds = Object.entries(recordings)
    .map(([path, { sha256 }]) => [path, sha256])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
  return createHash('sha256').update(JSON.stringify({ codigo, nome, linha, nivel, unidades, sounds })).digest('hex');
}
