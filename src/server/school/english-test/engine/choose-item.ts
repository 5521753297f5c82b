import type { Skill } from '#content/level-test.schema.ts';
import { type Calibrated, information, type Response } from './model.ts';

/** A number in [0, 1), like Math.random. */
export type RandomSource = () => number;

/** The share of each skill in a test. */
const QUOTA: Readonly<Record<Skill, number>> = { grammar: 0.25, vocabulary: 0.25, reading: 0.25, listening: 0.25 };

/** The number of best items to draw from, so that people sitting beside each other do not get the same test. */
const CANDIDATES = 5;

/** How many answers each skill is behind its share, counting one more item. */
function deficits(responses: readonly Response[]): Record<Skill, number> {
  const due = (skill: Skill) =>
    QUOTA[skill] * (responses.length + 1) - responses.filter(({ item }) => item.skill === skill).length;
  return {
    grammar: due('grammar'),
    vocabulary: due('vocabulary'),
    reading: due('reading'),
    listening: due('listening'),
  };
}

/**
 * The next item: one of the five most informative at `theta`, drawn by `random`, among the skills that are furthest
 * behind their share. It leaves out answered items and the ids in `excluded`. Undefined when no item is left.
 */
export function chooseItem<T extends Calibrated>(
  pool: readonly T[],
  responses: readonly Response[],
  theta: number,
  excluded: ReadonlySet<string>,
  random: RandomSource,
): T | undefined {
  const answered = new Set(responses.map(({ item }) => item.id));
  const free = pool.filter(({ id }) => !answered.has(id) && !excluded.has(id));
  const due = deficits(responses);
  const max = Math.max(...free.map(({ skill }) => due[skill]));
  const best = free
    .filter(({ skill }) => due[skill] === max)
    .map((item) => ({ item, value: information(item, theta) }))
    .sort((one, other) => other.value - one.value)
    .slice(0, CANDIDATES);
  return best[Math.floor(random() * best.length)]?.item;
}
