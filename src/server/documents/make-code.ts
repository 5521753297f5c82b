import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, CODE_GROUP_LENGTH, CODE_GROUPS, groupCode } from '#lib/rules/account/document-code.ts';

/** A code that nobody guesses (60 bits) and anybody can read aloud. */
export const makeCode = (): string =>
  groupCode(
    Array.from({ length: CODE_GROUPS * CODE_GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(
      '',
    ),
  );
