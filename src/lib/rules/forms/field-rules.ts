import * as z from 'zod/mini';
import { isPersonName } from '#lib/format/documents.ts';
import { incompleteName, maxLength, required } from '#lib/words/validation.ts';

/** Rules of single fields that forms share; the server checks all of them again (VALID-22). */

/** A text that must be there. @param max characters */
export const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, required), z.maxLength(max, maxLength(max)));

/** A text that may be empty. @param max characters */
export const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max, maxLength(max)));

/** A text that must be there and be right. */
export const checked = (isRight: (value: string) => boolean, message: string) =>
  z.string().check(z.trim(), z.minLength(1, required), z.refine(isRight, { error: message }));

/** A text that may be empty, and else must be right. */
export const checkedOrEmpty = (isRight: (value: string) => boolean, message: string) =>
  z.string().check(
    z.trim(),
    z.refine((value) => value === '' || isRight(value), { error: message }),
  );

/** The name of a person: two letters at least, and no figures or signs alone. @param max characters */
export const personName = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(max, maxLength(max)),
      z.refine(isPersonName, { error: incompleteName }),
    );
