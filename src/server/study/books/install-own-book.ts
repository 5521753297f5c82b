import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Selectable, sql } from 'kysely';
import { pairUp } from '#lib/rules/books/pair-up.ts';
import type { Book } from '../../core/content/books.ts';
import { coverTypes } from '../../core/content/check-cover.ts';
import { soundsOfBook } from '../../core/content/sounds.ts';
import type { Db } from '../../core/db/connection.ts';
import { continueCounting } from '../../core/db/continue-counting.ts';
import type { School } from '../../core/http/ctx.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import type { Schema } from '../../tables.ts';
import { isChanged, noteVersion } from './school-books.ts';
import { readStoredBook } from './stored-book.ts';
import { catalogueTables, type WrittenBook, writeBook } from './write-book.ts';

/** Books are installed one at a time, including those of the franchise. */
export const CATALOGUE_LOCK = 7_211_438;
export const BOOK_FOLDER = 'livros';

type FileRow = Selectable<Schema['livro_arquivos']>;
interface BookFile extends Pick<FileRow, 'caminho' | 'chave' | 'mime' | 'tamanho_bytes' | 'sha256'> {
  /** A path on the disk of this process. */
  path: string;
  isNew: boolean;
}

export interface Installation extends WrittenBook {
  codigo: string;
  nome: string;
  /** The current version after the installation. */
  versao: number;
  /** Whether it changed anything. */
  isChanged: boolean;
}

interface Owner {
  /** The school; null: every school of the franchise. */
  escolaId: number | null;
  /** The installing user; null: a command. */
  userId: number | null;
  /** Rolls back, and reports what would be written. */
  isTrial: boolean;
}

/** Carries the result of a trial out of its transaction, which is rolled back. */
class Trial extends Error {
  readonly installation: Installation;
  constructor(installation: Installation) {
    super();
    this.installation = installation;
  }
}

/**
 * Installs a checked book of a school, all or nothing: its files in the store, its texts, and its version. Installing the same
 * book again changes nothing.
 *
 * @throws ContentError if the code belongs to another owner's book; Refusal 503 if the store does not accept a file.
 */
export async function installOwnBook(
  school: Pick<School, 'db' | 'database' | 'ports' | 'log' | 'now'>,
  book: Book,
  { escolaId, userId, isTrial }: Owner,
): Promise<Installation> {
  const { db, database, now } = school;
  const files = await filesOf(db, book);
  const stored = files
    .filter(({ isNew }) => isNew && !isTrial)
    .map(({ chave, path, mime }) => ({ key: `${BOOK_FOLDER}/${chave}`, path, mime }));
  const addresses = Object.fromEntries(files.map(({ caminho, chave }) => [caminho, addressOf(chave)]));
  try {
    return await storeFiles(school, stored, async (tx) => {
      if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`.execute(tx);
      const written = await writeBook(tx, { ...book, addresses }, escolaId);
      await keepFiles(tx, book.codigo, { livro_id: written.livro_id, files, at: now() });
      const versao = await noteVersion(tx, written, book, { at: now().toISOString(), by: userId });
      if (database.engine === 'postgres') await continueCounting(tx, catalogueTables);
      const { codigo, nome } = book;
      const installation = { ...written, codigo, nome, versao, isChanged: isChanged(written) };
      if (isTrial) throw new Trial(installation);
      return installation;
    });
  } catch (error) {
    if (error instanceof Trial) return error.installation;
    throw error;
  }
}

const addressOf = (chave: string) => `/api/v1/portal/livros/arquivos/${chave}/`;

/** The files of a book: an unchanged file keeps its key, and so its address, also in another unit. */
async function filesOf(db: Db, book: Book): Promise<BookFile[]> {
  const known = await db
    .selectFrom('livro_arquivos')
    .innerJoin('livros', 'livros.id', 'livro_arquivos.livro_id')
    .selectAll('livro_arquivos')
    .where('livros.codigo', '=', book.codigo)
    .orderBy('livro_arquivos.id')
    .execute();
  const cover = readFileSync(join(book.folder, book.capa));
  const target = [
    { caminho: book.capa, bytes: cover.length, sha256: createHash('sha256').update(cover).digest('hex') },
    ...soundsOfBook(book).map(({ path }) => ({ caminho: path, ...sizeOf(book, path) })),
  ];
  const { pairs } = pairUp(known, target, [
    [(row) => `${row.caminho} ${row.sha256}`, ({ caminho, sha256 }) => `${caminho} ${sha256}`],
    [({ sha256 }) => sha256, ({ sha256 }) => sha256],
  ]);
  return pairs.map(({ row, target: { caminho, bytes, sha256 } }) => ({
    caminho,
    chave: row?.chave ?? newFileKey(BOOK_FOLDER).slice(BOOK_FOLDER.length + 1),
    mime: coverTypes[extname(caminho)] ?? 'audio/mpeg',
    tamanho_bytes: bytes,
    sha256,
    path: join(book.folder, caminho),
    isNew: row === undefined,
  }));
}

function sizeOf({ recordings }: Book, path: string): { bytes: number; sha256: string } {
  const { bytes = 0, sha256 = '' } = recordings[path] ?? {};
  return { bytes, sha256 };
}

interface Files {
  livro_id: number;
  files: readonly BookFile[];
  at: Date;
}

/** Writes new files, and drops those that no part of the book uses any more, including retired parts. */
async function keepFiles(tx: Db, codigo: string, { livro_id, files, at }: Files): Promise<void> {
  for (const { path: _path, isNew, ...row } of files) {
    if (isNew) {
      await tx
        .insertInto('livro_arquivos')
        .values({ livro_id, ...row })
        .execute();
    } else {
      await tx.updateTable('livro_arquivos').set({ caminho: row.caminho }).where('chave', '=', row.chave).execute();
    }
  }
  const { livro, audios, palavras, questoes } = await readStoredBook(tx, codigo);
  const named = new Set([
    livro?.capa_url,
    ...audios.map(({ url }) => url),
    ...palavras.flatMap(({ audio_url, exemplo_audio_url }) => [audio_url, exemplo_audio_url]),
    ...questoes.map(({ audio_url }) => audio_url),
  ]);
  const rows = await tx.selectFrom('livro_arquivos').select(['id', 'chave']).where('livro_id', '=', livro_id).execute();
  const gone = rows.filter(({ chave }) => !named.has(addressOf(chave)));
  for (const { id } of gone) await tx.deleteFrom('livro_arquivos').where('id', '=', id).execute();
  await laterRemoved(
    tx,
    gone.map(({ chave }) => `${BOOK_FOLDER}/${chave}`),
    at,
  );
}
