import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { Reviewed } from '#lib/contract/practice.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import type { saveReviewsInput } from './inputs.ts';
import { intervalsFrom, type Memory, replay } from './memory.ts';
import { presentCard } from './present.ts';
import { refreshAndEarn } from './progress.ts';
import { insertRatings, lockUser, ownWords, ratingsOf, saveCards } from './queries.ts';
import { markStudyDays } from './weekly-goal.ts';

type Input = z.output<typeof saveReviewsInput>['revisoes'];
type Card = Awaited<ReturnType<typeof keepCards>>[number];

/** When a class gets its network back, each device sends hundreds. Other writers run between portions. */
const AT_ONCE = 25;

/**
 * Stores ratings of words, each once, in any order and however often they are sent. Words of unlinked books are skipped, so that
 * one lost book does not block offline answers. After a partial failure the device sends everything again, and each rating counts
 * once.
 *
 * @returns the changed cards, and newly finished units. @throws Refusal 404 when no word is from the user's own books.
 */
export async function saveReviews({ db, session, now, config }: Ctx, ratings: Input): Promise<Reviewed> {
  const { userId } = session;
  const at = now();
  const words = await ownWords(db, session, [...new Set(ratings.map(({ palavra_id }) => palavra_id))]);
  if (words.length === 0) throw notFound('Estas palavras não são de um livro seu.');
  const own = new Set(words.map(({ id }) => id));
  const rows = ratings
    .filter(({ palavra_id }) => own.has(palavra_id))
    .map(({ palavra_id, nota, tempo_ms, feita_em, kind }) => {
      const done = new Date(feita_em);
      // Otherwise a device with a fast clock would push the word far into the future.
      const counted = done > at ? at : done;
      return {
        user_id: userId,
        palavra_id,
        nota,
        tempo_ms,
        feita_em: done.toISOString(),
        contada_em: counted.toISOString(),
        kind: kind ?? null,
      };
    });
  const zone = session.timeZone;
  const cards = new Map<number, Card>();
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    const stored = await db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      return keepCards(tx, userId, rows.slice(done, done + AT_ONCE));
    });
    for (const card of stored) cards.set(card.palavra_id, card);
  }
  const concluidas = await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await markStudyDays(
      tx,
      userId,
      rows.map(({ contada_em }) => contada_em),
      zone,
    );
    const units = [...new Set(words.map(({ unidade_id }) => unidade_id))];
    return refreshAndEarn(tx, userId, units, at, config.SCHOOL_TIME_ZONE);
  });
  const cartoes = [...cards.values()].map(({ palavra_id, memory }) => ({
    palavra_id,
    ...presentCard(memory),
    intervalos_s: intervalsFrom(memory, at),
  }));
  return { cartoes, concluidas };
}

/** Adds a user's new ratings and recomputes the cards of their words. */
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
