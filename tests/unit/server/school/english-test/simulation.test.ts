import { expect, it } from 'vitest';
import { SKILLS } from '../../../../../src/content/level-test.schema.ts';
import { bank } from '../../../../../src/server/school/english-test/bank.ts';
import { advance, MAX_ITEMS } from '../../../../../src/server/school/english-test/engine/advance.ts';
import type { RandomSource } from '../../../../../src/server/school/english-test/engine/choose-item.ts';
import { estimateAbility } from '../../../../../src/server/school/english-test/engine/estimate.ts';
import type { Calibrated, Response } from '../../../../../src/server/school/english-test/engine/model.ts';
import { levelOf } from '../../../../../src/server/school/english-test/engine/scale.ts';
import { isDeep } from '../../../../support/deep.ts';
import { fixedForm, normal, seeded, type Taker, takeAdaptive, takerOf, takeTest } from './takers.ts';

/** The fast run has a fifth of the people, too few to see every item. */
const shareOf = (count: number) => (isDeep ? count : count / 5);
const TAKERS = shareOf(1000);
const ABILITY_SD = 1.3;
const BANK = bank();
const FORM = fixedForm(BANK, 30);

interface Result {
  truth: number;
  responses: Response[];
}

/** The same simulated people for every kind of test; only the random part of their answers differs. */
function simulate(
  test: (taker: Taker, random: RandomSource) => Response[],
  truthOf?: (item: Calibrated) => Calibrated,
): Result[] {
  const population = seeded(2026);
  const luck = seeded(7);
  return Array.from({ length: TAKERS }, () => {
    const truth = ABILITY_SD * normal(population);
    return { truth, responses: test(takerOf(truth, luck, truthOf), luck) };
  });
}

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function measure(results: Result[]) {
  const outcomes = results.map(({ truth, responses }) => ({ truth, ...estimateAbility(responses) }));
  const share = (holds: (outcome: (typeof outcomes)[number]) => boolean) => mean(outcomes.map((o) => Number(holds(o))));
  return {
    error: mean(outcomes.map(({ truth, theta }) => Math.abs(theta - truth))),
    items: mean(results.map(({ responses }) => responses.length)),
    sameLevel: share(({ truth, theta }) => levelOf(theta) === levelOf(truth)),
    withinTwoErrors: share(({ truth, theta, standardError }) => Math.abs(theta - truth) <= 1.96 * standardError),
  };
}

const report = (what: string, { error, items, sameLevel, withinTwoErrors }: ReturnType<typeof measure>) =>
  console.info(
    `${what}: mean absolute error ${error.toFixed(3)}, ${items.toFixed(1)} items, same level ${(100 * sameLevel).toFixed(1)} %, within 1.96 standard errors ${(100 * withinTwoErrors).toFixed(1)} %`,
  );

const answerForm = (taker: Taker): Response[] => FORM.map((item) => ({ item, right: taker(item) }));
const answerAdaptively = (taker: Taker, random: RandomSource) => takeTest(BANK, taker, random);

const adaptively = measure(simulate(answerAdaptively));
const byForm = measure(simulate(answerForm));

it('TEST-01 the adaptive test is more accurate than a fixed form of 30 items, with fewer items', () => {
  report('adaptive', adaptively);
  report('fixed form', byForm);
  expect(adaptively.error).toBeLessThan(0.25);
  expect(adaptively.items).toBeLessThan(18.5);
  expect(byForm.error).toBeGreaterThan(adaptively.error * 1.15);
  expect(adaptively.sameLevel).toBeGreaterThan(byForm.sameLevel);
});

it('TEST-01 the adaptive test reaches the error of the fixed form with half as many items', () => {
  const lengths = [9, 11, 13, 15];
  const errors = lengths.map((length) => {
    const { error } = measure(simulate((taker, random) => takeAdaptive(BANK, length, taker, random)));
    console.info(`adaptive, stopped at ${length} items: mean absolute error ${error.toFixed(3)}`);
    return error;
  });
  const enough = lengths[errors.findIndex((error) => error <= byForm.error)];
  console.info(`the error of the fixed form (${byForm.error.toFixed(3)}) is reached with ${enough} items`);
  expect(enough).toBeLessThanOrEqual(15);
  expect(errors.at(-1)).toBeLessThan(byForm.error * 0.95);
});

