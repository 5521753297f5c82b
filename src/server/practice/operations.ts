import { z } from 'zod';
import { operation } from '../http/operation.ts';
import { holderOfSecret, user } from '../http/who.ts';
import { readEmptyBook } from './empty-book.ts';
import { getEmptyBookContentsInput } from './inputs.ts';
import { presentWord } from './present.ts';
import { cardsOf, dueWords } from './queries.ts';
import { readGoal } from './weekly-goal.ts';

/** What the area offers. */
export const practiceOperations = {
  /** Words due for review. */
  listDueReviews: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({}),
    run: async (_input, { db, session, now }) => {
      const at = now();
      const [words, cards] = await Promise.all([dueWords(db, session, at.toISOString()), cardsOf(db, session.userId)]);
      return words.map((word) =>
        presentWord(
          word,
          cards.find(({ palavra_id }) => palavra_id === word.id),
          at,
        ),
      );
    },
  }),
  /** Goal of this week. */
  getWeeklyGoal: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readGoal(ctx),
  }),
  /** Contents of the empty book that this browser opened: every sound, and the practice of the first unit. */
  getEmptyBookContents: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'contents',
    input: getEmptyBookContentsInput,
    run: (query, ctx) => readEmptyBook(ctx, query),
  }),
};
