import { probability, type Response } from './model.ts';

export interface Prior {
  readonly mean: number;
  readonly sd: number;
}

export interface Estimate {
  readonly theta: number;
  readonly standardError: number;
}

/** The abilities of test takers before the first answer. */
const POPULATION: Prior = { mean: 0, sd: 1.5 };

const LIMIT = 4.5;
const STEP = 0.1;
const GRID: readonly number[] = Array.from({ length: Math.round((2 * LIMIT) / STEP) + 1 }, (_, i) => i * STEP - LIMIT);

/**
 * Expected a posteriori ability and, as its standard error, the posterior's standard deviation.
 * Unlike maximum likelihood it is finite when all answers are right or all are wrong.
 */
export function estimateAbility(responses: readonly Response[], prior: Prior = POPULATION): Estimate {
  let mass = 0;
  let first = 0;
  let second = 0;
  for (const theta of GRID) {
    let weight = Math.exp(-0.5 * ((theta - prior.mean) / prior.sd) ** 2);
    for (const { item, right } of responses) {
      const p = probability(item, theta);
      weight *= right ? p : 1 - p;
    }
    mass += weight;
    first += weight * theta;
    second += weight * theta * theta;
  }
  const mean = first / mass;
  return { theta: mean, standardError: Math.sqrt(Math.max(0, second / mass - mean ** 2)) };
}
