import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, CODE_GROUP_LENGTH, CODE_GROUPS, groupCode } from '#lib/rules/account/document-code.ts';

/** An unguessable code (60 bits) that people can read aloud. */
export const makeCode = (): string =>
  groupCode(
    Array.from({ length: CODE_GROUPS * CODE_GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(
      '',
    ),
  );
