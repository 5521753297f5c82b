import { expect, it } from 'vitest';
import { createScanPace } from '../../../../../src/lib/rules/travel/scan-pace.ts';

/** Shows a code five times a second, as a camera does. @returns the times of its requests */
function show(pace: ReturnType<typeof createScanPace>, text: string, from: number, to: number): number[] {
  const requested: number[] = [];
  for (let now = from; now < to; now += 200) {
    if (!pace.mayAsk(text, now)) continue;
    requested.push(now);
    pace.refuse(text, now);
  }
  return requested;
}

it('a code that stays in view is requested once', () => {
  expect(show(createScanPace(), 'A', 0, 600_000)).toEqual([0]);
});

it('a code that is shown again after a while is requested again', () => {
  const pace = createScanPace();
  expect(show(pace, 'A', 0, 10_000)).toEqual([0]);
  expect(show(pace, 'A', 14_000, 20_000)).toEqual([14_000]);
});

it('the wait after refused codes grows up to a maximum', () => {
  const pace = createScanPace();
  const requested: number[] = [];
  for (let now = 0; now < 180_000; now += 200) {
    const text = `code ${now}`;
    if (!pace.mayAsk(text, now)) continue;
    requested.push(now);
    pace.refuse(text, now);
  }
  expect(requested).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000, 121_000, 151_000]);
});
