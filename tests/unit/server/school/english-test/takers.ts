import { advance } from '../../../../../src/server/school/english-test/engine/advance.ts';
import { chooseItem, type RandomSource } from '../../../../../src/server/school/english-test/engine/choose-item.ts';
import { estimateAbility } from '../../../../../src/server/school/english-test/engine/estimate.ts';
import {
  type Calibrated,
  probability,
  type Response,
} from '../../../../../src/server/school/english-test/engine/model.ts';

/** Answers an item right or wrong. */
export type Taker = (item: Calibrated) => boolean;

/** mulberry32: the same numbers in [0, 1) for the same seed, everywhere. */
export function seeded(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A draw from N(0, 1), by Box and Muller. */
export const normal = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A person of that ability; `truth` gives an item's real parameters where they differ from the bank's. */
export const takerOf =
  (theta: number, random: RandomSource, truth: (item: Calibrated) => Calibrated = (item) => item): Taker =>
  (item) =>
    random() < probability(truth(item), theta);

/** A whole test as a person takes it: the answers in order. */
export function takeTest(
  pool: readonly Calibrated[],
  taker: Taker,
  random: RandomSource,
  excluded: ReadonlySet<string> = new Set(),
): Response[] {
  const responses: Response[] = [];
  for (;;) {
    const { item } = advance(pool, responses, excluded, random);
    if (!item) return responses;
    responses.push({ item, right: taker(item) });
  }
}

/** The same choice of items without the stop rule: exactly `length` answers. */
export function takeAdaptive(pool: readonly Calibrated[], length: number, taker: Taker, random: RandomSource) {
  const responses: Response[] = [];
  while (responses.length < length) {
    const item = chooseItem(pool, responses, estimateAbility(responses).theta, new Set(), random);
    if (!item) break;
    responses.push({ item, right: taker(item) });
  }
  return responses;
}

/** A form for everyone: `length` items whose difficulties lie evenly between the easiest and the hardest. */
export function fixedForm(pool: readonly Calibrated[], length: number): Calibrated[] {
  const rest = pool.toSorted((one, other) => one.b - other.b);
  const low = rest[0]?.b ?? 0;
  const step = ((rest.at(-1)?.b ?? 0) - low) / (length - 1);
  return Array.from({ length }, (_, at) => {
    const distance = ({ b }: Calibrated) => Math.abs(b - (low + at * step));
    const nearest = rest.reduce((best, item) => (distance(item) < distance(best) ? item : best));
    rest.splice(rest.indexOf(nearest), 1);
    return nearest;
  });
}
