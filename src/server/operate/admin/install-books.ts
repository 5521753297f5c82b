import { sql } from 'kysely';
import type { Tally } from '#lib/contract/books-staff.schema.ts';
import { plural } from '#lib/format/money.ts';
import { nameKey } from '#lib/format/text.ts';
import { openOwnBooks } from '../../core/content/check-own-books.ts';
import { measureInThread } from '../../core/content/measure-in-thread.ts';
import { continueCounting } from '../../core/db/continue-counting.ts';
import type { School } from '../../core/http/ctx.ts';
import type { OnProgress } from '../../on-progress.ts';
import { CATALOGUE_LOCK, type Installation, installOwnBook } from '../../study/books/install-own-book.ts';
import type { Change } from '../../study/books/plan-book.ts';
import { tallyOf } from '../../study/books/school-books.ts';
import { catalogueTables, writeCatalogue } from '../../study/books/write-book.ts';
import { Complaint } from './complaint.ts';

/** The catalogue after the installation. */
export interface Installed {
  /** Codes of the newly added books. */
  added: string[];
  livros: number;
  unidades: number;
  audios: number;
  palavras: number;
  questoes: number;
}

/**
 * Installs the books of the franchise with all their contents, on an empty database or one in use, all or nothing. A repeated
 * run, also after an update of the portal, updates the texts; students' work stays.
 *
 * @param onProgress gets the number of written books
 */
export const installBooks = (
  { db, database, now }: Pick<School, 'db' | 'database' | 'now'>,
  onProgress?: OnProgress,
): Promise<Installed> =>
  db.transaction().execute(async (tx) => {
    if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`.execute(tx);
    const added = await writeCatalogue(tx, now().toISOString(), onProgress);
    if (database.engine === 'postgres') await continueCounting(tx, catalogueTables);
    const count = async (table: 'livros' | 'unidades' | 'audios' | 'palavras' | 'questoes') =>
      Number(
        (
          await tx
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number | string>().as('all'))
            .executeTakeFirstOrThrow()
        ).all,
      );
    return {
      added,
      livros: await count('livros'),
      unidades: await count('unidades'),
      audios: await count('audios'),
      palavras: await count('palavras'),
      questoes: await count('questoes'),
    };
  });

const MAX_NAMED = 20;
const names: Readonly<Record<keyof Tally, { of: string; ends: 'as' | 'os' }>> = {
  unidade: { of: 'unidades', ends: 'as' },
  audio: { of: 'áudios', ends: 'os' },
  palavra: { of: 'palavras', ends: 'as' },
  questao: { of: 'questões', ends: 'as' },
};

interface Wish {
  /** The name of the school that owns the books; undefined: the franchise. */
  escola: string | undefined;
  /** Checks everything, and writes nothing. */
  isTrial: boolean;
  /** Gets the number of processed books; each is checked, and then written. */
  onProgress?: OnProgress;
}

/**
 * Installs the books of a folder. They are checked together, so a fault in one prevents the installation of all.
 *
 * @returns the outcome of each book, as lines.
 * @throws ContentError with all faults; Complaint for an unknown school.
 */
export async function installFolder(
  school: School,
  folder: string,
  { escola, isTrial, onProgress }: Wish,
): Promise<string[]> {
  const escolaId = escola === undefined ? null : await schoolNamed(school, escola);
  const books = await openOwnBooks(folder, measureInThread(school.papers));
  if (escolaId === null) await refuseSchoolsOwn(school, books);
  const owner = { escolaId, userId: null };
  // A code that belongs to another book is found before the first book is written.
  const trials: Installation[] = [];
  for (const book of books) {
    onProgress?.(trials.length, books.length);
    trials.push(await installOwnBook(school, book, { ...owner, isTrial: true }));
  }
  if (isTrial) return ['Está tudo certo; nada foi gravado.', ...trials.flatMap((trial) => linesOf(trial))];
  const lines: string[] = [];
  for (const [index, book] of books.entries()) {
    onProgress?.(index, books.length);
    lines.push(...linesOf(await installOwnBook(school, book, { ...owner, isTrial: false })));
  }
  onProgress?.(books.length, books.length);
  return lines;
}

/** A command without a school must not replace a school's own book by one of the franchise. */
async function refuseSchoolsOwn({ db }: School, books: readonly { codigo: string }[]): Promise<void> {
  const own = await db
    .selectFrom('livros')
    .innerJoin('schools', 'schools.id', 'livros.escola_id')
    .select(['livros.codigo', 'schools.nome'])
    .where(
      'livros.codigo',
      'in',
      books.map(({ codigo }) => codigo),
    )
    .execute();
  if (own.length === 0) return;
  const lines = own.map(({ codigo, nome }) => `${codigo} é um livro de uma escola: acrescente --escola "${nome}".`);
  throw new Complaint(lines.join('\n'));
}

async function schoolNamed({ db }: School, name: string): Promise<number> {
  const schools = await db.selectFrom('schools').select(['id', 'nome']).execute();
  const found = schools.find(({ nome }) => nameKey(nome) === nameKey(name));
  if (found) return found.id;
  throw new Complaint(`A escola “${name}” não existe. Há: ${schools.map(({ nome }) => nome).join(', ') || 'nenhuma'}.`);
}

function linesOf({ codigo, nome, versao, isNew, isChanged, changes }: Installation): string[] {
  const head = `${codigo} (${nome})`;
  if (!isChanged) return [`${head}: nada mudou, continua na versão ${versao}.`];
  const tally = tallyOf(changes);
  const counts = (Object.keys(names) as (keyof Tally)[]).flatMap((parte) => {
    const { of, ends } = names[parte];
    const { novas, mudadas, retiradas } = tally[parte];
    const many = (count: number, word: string) => (count === 0 ? [] : [plural(count, word + ends[0], word + ends)]);
    const sum = [...many(novas, 'nov'), ...many(mudadas, 'mudad'), ...many(retiradas, 'retirad')];
    return sum.length === 0 ? [] : [`  ${of}: ${sum.join(', ')}`];
  });
  return [`${head}: versão ${versao}${isNew ? ', livro novo' : ''}.`, ...counts, ...retiredIn(changes)];
}

function retiredIn(changes: readonly Change[]): string[] {
  const retired = changes.filter(({ tipo }) => tipo === 'retirada');
  const shown = retired.slice(0, MAX_NAMED).map(({ unidade, nome }) => `  sai da unidade ${unidade}: ${nome}`);
  return retired.length > MAX_NAMED ? [...shown, `  … e mais ${retired.length - MAX_NAMED}`] : shown;
}
