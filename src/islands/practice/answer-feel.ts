import { atom } from 'nanostores';
import { textBox } from '#lib/rules/device/device-box.ts';

/** The key has no user id: the person with the phone chooses whether it plays sounds. */
const box = textBox('local', 'answer_sound');

/**
 * Whether answers have sounds. On by default, because no browser reports whether a phone is muted. A muted iPhone mutes
 * these sounds itself, elsewhere the volume does.
 */
export const $answerSound = atom(true);

/** Loads this device’s setting, with which the page cannot be rendered. */
export const recallAnswerSound = (): void => $answerSound.set(box.read() !== 'off');

/** Turns the sounds of answers on or off, on this device. */
export function toggleAnswerSound(): void {
  $answerSound.set(!$answerSound.get());
  box.keep($answerSound.get() ? 'on' : 'off');
  if ($answerSound.get()) play('right');
}

/**
 * The feedback of an answer: a short sound, and a vibration. Visual feedback comes first, so it waits for the next frame.
 */
export function feelAnswer(result: 'right' | 'wrong'): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      if ($answerSound.get()) play(result);
      navigator.vibrate?.(result === 'right' ? 10 : [20, 40, 20]);
    }),
  );
}

const TONES = {
  right: { type: 'sine', hertz: [660, 880] },
  wrong: { type: 'triangle', hertz: [220, 175] },
} as const;
/** How long one tone lasts. */
const TONE_S = 0.06;
const LOUD = 0.12;
/** Practically silent: an exponential ramp cannot end at 0. */
const SILENT = 0.001;

let context: AudioContext | null = null;

/** Two short generated tones: nothing is loaded. */
function play(result: keyof typeof TONES): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  // Browsers allow no sound before the first user action.
  void context.resume().catch(() => undefined);
  const { type, hertz } = TONES[result];
  for (const [place, frequency] of hertz.entries()) {
    const start = context.currentTime + place * TONE_S;
    const tone = new OscillatorNode(context, { type, frequency });
    const volume = new GainNode(context, { gain: LOUD });
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(SILENT, start + TONE_S);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_S);
  }
}
