import { PitchDetector } from 'pitchy';

/** Samples a second: enough for loudness and for the pitch of a voice. */
export const VOICE_RATE = 16_000;

/** One value for each hundredth of a second, from the first sound to the last. */
export interface Contour {
  /** 0 to 1, the loudest part of the voice. */
  loudness: number[];
  /** Semitones above or below the middle of this voice; null for unvoiced sounds, such as "s" or a pause. */
  pitch: (number | null)[];
}

const STEP = VOICE_RATE / 100;
/** Samples to detect the pitch; loudness uses those in their middle. */
const WINDOW = 1024;
const LOUD_WINDOW = VOICE_RATE / 25;
/** Lowest and highest hertz of a voice, including children’s. */
const LOWEST = 75;
const HIGHEST = 500;
/** A quieter part, relative to the loudest, counts as silence. */
const SILENCE = 0.08;
/** The minimum clarity of a tone, 0 to 1. */
const CLEAR = 0.7;

/** Rhythm and melody of a voice. @param samples of one channel, `VOICE_RATE` a second */
export function contourOf(samples: Float32Array): Contour {
  const steps = Math.max(0, Math.floor((samples.length - WINDOW) / STEP));
  const power = Array.from({ length: steps }, (_, step) => powerAt(samples, step * STEP));
  const max = power.reduce((loudest, value) => Math.max(loudest, value), 0);
  if (max === 0) return { loudness: [], pitch: [] };
  const isLoud = (value: number) => value >= SILENCE * max;
  const [first, last] = [power.findIndex(isLoud), power.findLastIndex(isLoud)];
  const voiced = power.slice(first, last + 1);
  const detector = PitchDetector.forFloat32Array(WINDOW);
  const tones = voiced.map((value, step) => (isLoud(value) ? toneAt(detector, samples, (first + step) * STEP) : null));
  const middle = median(tones.filter((tone) => tone !== null));
  return {
    loudness: voiced.map((value) => value / max),
    pitch: tones.map((tone) => (tone === null ? null : 12 * Math.log2(tone / middle))),
  };
}

/** The square root of the mean square. */
function powerAt(samples: Float32Array, from: number): number {
  const start = from + (WINDOW - LOUD_WINDOW) / 2;
  const sum = samples.subarray(start, start + LOUD_WINDOW).reduce((total, value) => total + value ** 2, 0);
  return Math.sqrt(sum / LOUD_WINDOW);
}

/** The pitch at a place by the McLeod method. @returns hertz, or null without a tone */
function toneAt(detector: PitchDetector<Float32Array>, samples: Float32Array, from: number): number | null {
  const [hertz, clarity] = detector.findPitch(samples.subarray(from, from + WINDOW), VOICE_RATE);
  return clarity >= CLEAR && hertz >= LOWEST && hertz <= HIGHEST ? hertz : null;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
}
