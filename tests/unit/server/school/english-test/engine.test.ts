import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEVELS, SKILLS } from '../../../../../src/content/level-test.schema.ts';
import { bank } from '../../../../../src/server/school/english-test/bank.ts';
import {
  advance,
  isFinished,
  MAX_ITEMS,
  MIN_ITEMS,
} from '../../../../../src/server/school/english-test/engine/advance.ts';
import { chooseItem } from '../../../../../src/server/school/english-test/engine/choose-item.ts';
import { estimateAbility } from '../../../../../src/server/school/english-test/engine/estimate.ts';
import {
  type Calibrated,
  information,
  probability,
} from '../../../../../src/server/school/english-test/engine/model.ts';
import {
  CUT_POINTS,
  FOUND_LEVELS,
  levelOf,
  levelRange,
  pointsOf,
} from '../../../../../src/server/school/english-test/engine/scale.ts';
import { summarize } from '../../../../../src/server/school/english-test/engine/summarize.ts';
import { seeded, takeAdaptive, takerOf, takeTest } from './takers.ts';

const NOTHING: ReadonlySet<string> = new Set();
const anyTheta = fc.double({ min: -4, max: 4, noNaN: true });
const BANK = bank();
const anyItem = fc.constantFrom(...BANK);
const anyResponse = fc.record({ item: anyItem, right: fc.boolean() });
const anyResponses = fc.uniqueArray(anyResponse, { selector: ({ item }) => item.id, maxLength: MAX_ITEMS });
const anyExcluded = fc.uniqueArray(fc.constantFrom(...BANK.map(({ id }) => id)), { maxLength: BANK.length });
const anySeed = fc.integer();

const item = (given: Partial<Calibrated>): Calibrated => ({ id: 'x', skill: 'grammar', a: 1, b: 0, c: 0.2, ...given });

it.each<[string, Partial<Calibrated>, number, number]>([
  ['half way between guess and certainty at b', { b: 0.5, c: 0.2 }, 0.5, 0.6],
  ['a guess far below', { c: 0.25 }, -20, 0.25],
  ['certain far above', { c: 0.25 }, 20, 1],
  ['within 0.01 of the normal ogive (0.841) one unit above b', { c: 0 }, 1, 0.846],
])('probability is %s', (_what, given, theta, expected) => {
  expect(probability(item(given), theta)).toBeCloseTo(expected, 3);
});

it('information agrees with the slope of the probability', () => {
  fc.assert(
    fc.property(anyItem, fc.double({ min: -3, max: 3, noNaN: true }), (one, theta) => {
      const p = probability(one, theta);
      const slope = (probability(one, theta + 1e-5) - probability(one, theta - 1e-5)) / 2e-5;
      expect(information(one, theta)).toBeCloseTo(slope ** 2 / (p * (1 - p)), 4);
    }),
  );
});

it('before the first answer the estimate is that of the population', () => {
  const { theta, standardError } = estimateAbility([]);
  expect(theta).toBeCloseTo(0, 6);
  expect(standardError).toBeCloseTo(1.5, 1);
});

it('the estimate rises when an answer turns from wrong to right', () => {
  fc.assert(
    fc.property(anyResponses, anyItem, (others, turned) => {
      const wrong = estimateAbility([...others, { item: turned, right: false }]);
      const right = estimateAbility([...others, { item: turned, right: true }]);
      expect(right.theta).toBeGreaterThan(wrong.theta);
    }),
  );
});

it('the order of the answers does not matter', () => {
  fc.assert(
    fc.property(anyResponses, (responses) => {
      expect(estimateAbility(responses.toReversed()).theta).toBeCloseTo(estimateAbility(responses).theta, 9);
    }),
  );
});

// A surprising answer may raise the uncertainty; an item only has to lower it on average.
it('every item lowers the expected variance of the estimate', () => {
  fc.assert(
    fc.property(anyResponses, anyItem, (responses, next) => {
      const before = estimateAbility(responses);
      const right = estimateAbility([...responses, { item: next, right: true }]);
      const wrong = estimateAbility([...responses, { item: next, right: false }]);
      const chance = (before.theta - wrong.theta) / (right.theta - wrong.theta);
      const expected = chance * right.standardError ** 2 + (1 - chance) * wrong.standardError ** 2;
      expect(expected).toBeLessThanOrEqual(before.standardError ** 2 + 1e-9);
    }),
  );
});

it('the standard error falls with the items asked, over many tests', () => {
  const random = seeded(5);
  const errorAfter = (length: number) => {
    const tests = Array.from({ length: 100 }, (_, at) =>
      takeAdaptive(BANK, length, takerOf((at - 50) / 20, random), random),
    );
    return tests.reduce((sum, responses) => sum + estimateAbility(responses).standardError, 0) / tests.length;
  };
  const errors = [0, 1, 2, 4, 8, 12, 16, 20, 25, 30].map(errorAfter);
  expect(errors).toEqual(errors.toSorted((one, other) => other - one));
  expect(new Set(errors).size).toBe(errors.length);
});

