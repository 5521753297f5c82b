/** Letters and digits of a code: without 0, O, 1 and I, which look alike on paper. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** `K7QM-2XWD-9HRT`. */
export const CODE_GROUPS = 3;
export const CODE_GROUP_LENGTH = 4;

const WHOLE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_GROUPS * CODE_GROUP_LENGTH}}$`);
const GROUP = new RegExp(`.{${CODE_GROUP_LENGTH}}`, 'g');

/** Splits a code into groups. @param characters without hyphens */
export const groupCode = (characters: string) => characters.match(GROUP)?.join('-') ?? '';

/**
 * Parses the code of a document as typed: blanks, hyphens and small letters are accepted.
 *
 * @returns the code as the document shows it; null if it is invalid
 */
export function readDocumentCode(text: string): string | null {
  const characters = text
    .slice(0, 60)
    .replace(/[\s\-–—.]/g, '')
    .toUpperCase();
  return WHOLE.test(characters) ? groupCode(characters) : null;
}
