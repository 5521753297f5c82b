import { describe, expect, it } from 'vitest';
import { formatBytes, formatClock, formatInterval } from '../../../../src/lib/format/interval.ts';

describe('an interval', () => {
  it.each([
    [0, '1 min'],
    [60, '1 min'],
    [600, '10 min'],
    [7_200, '2 h'],
    [86_400, '1 dia'],
    [8 * 86_400, '8 dias'],
    [59 * 86_400, '59 dias'],
    [90 * 86_400, '3 meses'],
    [365 * 86_400, '1 ano'],
  ])('%i s is %s', (seconds, text) => {
    expect(formatInterval(seconds)).toBe(text);
  });
});

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [102, '1:42'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [49_848, '13:50:48'],
  [-1, '0:00'],
])('%d s into a track is %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

it.each([
  [0, '0 B'],
  [740_000, '740 kB'],
  [999_960, '1.000 kB'],
  [9_960_000, '10 MB'],
  [1_234_567, '1,2 MB'],
  [52_000_000, '52 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
