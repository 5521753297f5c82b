import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palavra } from '../../../../../src/lib/contract/practice.schema.ts';
import { dayAround, isPlanned } from '../../../../../src/lib/rules/practice/study-day.ts';
import {
  isBack,
  LASTING_S,
  MAX_NEW,
  MAX_RETURNS,
  planPractice,
  stepsAfter,
  stepsOf,
} from '../../../../../src/lib/rules/practice/study-session.ts';
import { intervalsFrom, type Rating, replay } from '../../../../../src/server/study/practice/memory.ts';

const day = dayAround('America/Sao_Paulo', new Date('2026-11-21T12:00:00.000Z'));
const word = (id: number, vence_em: string | null, ultima_em = '2026-11-18T00:00:00.000Z') =>
  ({ id, cartao: vence_em && { estado: 'revisao', vence_em, ultima_em } }) as unknown as Palavra;

const rating = (at: number, nota: number): Rating => {
  const instant = new Date(at).toISOString();
  return { nota, feita_em: instant, contada_em: instant };
};
const start = Date.parse(day.start);
const nota = fc.integer({ min: 1, max: 4 });
/** Answers of the days before, as minutes before the day began. */
const histories = fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 200_000 }), nota }), { maxLength: 8 });
const ratingsOf = (history: { minutes: number; nota: number }[]) =>
  history.map(({ minutes, nota }) => rating(start - minutes * 60_000, nota));

describe('a practice session', () => {
  it('has the words due today, the longest overdue first, and some new words', () => {
    const words = [
      word(1, null),
      word(2, '2026-11-22T02:59:00.000Z'),
      word(3, '2026-11-22T03:00:00.000Z'),
      word(4, '2026-11-19T00:00:00.000Z'),
      word(5, '2026-11-21T11:00:00.000Z', '2026-11-21T10:50:00.000Z'),
    ];
    const practiceSession = planPractice(words, day);
    expect(practiceSession.words.map(({ id }) => id)).toEqual([4, 2, 1]);
    expect(practiceSession).toMatchObject({ due: 2, fresh: 1, minutes: 1 });
  });

  it('has at most the maximum number of new words', () => {
    const practiceSession = planPractice(
      Array.from({ length: 40 }, (_, id) => word(id, null)),
      day,
    );
    expect(practiceSession).toMatchObject({ due: 0, fresh: MAX_NEW });
  });

  it('a word leaves the session when its memory lasts a day by the server’s rule, or after the maximum of returns', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(nota), fc.infiniteStream(fc.nat(40)), (history, notas, waits) => {
        const ratings = ratingsOf(history);
        const memory = replay(ratings);
        const cartao = memory && { ...memory };
        let at = start + 3_600_000;
        let steps = stepsOf({ cartao, intervalos_s: intervalsFrom(memory, new Date(at)) });
        for (let round = 0; round <= MAX_RETURNS; round++) {
          const given = notas.next().value ?? 3;
          at += 1000 + (waits.next().value ?? 0) * 30_000;
          ratings.push(rating(at, given));
          steps = stepsAfter(steps, given);
          const wait = (Date.parse(replay(ratings)?.vence_em ?? '') - at) / 1000;
          expect(steps.left > 0).toBe(wait < LASTING_S);
          expect(isBack(steps)).toBe(steps.left > 0 && round < MAX_RETURNS);
          if (!isBack(steps)) return;
        }
        throw new Error('it came back too often');
      }),
    );
  });
});

describe('the plan of a day', () => {
  it('any answer removes its word from the plan of the day and adds no other word', () => {
    fc.assert(
      fc.property(
        fc.array(histories, { minLength: 1, maxLength: 6 }),
        fc.array(fc.record({ at: fc.integer({ min: 0, max: LASTING_S - 1 }), place: fc.nat(5), nota }), {
          maxLength: 30,
        }),
        (words, answers) => {
          const ratings = words.map(ratingsOf);
          const planned = () =>
            ratings.flatMap((given, place) => {
              const card = replay(given);
              return card && isPlanned(card, day) ? [place] : [];
            });
          let before = planned();
          for (const answer of answers.toSorted((a, b) => a.at - b.at)) {
            const place = answer.place % words.length;
            ratings[place]?.push(rating(start + answer.at * 1000, answer.nota));
            const after = planned();
            expect(after).toEqual(before.filter((other) => other !== place));
            before = after;
          }
        },
      ),
    );
  });

  it('a day begins and ends at midnight in its zone, also across a clock change', () => {
    expect(day).toEqual({
      start: '2026-11-21T03:00:00.000Z',
      end: '2026-11-22T03:00:00.000Z',
      nextEnd: '2026-11-23T03:00:00.000Z',
    });
    expect(dayAround('America/New_York', new Date('2026-11-01T12:00:00Z'))).toEqual({
      start: '2026-11-01T04:00:00.000Z',
      end: '2026-11-02T05:00:00.000Z',
      nextEnd: '2026-11-03T05:00:00.000Z',
    });
  });
});
