import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsFrom, isMastered, type Rating, replay } from '../../../../../src/server/study/practice/memory.ts';

const MINUTE = 60_000;
const start = Date.parse('2026-03-01T12:00:00Z');
const rating = (minutes: number, nota: number): Rating => {
  const at = new Date(start + minutes * MINUTE).toISOString();
  return { nota, feita_em: at, contada_em: at };
};

const histories = fc.uniqueArray(
  fc.record({ minutes: fc.integer({ min: 0, max: 500_000 }), nota: fc.integer({ min: 1, max: 4 }) }),
  { selector: ({ minutes }) => minutes, minLength: 1, maxLength: 25 },
);

describe('the memory of a word', () => {
  it('a word has no memory state before the first rating', () => {
    expect(replay([])).toBeNull();
  });

  it('a new word comes back after a minute when forgotten, and after more than six days when easy', () => {
    const [again = 0, , , easy = 0] = intervalsFrom(null, new Date(start));
    expect(again).toBe(60);
    expect(easy).toBeGreaterThan(6 * 86_400);
  });

  it('a rating results in the interval that was announced', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 4 }), (history, nota) => {
        const ratings = history.map((each) => rating(each.minutes, each.nota));
        const memory = replay(ratings);
        const now = start + 600_000 * MINUTE;
        const announced = intervalsFrom(memory, new Date(now))[nota - 1];
        const after = replay([...ratings, rating(600_000, nota)]);
        expect((Date.parse(after?.vence_em ?? '') - now) / 1000).toBe(announced);
      }),
    );
  });

  it('the memory of a word does not depend on the order in which ratings arrive', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (history, keys) => {
        const ratings = history.map(({ minutes, nota }) => rating(minutes, nota));
        const arrived = ratings
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(replay(arrived)).toEqual(replay(ratings));
      }),
    );
  });

  it('a better rating never brings a word back sooner, and no interval exceeds about a year', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const memory = replay(history.map(({ minutes, nota }) => rating(minutes, nota)));
        const waits = intervalsFrom(memory, new Date(start + 700_000 * MINUTE));
        expect(waits).toEqual(waits.toSorted((a, b) => a - b));
        expect(waits.at(-1)).toBeLessThan(370 * 86_400);
      }),
    );
  });

  it.each([
    ['revisao', 7, true],
    ['revisao', 6.9, false],
    ['reaprendendo', 30, false],
    ['aprendendo', 8, false],
  ] as const)('%s with a stability of %s days is mastered: %s', (estado, estabilidade, expected) => {
    expect(isMastered({ estado, estabilidade })).toBe(expected);
  });
});
