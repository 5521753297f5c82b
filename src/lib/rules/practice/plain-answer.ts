import { normalForm } from '#lib/format/normal-form.ts';

/** The text for comparing two answers. Typographic apostrophes become plain ones, and short forms stay. */
export const plain = (text: string): string =>
  normalForm(text.replace(/[’‘ʼ´`]/g, "'"), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
