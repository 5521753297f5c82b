import type { Insertable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';
import { type Memory, replay } from './memory.ts';
import { insertRatings, ratingsOf, saveCard } from './queries.ts';

/** Adds ratings of one user, those that are new, and works the cards of their words out again. */
export async function keepCards(
  tx: Db,
  userId: number,
  ratings: Insertable<Schema['revisoes']>[],
): Promise<{ palavra_id: number; memory: Memory }[]> {
  const words = [...new Set(ratings.map(({ palavra_id }) => palavra_id))];
  if (words.length === 0) return [];
  await insertRatings(tx, ratings);
  const all = await ratingsOf(tx, userId, words);
  const cards = words.flatMap((palavra_id) => {
    const memory = replay(all.filter((rating) => rating.palavra_id === palavra_id));
    return memory ? [{ palavra_id, memory }] : [];
  });
  for (const { palavra_id, memory } of cards) await saveCard(tx, userId, palavra_id, memory);
  return cards;
}
