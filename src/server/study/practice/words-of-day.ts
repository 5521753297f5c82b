import { type Expression, type SqlBool, sql } from 'kysely';
import type { Palavra, WordsOfDay } from '#lib/contract/practice.schema.ts';
import { type DaySpan, dayAround } from '#lib/rules/practice/study-day.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Reader } from '../books/read-books.ts';
import { presentWord } from './present.ts';
import { cardsOf, MAX_DUE, ownCards, plannedWords, wordsAhead } from './queries.ts';

/**
 * The counts of a day's words as one row: see `WordsOfDay`. `reviewed`: only words that the student knew before the day, so that
 * new words do not use up its plan.
 *
 * @param nextEnd the end of the next day
 */
export const dayCounts = (db: Db, reader: Reader, { start, end, nextEnd }: DaySpan) =>
  ownCards(db, reader)
    .where((where) => where.or([where('cartoes.vence_em', '<', nextEnd), where('cartoes.ultima_em', '>=', start)]))
    .select((eb) => [
      countIf(eb.and([eb('cartoes.vence_em', '<', end), eb('cartoes.ultima_em', '<', start)])).as('words'),
      countIf(eb('cartoes.ultima_em', '>=', start)).as('done'),
      countIf(
        eb.and([
          eb('cartoes.ultima_em', '>=', start),
          eb.exists(
            eb
              .selectFrom('revisoes')
              .select('revisoes.nota')
              .whereRef('revisoes.user_id', '=', 'cartoes.user_id')
              .whereRef('revisoes.palavra_id', '=', 'cartoes.palavra_id')
              .where('revisoes.contada_em', '<', start),
          ),
        ]),
      ).as('reviewed'),
      countIf(eb('cartoes.vence_em', '<', nextEnd)).as('due'),
    ]);

const countIf = (condition: Expression<SqlBool>) =>
  sql<number | string>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const countsOfAllBooks = prepared((db, userId: number, start: string, end: string, nextEnd: string) =>
  dayCounts(db, { userId, bookId: null }, { start, end, nextEnd }),
);

/** Converts the counts of `dayCounts`: after a long absence the words are spread over some days. */
export function presentDay(row: Awaited<ReturnType<ReturnType<typeof dayCounts>['executeTakeFirst']>>): WordsOfDay {
  const words_done = Number(row?.done ?? 0);
  const words = Math.min(Number(row?.words ?? 0), Math.max(0, MAX_DUE - Number(row?.reviewed ?? 0)));
  return { words, words_done, words_tomorrow: Math.min(MAX_DUE, Number(row?.due ?? 0) - words) };
}

/** The user's words of today; in a session by a book code, only those of its book. */
export async function readDay({ db, session, now }: Ctx): Promise<WordsOfDay> {
  const day = dayAround(session.timeZone, now());
  const [row] =
    session.bookId === null
      ? await countsOfAllBooks(db, session.userId, day.start, day.end, day.nextEnd)
      : await dayCounts(db, session, day).execute();
  return presentDay(row);
}

/** The user's remaining words of today. @param isAhead the words after those */
export async function listReviews(ctx: Ctx, isAhead: boolean): Promise<Palavra[]> {
  const { db, session, now } = ctx;
  const at = now();
  const [words, cards, day] = await Promise.all([
    isAhead ? wordsAhead(db, session) : plannedWords(db, session, dayAround(session.timeZone, at)),
    cardsOf(db, session.userId),
    readDay(ctx),
  ]);
  const known = new Map(cards.map((card) => [card.palavra_id, card]));
  const due = isAhead ? words : words.slice(0, day.words);
  return due.map(({ numero, titulo, ...word }) => ({
    ...presentWord(word, known.get(word.id), at),
    unidade: { numero, titulo },
  }));
}
