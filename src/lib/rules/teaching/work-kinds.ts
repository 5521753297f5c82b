import { MAX_ACTIVITY_FILE } from '../../format/limits.ts';

/** Formats that phones record, besides M4A. */
const phoneSounds = ['aac', '3gp', 'amr'] as const;
const sounds = ['mp3', 'm4a', 'ogg', 'webm', 'wav', ...phoneSounds] as const;

/**
 * The extensions that students may submit, by the kind of assignment. Reading has no submission, an exercise only
 * answers.
 */
export const formatsOf = {
  tarefa: ['pdf', 'doc', 'docx', 'jpg', 'png'],
  audio: sounds,
  leitura: [],
  exercicio: [],
} as const satisfies Record<string, readonly string[]>;

/** Files that a teacher may return: a corrected paper, or a voice note. */
export const correctionRule = {
  formats: ['pdf', 'docx', 'jpg', 'png', ...sounds],
  max: MAX_ACTIVITY_FILE,
};
export const MAX_CORRECTIONS = 5;

/**
 * The extensions that an assignment accepts. One that accepts M4A accepts all formats of phones, even if it was created
 * before these were supported, or by another system.
 */
export const takenFormats = (stored: readonly string[]): readonly string[] =>
  stored.includes('m4a') ? [...new Set([...stored, ...phoneSounds])] : stored;

/** Audio formats that browsers do not play. */
const unplayed: ReadonlySet<string> = new Set(['audio/3gpp', 'audio/amr']);

/** How a browser displays a file in a page; null: download only. */
export function viewOf(mime: string): 'picture' | 'sound' | 'paper' | null {
  if (mime.startsWith('image/')) return 'picture';
  if (mime.startsWith('audio/')) return unplayed.has(mime) ? null : 'sound';
  return mime === 'application/pdf' ? 'paper' : null;
}
