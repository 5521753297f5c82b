import type { Insertable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';
import { type Memory, replay } from './memory.ts';
import { insertRatings, ratingsOf, saveCards } from './queries.ts';

/** Adds a user's new ratings and computes the cards of their words again. */
export async function keepCards(
  tx: Db,
  userId: number,
  ratings: Insertable<Schema['revisoes']>[],
): Promise<{ palavra_id: number; memory: Memory }[]> {
  const words = [...new Set(ratings.map(({ palavra_id }) => palavra_id))];
  if (words.length === 0) return [];
  await insertRatings(tx, ratings);
  const ofWord = Map.groupBy(await ratingsOf(tx, userId, words), ({ palavra_id }) => palavra_id);
  const cards = words.flatMap((palavra_id) => {
    const memory = replay(ofWord.get(palavra_id) ?? []);
    return memory ? [{ palavra_id, memory }] : [];
  });
  if (cards.length > 0) await saveCards(tx, userId, cards);
  return cards;
}
