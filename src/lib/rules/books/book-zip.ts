import { MAX_BOOK_ZIP } from '#lib/format/limits.ts';
import type { ShownRule } from '../forms/chosen-file.ts';

/** A book of a school as one file. */
export const bookRule: ShownRule = { formats: ['zip'], max: MAX_BOOK_ZIP };
