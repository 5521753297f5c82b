import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contourOf, VOICE_RATE } from '../../../../../src/lib/rules/practice/voice-contour.ts';

/** Tones one after another, each with overtones as a voice has them; 0 hertz is silence. */
function voice(...parts: { hertz: number; seconds: number; loud?: number }[]): Float32Array {
  const samples = parts.flatMap(({ hertz, seconds, loud = 0.5 }) =>
    Array.from({ length: Math.round(seconds * VOICE_RATE) }, (_, place) => {
      const turn = (2 * Math.PI * hertz * place) / VOICE_RATE;
      return loud * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn));
    }),
  );
  return Float32Array.from(samples);
}
const inTheMiddle = <T>(values: T[]) => values.slice(5, -5);

it('a voice that rises by an interval has a contour that many semitones higher', () => {
  fc.assert(
    fc.property(fc.integer({ min: 90, max: 180 }), fc.integer({ min: 2, max: 12 }), (hertz, semitones) => {
      const { pitch } = contourOf(
        voice({ hertz, seconds: 0.3 }, { hertz: hertz * 2 ** (semitones / 12), seconds: 0.3 }),
      );
      const half = Math.floor(pitch.length / 2);
      const [low, high] = [inTheMiddle(pitch.slice(0, half))[5], inTheMiddle(pitch.slice(half))[10]];
      expect((high ?? 0) - (low ?? 0)).toBeGreaterThan(semitones - 1);
      expect((high ?? 0) - (low ?? 0)).toBeLessThan(semitones + 1);
    }),
    { numRuns: 30 },
  );
});

it('two voices with the same melody have equal contours at any pitch', () => {
  const melody = (base: number) =>
    contourOf(voice({ hertz: base, seconds: 0.2 }, { hertz: base * 1.5, seconds: 0.2 }, { hertz: base, seconds: 0.2 }));
  const [he, she] = [melody(100), melody(200)];
  expect(he.pitch).toHaveLength(she.pitch.length);
  expect(he.pitch[30]).toBeCloseTo(she.pitch[30] ?? Number.NaN, 0);
});

it('silence at both ends is cut, and a pause inside stays', () => {
  const pause = { hertz: 0, seconds: 0.3 };
  const { loudness, pitch } = contourOf(
    voice(pause, { hertz: 120, seconds: 0.2 }, pause, { hertz: 120, seconds: 0.2, loud: 0.25 }, pause),
  );
  expect(loudness.length).toBeGreaterThan(60);
  expect(loudness.length).toBeLessThan(80);
  expect(pitch.slice(30, 40)).toEqual(Array(10).fill(null));
  expect(Math.max(...loudness)).toBe(1);
  expect(loudness.at(-10)).toBeLessThan(0.6);
});

it('noise has no pitch, and an empty recording has no contour', () => {
  let seed = 1;
  const noise = Float32Array.from({ length: VOICE_RATE / 2 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  });
  expect(contourOf(noise).pitch.filter((tone) => tone !== null)).toEqual([]);
  expect(contourOf(new Float32Array(VOICE_RATE))).toEqual({ loudness: [], pitch: [] });
  expect(contourOf(new Float32Array(3))).toEqual({ loudness: [], pitch: [] });
});

it('a pure tone at the pitch of a child’s voice is detected', () => {
  const tone = Float32Array.from({ length: VOICE_RATE / 2 }, (_, place) => {
    const hertz = place < VOICE_RATE / 4 ? 220 : 440;
    return Math.sin((2 * Math.PI * hertz * place) / VOICE_RATE);
  });
  const { pitch } = contourOf(tone);
  const [low, high] = [pitch[5], pitch.at(-5)];
  expect((high ?? Number.NaN) - (low ?? Number.NaN)).toBeCloseTo(12, 0);
});
