import { MAX_ACTIVITY_FILE } from '../../format/limits.ts';

/** The endings that students may hand in, by the kind of a piece of work. Reading has nothing to hand in. */
export const formatsOf = {
  tarefa: ['pdf', 'doc', 'docx', 'jpg', 'png'],
  audio: ['mp3', 'm4a', 'ogg', 'webm', 'wav'],
  leitura: [],
} as const satisfies Record<string, readonly string[]>;

/** What a teacher may give back: a marked paper, or a voice note. */
export const correctionRule = {
  formats: ['pdf', 'docx', 'jpg', 'png', 'mp3', 'm4a', 'ogg', 'webm', 'wav'],
  most: MAX_ACTIVITY_FILE,
};
export const MAX_CORRECTIONS = 5;

/** How a browser shows a file in its page; null: it can only be downloaded. */
export function viewOf(mime: string): 'picture' | 'sound' | 'paper' | null {
  if (mime.startsWith('image/')) return 'picture';
  if (mime.startsWith('audio/')) return 'sound';
  return mime === 'application/pdf' ? 'paper' : null;
}