it('TEST-01 no item is repeated, no excluded item is shown, and the test ends within 30 items', () => {
  fc.assert(
    fc.property(anyTheta, anySeed, anyExcluded, (theta, seed, ids) => {
      const excluded = new Set(ids);
      const random = seeded(seed);
      const requested = takeTest(BANK, takerOf(theta, random), random, excluded).map((response) => response.item.id);
      expect(new Set(requested).size).toBe(requested.length);
      expect(requested.filter((id) => excluded.has(id))).toEqual([]);
      expect(requested.length).toBeLessThanOrEqual(MAX_ITEMS);
      expect(requested.length).toBeGreaterThanOrEqual(Math.min(MIN_ITEMS, BANK.length - ids.length));
    }),
    { numRuns: 100 },
  );
});

it('the test ends with any answers', () => {
  for (const right of [true, false]) {
    const responses = takeTest(BANK, () => right, seeded(1));
    expect(responses.length).toBeLessThanOrEqual(MAX_ITEMS);
    expect(levelOf(estimateAbility(responses).theta)).toBe(right ? 'C1' : 'Pré-A1');
  }
});

it.each([
  [7, 0.2, false],
  [8, 0.3, true],
  [8, 0.301, false],
  [29, 0.5, false],
  [30, 0.5, true],
])('after %i answers with a standard error of %d, finished is %s', (answered, standardError, finished) => {
  expect(isFinished(answered, { theta: 0, standardError })).toBe(finished);
});

it('the next item is one of the five most informative items of the skill that is due', () => {
  const pool = Array.from({ length: 12 }, (_, at) => item({ id: `g${at}`, b: at / 10 }));
  const listening = item({ id: 'l', skill: 'listening', b: 3 });
  const drawn = (random: number) => chooseItem(pool, [], 0, NOTHING, () => random)?.id;
  const best = pool.toSorted((one, other) => information(other, 0) - information(one, 0)).slice(0, 5);
  expect([0, 0.2, 0.4, 0.6, 0.9999].map(drawn)).toEqual(best.map(({ id }) => id));
  const answered = [{ item: item({ id: 'g0' }), right: true }];
  expect(chooseItem([...pool, listening], answered, 0, NOTHING, () => 0)).toBe(listening);
  expect(chooseItem([...pool, listening], answered, 0, new Set(['l']), () => 0)?.skill).toBe('grammar');
});

it('the test ends when no item is left', () => {
  expect(advance(BANK, [], new Set(BANK.map(({ id }) => id)), () => 0).item).toBeUndefined();
});

it('TEST-02 level and points never fall when the ability rises', () => {
  fc.assert(
    fc.property(anyTheta, anyTheta, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(FOUND_LEVELS.indexOf(levelOf(low))).toBeLessThanOrEqual(FOUND_LEVELS.indexOf(levelOf(high)));
      expect(pointsOf(low)).toBeLessThanOrEqual(pointsOf(high));
      const byPoints = LEVELS[Math.min(4, Math.floor(pointsOf(low) / 20))];
      expect(levelOf(low)).toBe(low < CUT_POINTS[0] ? 'Pré-A1' : byPoints);
      if (low < CUT_POINTS[0]) expect(pointsOf(low)).toBe(0);
    }),
  );
});

it.each([
  [-9, 'Pré-A1', 0],
  [-2.61, 'Pré-A1', 0],
  [-2.6, 'A1', 0],
  [-1.71, 'A1', 19],
  [-1.7, 'A2', 20],
  [-0.6, 'B1', 40],
  [0.55, 'B2', 60],
  [0.54, 'B1', 59],
  [1.64, 'B2', 79],
  [1.65, 'C1', 80],
  [9, 'C1', 100],
])('TEST-02 an ability of %d is %s with %i points', (theta, level, points) => {
  expect([levelOf(theta), pointsOf(theta)]).toEqual([level, points]);
});

it('TEST-02 the range includes the level and widens with the error', () => {
  expect(levelRange({ theta: 0, standardError: 0.3 })).toEqual({ from: 'B1', to: 'B1' });
  expect(levelRange({ theta: 0.5, standardError: 0.3 })).toEqual({ from: 'B1', to: 'B2' });
  fc.assert(
    fc.property(anyTheta, fc.double({ min: 0, max: 2, noNaN: true }), (theta, standardError) => {
      const { from, to } = levelRange({ theta, standardError });
      const [low, own, high] = [from, levelOf(theta), to].map((level) => FOUND_LEVELS.indexOf(level));
      expect(low).toBeLessThanOrEqual(own ?? Number.NaN);
      expect(own).toBeLessThanOrEqual(high ?? Number.NaN);
    }),
  );
});

it('TEST-02 each skill is graded by its own answers', () => {
  const responses = BANK.filter(({ level }) => level === 'B1').map((one) => ({
    item: one,
    right: one.skill !== 'listening',
  }));
  const { skills, theta, level, points, range } = summarize(responses);
  expect({ level, points, range }).toEqual({
    level: levelOf(theta),
    points: pointsOf(theta),
    range: levelRange(estimateAbility(responses)),
  });
  for (const skill of SKILLS) expect(skills[skill].answered).toBe(7);
  expect(skills.listening.theta).toBeLessThan(theta);
  expect(skills.grammar.theta).toBeGreaterThan(theta);
  expect(skills.listening.standardError).toBeLessThan(0.75);
});

it('TEST-02 a skill without answers has the overall ability', () => {
  const { skills, theta } = summarize(BANK.slice(0, 5).map((one) => ({ item: one, right: true })));
  expect(skills.listening.answered).toBe(0);
  expect(skills.listening.theta).toBeCloseTo(theta, 1);
});
