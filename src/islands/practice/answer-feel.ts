import { atom } from 'nanostores';
import { textBox } from '#lib/rules/device/device-box.ts';

/** No user in its name: who holds the phone chooses whether it makes sounds. */
const box = textBox('local', 'answer_sound');

/**
 * Whether answers are heard. On at first: no browser says whether a phone is silent. A silent iPhone mutes these sounds
 * itself, elsewhere the volume does.
 */
export const $answerSound = atom(true);

/** Takes the choice of this device. The page is drawn without it. */
export const recallAnswerSound = (): void => $answerSound.set(box.read() !== 'off');

/** Turns the sounds of answers on or off, on this device. */
export function toggleAnswerSound(): void {
  $answerSound.set(!$answerSound.get());
  box.keep($answerSound.get() ? 'on' : 'off');
  if ($answerSound.get()) play('right');
}

/** What an answer is felt as: a short sound, and a tap in the hand. What is seen comes first, so it waits for the next frame. */
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

/** Two short tones, made here: nothing is loaded. */
function play(result: keyof typeof TONES): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  // Before the first press it may not sound.
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
