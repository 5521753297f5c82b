import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, groupCode } from '#lib/rules/account/document-code.ts';

const LENGTH = 8;

/** A code of 40 bits that people say at a counter or on the telephone, such as `K7QM-2XWD`. */
export const makeShortCode = (): string =>
  groupCode(Array.from({ length: LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''));
