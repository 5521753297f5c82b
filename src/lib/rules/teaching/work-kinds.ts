import { MAX_ACTIVITY_FILE } from '../../format/limits.ts';

/** What the recorders of phones write, beside M4A. */
const phoneSounds = ['aac', '3gp', 'amr'] as const;
const sounds = ['mp3', 'm4a', 'ogg', 'webm', 'wav', ...phoneSounds] as const;

/** The endings that students may hand in, by the kind of a piece of work. Reading has nothing to hand in, an exercise its answers. */
export const formatsOf = {
  tarefa: ['pdf', 'doc', 'docx', 'jpg', 'png'],
  audio: sounds,
  leitura: [],
  exercicio: [],
} as const satisfies Record<string, readonly string[]>;

/** What a teacher may give back: a marked paper, or a voice note. */
export const correctionRule = {
  formats: ['pdf', 'docx', 'jpg', 'png', ...sounds],
  max: MAX_ACTIVITY_FILE,
};
export const MAX_CORRECTIONS = 5;

/**
 * The endings that an activity takes. One that takes M4A takes what phones record, also when it was written before these
 * kinds were taken, or by another system.
 */
export const takenFormats = (stored: readonly string[]): readonly string[] =>
  stored.includes('m4a') ? [...new Set([...stored, ...phoneSounds])] : stored;

/** Sounds that browsers do not play. */
const unplayed: ReadonlySet<string> = new Set(['audio/3gpp', 'audio/amr']);

/** How a browser shows a file in its page; null: it can only be downloaded. */
export function viewOf(mime: string): 'picture' | 'sound' | 'paper' | null {
  if (mime.startsWith('image/')) return 'picture';
  if (mime.startsWith('audio/')) return unplayed.has(mime) ? null : 'sound';
  return mime === 'application/pdf' ? 'paper' : null;
}
