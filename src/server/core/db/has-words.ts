import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '#lib/format/text.ts';

/** SQLite has no escape character of its own. */
const contains = (text: RawBuilder<string>, word: string) =>
  sql<boolean>`${text} like ${`%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`} escape '\\'`;

/** A column in the spelling that a search compares: see `foldText`. */
export const folded = (column: string): RawBuilder<string> => sql<string>`folded(${sql.ref(column)})`;

/**
 * Whether every word of a search occurs in one of the texts, in any order (0158). A search without words finds nothing.
 *
 * @param texts folded ones: `users.search_text`, which the database keeps, or `folded` columns
 */
export function hasWords(q: string, ...texts: RawBuilder<string>[]): RawBuilder<boolean> {
  const words = searchWords(q).map(
    (word) =>
      sql`(${sql.join(
        texts.map((text) => contains(text, word)),
        sql` or `,
      )})`,
  );
  return words.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** What a search looks at of a person: name, address and number. @param users the name of the table in the query */
export const personText = (users = 'users'): RawBuilder<string> => sql<string>`${sql.ref(`${users}.search_text`)}`;
