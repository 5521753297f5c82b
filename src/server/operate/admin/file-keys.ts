import { sql } from 'kysely';
import { REWARD_FOLDER } from '../../club/rewards.ts';
import type { Db } from '../../core/db/connection.ts';
import { PROMO_FOLDER } from '../../school/promo/manage-pictures.ts';
import { CAMPAIGN_FOLDER } from '../../school/travel/campaigns.ts';
import { BOOK_FOLDER } from '../../study/books/install-own-book.ts';
import { personalTables, type Row } from '../privacy/personal-tables.ts';

interface FileTable {
  table: string;
  keyOf(row: Row): string | null;
}

const picture = (table: string, folder: string): FileTable => ({
  table,
  keyOf: ({ imagem_chave }) => (imagem_chave === null ? null : `${folder}/${imagem_chave}`),
});

/** Every table whose rows have a file in the store. */
const fileTables: readonly FileTable[] = [
  ...personalTables.flatMap(({ table, file }) => (file ? [{ table, keyOf: (row: Row) => file(row).key }] : [])),
  { table: 'aula_materiais', keyOf: ({ chave }) => String(chave) },
  { table: 'livro_arquivos', keyOf: ({ chave }) => `${BOOK_FOLDER}/${chave}` },
  { table: 'livro_envios', keyOf: ({ chave }) => (chave === null ? null : String(chave)) },
  picture('rewards', REWARD_FOLDER),
  picture('travel_campaigns', CAMPAIGN_FOLDER),
  picture('promo_pictures', PROMO_FOLDER),
];

/** The store's keys of all files that the database refers to. */
export async function fileKeys(db: Db): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, keyOf } of fileTables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
    keys.push(...rows.flatMap((row) => keyOf(row) ?? []));
  }
  return [...new Set(keys)];
}
