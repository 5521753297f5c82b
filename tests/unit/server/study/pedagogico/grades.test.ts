import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf } from '../../../../../src/lib/rules/pedagogico/mean.ts';
import { presenceWords } from '../../../../../src/lib/words/pedagogico.ts';
import { presenceOf, trendOf } from '../../../../../src/server/study/pedagogico/grades.ts';

const grade = (nota: number | null, peso = 1, nota_maxima = 10) => ({ nota, peso, nota_maxima });

describe('PED-05: the mean', () => {
  it.each([
    [[], null],
    [[grade(null), grade(null)], null],
    [[grade(8), grade(null)], 8],
    [[grade(0), grade(10)], 5],
    [[grade(10, 1), grade(4, 2)], 6],
    [[grade(18, 1, 20), grade(7)], 8],
    [[grade(7.25)], 7.3],
    [[grade(9, 0)], null],
    // Exactly 6.95, and 6.949… as floats.
    [[grade(1.7), grade(8.7), grade(8.7), grade(8.7)], 7],
    [[grade(6.9), grade(7)], 7],
    [[grade(6.94)], 6.9],
    [[grade(13.9, 1, 20)], 7],
    [[grade(2, 0.5), grade(8.6, 1.5)], 7],
  ])('%j → %s', (grades, mean) => {
    expect(meanOf(grades)).toBe(mean);
  });

  it('the mean of tenths is the one that a pencil finds', () => {
    const tenths = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(tenths, (marks) => {
        const sum = marks.reduce((all, mark) => all + mark, 0);
        const pencil = Math.floor((2 * sum + marks.length) / (2 * marks.length)) / 10;
        expect(meanOf(marks.map((mark) => grade(mark / 10)))).toBe(pencil);
      }),
    );
  });

  it('the mean stays within the scale and between the least and the best grade', () => {
    const some = fc.record({
      nota_maxima: fc.constantFrom(5, 10, 20, 100),
      peso: fc.integer({ min: 1, max: 9 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 20 }), (parts) => {
        const mean = meanOf(parts.map(({ share, ...rest }) => ({ ...rest, nota: share * rest.nota_maxima })));
        const shares = parts.map(({ share }) => share * 10);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...shares) - 0.051);
        expect(mean).toBeLessThanOrEqual(Math.max(...shares) + 0.051);
      }),
    );
  });
});

it.each([
  [[], null],
  [[7], null],
  [[7, null, null], null],
  [[7, 7.2], 'estavel'],
  [[7, 7.3], 'subindo'],
  [[7, 8], 'subindo'],
  [[9, 8], 'caindo'],
  [[5, 9, null, 8], 'caindo'],
])('the trend of %j is %s', (means, trend) => {
  expect(trendOf(means)).toBe(trend);
});

describe('presence', () => {
  it.each([
    [0, [], { presencas: 0, faltas: 0, percentual: 100 }],
    [4, ['presente', 'presente', 'presente', 'falta'], { presencas: 3, faltas: 1, percentual: 75 }],
    [
      4,
      ['presente', 'reposta', 'justificada', 'falta'],
      { presencas: 2, faltas: 1, contadas: 3, justificadas: 1, percentual: 66 },
    ],
    [5, ['presente'], { presencas: 1, faltas: 0, contadas: 1, percentual: 100 }],
    [0, ['presente'], { presencas: 1, faltas: 0, percentual: 100 }],
  ] as const)('%i lessons given, %j', (given, statuses, expected) => {
    expect(presenceOf(given, statuses)).toMatchObject({ aulas: given, minimo_percentual: 75, ...expected });
  });
});

it.each([
  [19, 15, 1, '15 de 18 aulas, sem contar 1 falta justificada'],
  [20, 15, 2, '15 de 18 aulas, sem contar 2 faltas justificadas'],
  [4, 3, 0, '3 de 4 aulas'],
])('C15 of %i lessons, %i there and %i excused: %s', (given, there, excused, words) => {
  const missed = Array(given - there - excused).fill('falta');
  const statuses = [...Array(there).fill('presente'), ...Array(excused).fill('justificada'), ...missed];
  expect(presenceWords(presenceOf(given, statuses))).toBe(words);
});

it('C15 a report of before says what it said', () => {
  const before = { aulas: 19, presencas: 15, faltas: 3, percentual: 83, minimo_percentual: 75 };
  expect(presenceWords(before)).toBe('15 de 19 aulas');
});
