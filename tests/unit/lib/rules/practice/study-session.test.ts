import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palavra } from '../../../../../src/lib/contract/practice.schema.ts';
import {
  afterRating,
  MAX_NEW,
  MAX_RETURNS,
  nextDue,
  planSitting,
} from '../../../../../src/lib/rules/practice/study-session.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const word = (id: number, vence_em: string | null) =>
  ({ id, cartao: vence_em && { estado: 'revisao', vence_em } }) as unknown as Palavra;

describe('a sitting', () => {
  it('a sitting asks what is due, the longest due first, and some new words', () => {
    const words = [
      word(1, null),
      word(2, '2026-11-21T11:00:00.000Z'),
      word(3, '2026-11-22T00:00:00.000Z'),
      word(4, '2026-11-19T00:00:00.000Z'),
    ];
    const sitting = planSitting(words, NOW);
    expect(sitting.words.map(({ id }) => id)).toEqual([4, 2, 1]);
    expect(sitting).toMatchObject({ due: 2, fresh: 1, minutes: 1 });
    expect(nextDue(words, NOW)).toBe('2026-11-22T00:00:00.000Z');
  });

  it('a sitting never asks more new words than can be remembered', () => {
    const sitting = planSitting(
      Array.from({ length: 40 }, (_, id) => word(id, null)),
      NOW,
    );
    expect(sitting).toMatchObject({ due: 0, fresh: MAX_NEW });
  });

  it('a sitting ends, whatever is rated', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        (size, ratings) => {
          let queue = Array.from({ length: size }, (_, id) => id);
          const returns = new Map<number, number>();
          const seen = new Set<number>();
          let turns = 0;
          while (queue.length > 0) {
            const [current = 0] = queue;
            const nota = ratings.next().value ?? 3;
            seen.add(current);
            queue = afterRating(queue, nota, returns);
            if (nota === 1) returns.set(current, (returns.get(current) ?? 0) + 1);
            turns += 1;
            if (turns > size * (MAX_RETURNS + 1)) return false;
          }
          return seen.size === size;
        },
      ),
    );
  });
});
