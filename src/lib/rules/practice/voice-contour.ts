/** Samples a second: enough for loudness and for the pitch of a voice. */
export const VOICE_RATE = 16_000;

/** One value for each hundredth of a second, from the first sound to the last. */
export interface Contour {
  /** 0 to 1, the loudest part of the voice. */
  loudness: number[];
  /** Semitones above or below the middle of this voice; null where nothing swings, as in "s" or in a pause. */
  pitch: (number | null)[];
}

const STEP = VOICE_RATE / 100;
const WINDOW = VOICE_RATE / 25;
/** A voice swings between 75 and 400 times a second. */
const LONGEST = Math.floor(VOICE_RATE / 75);
const SHORTEST = Math.floor(VOICE_RATE / 400);
/** Below this share of the loudest part it is silence. */
const SILENCE = 0.08;
/** How alike two periods are, 0 to 1, to count as a tone. */
const ALIKE = 0.6;

/** Rhythm and melody of a voice. @param samples of one channel, `VOICE_RATE` a second */
export function contourOf(samples: Float32Array): Contour {
  const steps = Math.max(0, Math.floor((samples.length - WINDOW) / STEP));
  const power = Array.from({ length: steps }, (_, step) => powerAt(samples, step * STEP, WINDOW));
  const most = power.reduce((loudest, value) => Math.max(loudest, value), 0);
  if (most === 0) return { loudness: [], pitch: [] };
  const isLoud = (value: number) => value >= SILENCE * most;
  const [first, last] = [power.findIndex(isLoud), power.findLastIndex(isLoud)];
  const voiced = power.slice(first, last + 1);
  const tones = voiced.map((value, step) => (isLoud(value) ? toneAt(samples, (first + step) * STEP) : null));
  const middle = median(tones.filter((tone) => tone !== null));
  return {
    loudness: voiced.map((value) => value / most),
    pitch: tones.map((tone) => (tone === null ? null : 12 * Math.log2(tone / middle))),
  };
}

/** The square root of the mean square. */
function powerAt(samples: Float32Array, from: number, length: number): number {
  let sum = 0;
  for (let place = from; place < from + length; place++) sum += (samples[place] ?? 0) ** 2;
  return Math.sqrt(sum / length);
}

/**
 * The pitch at a place by autocorrelation: the shortest shift at which the sound is nearly as like itself as it gets.
 *
 * @returns hertz, or null without a tone
 */
function toneAt(samples: Float32Array, from: number): number | null {
  const likeness = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, place) =>
    likenessAt(samples, from, SHORTEST + place),
  );
  const best = Math.max(...likeness);
  if (best < ALIKE) return null;
  const good = likeness.findIndex((value) => value >= 0.95 * best);
  // Up to the top of this hill.
  let top = good;
  while ((likeness[top + 1] ?? 0) > (likeness[top] ?? 0)) top++;
  return VOICE_RATE / (SHORTEST + top);
}

function likenessAt(samples: Float32Array, from: number, shift: number): number {
  let [product, here, there] = [0, 0, 0];
  for (let place = from; place < from + WINDOW - LONGEST; place++) {
    const [a, b] = [samples[place] ?? 0, samples[place + shift] ?? 0];
    product += a * b;
    here += a * a;
    there += b * b;
  }
  return here === 0 || there === 0 ? 0 : product / Math.sqrt(here * there);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
}
