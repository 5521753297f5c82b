import { createHash } from 'node:crypto';
import type { Tally } from '#lib/contract/books-staff.schema.ts';
import type { Book } from '../../core/content/books.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Change, Part } from './plan-book.ts';
import type { WrittenBook } from './write-book.ts';

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

/** Whether a writing changed anything. */
export const isChanged = ({ isNew, isHeadChanged, changes }: WrittenBook): boolean =>
  isNew || isHeadChanged || changes.length > 0;

interface Writing {
  at: string;
  /** null: by a command. */
  by: number | null;
}

/** Notes a new version of a book, if it changed. @returns its number, or the last one. */
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

/** Of all texts, and of the content of all sounds. */
function digestOf({ codigo, nome, linha, nivel, unidades, recordings }: Book): string {
  const sounds = Object.entries(recordings)
    .map(([path, { sha256 }]) => [path, sha256])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
  return createHash('sha256').update(JSON.stringify({ codigo, nome, linha, nivel, unidades, sounds })).digest('hex');
}
