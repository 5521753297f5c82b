import * as z from 'zod/mini';
import { cleanLine } from '#lib/format/clean-text.ts';
import { isCep, isPersonName, isState } from '#lib/format/documents.ts';
import { dayOf } from '#lib/format/typed-day.ts';
import { incompleteName, maxLength, required, wrongCep, wrongState } from '#lib/words/validation.ts';
import { birthProblem } from '../account/birth-date.ts';

/** Rules of single fields that forms share; the server checks all of them again (VALID-22). */

/** A required text. @param max characters */
export const text = (max: number) =>
  z.string().check(z.overwrite(cleanLine), z.minLength(1, required), z.maxLength(max, maxLength(max)));

/** A text that may be empty. @param max characters */
export const optional = (max: number) => z.string().check(z.overwrite(cleanLine), z.maxLength(max, maxLength(max)));

/** A required text that must pass the check. */
export const checked = (isRight: (value: string) => boolean, message: string) =>
  z.string().check(z.overwrite(cleanLine), z.minLength(1, required), z.refine(isRight, { error: message }));

/** A whole postal address. */
export const addressRules = {
  cep: checked(isCep, wrongCep),
  street: text(160),
  street_number: text(20),
  complement: optional(80),
  district: text(80),
  city: text(80),
  state: checked(isState, wrongState),
};

/** A text that may be empty, and otherwise must pass the check. */
export const checkedOrEmpty = (isRight: (value: string) => boolean, message: string) =>
  z.string().check(
    z.overwrite(cleanLine),
    z.refine((value) => value === '' || isRight(value), { error: message }),
  );

/** A date of birth as it is typed. @param today `YYYY-MM-DD`. */
export const birthDate = (today: string, isOptional = false) =>
  z.string().check(
    z.overwrite(cleanLine),
    z.refine((value) => (value === '' ? isOptional : birthProblem(dayOf(value), today) === null), {
      error: ({ input }) => (input === '' ? required : birthProblem(dayOf(String(input)), today)),
    }),
  );

/** The name of a person: at least two letters, not only figures and signs. @param max characters */
export const personName = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, required),
      z.maxLength(max, maxLength(max)),
      z.refine(isPersonName, { error: incompleteName }),
    );

/** A checkbox. In the form without a script, a ticked box sends its value. */
export const box = z.union([z.boolean(), z.string()]);

/** A required checkbox. */
export const ticked = (message: string) => box.check(z.refine(Boolean, { error: message }));

/** A form for one code. @param missing the error for an empty field; absent: the server refuses an empty code */
export const CodeFields = (missing?: string) =>
  z.object({
    codigo: z.string().check(z.refine((typed) => missing === undefined || typed.trim() !== '', { error: missing })),
  });

/** A form of buttons alone. */
export const NoFields = z.object({});

/** The first error of each field. */
export function problemsOf(rules: z.ZodMiniType, values: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of rules.safeParse(values).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}