it('TEST-02 the stated uncertainty of the adaptive test is right', () => {
  expect(adaptively.withinTwoErrors).toBeGreaterThan(0.93);
  expect(adaptively.withinTwoErrors).toBeLessThan(0.97);
});

it('TEST-02 random answers give no level, and people at A1 get A1', () => {
  const found = (runs: number, takerWith: (random: RandomSource) => Taker) => {
    const random = seeded(5);
    const levels = Array.from({ length: runs }, () =>
      levelOf(estimateAbility(takeTest(BANK, takerWith(random), random)).theta),
    );
    const below = levels.filter((level) => level === 'Pré-A1').length / runs;
    return { below, a1: levels.filter((level) => level === 'A1').length / runs };
  };
  const key = new Map<string, string>(BANK.map(({ id, answer }) => [id, answer]));
  for (const option of ['a', 'b', 'c', 'd']) {
    const always = found(
      shareOf(150),
      () =>
        ({ id }) =>
          key.get(id) === option,
    );
    console.info(`always option ${option}: ${(100 * always.below).toFixed(1)} % below A1`);
    expect(always.below).toBeGreaterThan(0.97);
  }
  const byChance = found(shareOf(600), (random) => () => random() < 0.25);
  console.info(`by chance: ${(100 * byChance.below).toFixed(1)} % below A1`);
  expect(byChance.below).toBeGreaterThan(0.95);
  // The middle of A1 by the difficulty of its items.
  const beginners = found(400, (random) => takerOf(-2.15, random));
  console.info(`able to do what A1 asks: ${(100 * beginners.below).toFixed(1)} % below A1`);
  expect(beginners.below).toBeLessThan(0.05);
  expect(beginners.a1).toBeGreaterThan(0.85);
});

it('TEST-01 the adaptive test stays better when item parameters are badly estimated', () => {
  const slips = new Map<string, Calibrated>();
  const noise = seeded(11);
  for (const item of BANK) slips.set(item.id, { ...item, a: item.a * 0.7, b: item.b + 0.3 * normal(noise) });
  const real = (item: Calibrated) => slips.get(item.id) ?? item;
  const adaptive = measure(simulate(answerAdaptively, real));
  const fixed = measure(simulate(answerForm, real));
  report('adaptive, a 30 % too high and b off by 0.3', adaptive);
  report('fixed form, likewise', fixed);
  expect(adaptive.error).toBeLessThan(fixed.error * 0.95);
  expect(adaptive.items).toBeLessThan(19);
});

it('TEST-01 the adaptive test covers the four skills evenly and overuses no item', () => {
  const tests = simulate(answerAdaptively);
  const shown = new Map<string, number>();
  for (const { responses } of tests) {
    const counts = SKILLS.map((skill) => responses.filter(({ item }) => item.skill === skill).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    for (const { item } of responses) shown.set(item.id, (shown.get(item.id) ?? 0) + 1);
  }
  const exposure = Math.max(...shown.values()) / TAKERS;
  console.info(
    `${shown.size} of ${BANK.length} items were used; the most used by ${(100 * exposure).toFixed(1)} % of takers`,
  );
  expect(shown.size).toBeGreaterThanOrEqual(isDeep ? BANK.length : 0.98 * BANK.length);
  expect(exposure).toBeLessThan(0.45);
});

it('the next item is chosen in under 5 ms, even at the end of the longest test', () => {
  const random = seeded(3);
  const responses = takeAdaptive(BANK, MAX_ITEMS - 1, takerOf(0, random), random);
  const times = Array.from({ length: 101 }, () => {
    const start = performance.now();
    advance(BANK, responses, new Set(), random);
    return performance.now() - start;
  }).sort((one, other) => one - other);
  console.info(`one answer takes ${times[50]?.toFixed(3)} ms (median)`);
  expect(times[50]).toBeLessThan(5);
});
