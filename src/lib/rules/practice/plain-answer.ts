import { normalForm } from '#lib/format/normal-form.ts';

/**
 * Normalizes a text to compare two answers. Typographic apostrophes become plain ones; contractions are not expanded.
 */
export const plain = (text: string): string =>
  normalForm(text.replace(/[’‘ʼ´`]/g, "'"), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
