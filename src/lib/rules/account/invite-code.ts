/** Letters and digits that do not look like another one. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 12;
const GROUP = 4;

/** A code as people type it: without blanks and hyphens, in capitals. */
export const plainCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** `ABCD2345EFGH` → `ABCD-2345-EFGH`. */
export const shownCode = (code: string): string => (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-');

/** Whether a text may be a printed code. A link's token is longer. */
export const isInviteCode = (text: string): boolean =>
  plainCode(text).length === CODE_LENGTH && [...plainCode(text)].every((letter) => CODE_LETTERS.includes(letter));
