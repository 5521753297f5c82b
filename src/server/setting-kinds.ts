import { z } from 'zod';
import { withoutEnd } from '#lib/format/ends.ts';

// Kinds of settings. Each says what is allowed, in Portuguese, to the person who installs the portal.

/** One of these words. @param hint more about them */
export const OneOf = <const Words extends readonly [string, ...string[]]>(words: Words, hint = '') =>
  z.enum(words, `use ${words.slice(0, -1).join(', ')} ou ${words.at(-1)}${hint}`);

export const Switch = OneOf(['on', 'off']);

/** A whole number. */
export function Whole(min: number, max: number) {
  const allowed = `use um número inteiro de ${min} a ${max}`;
  return z.coerce.number(allowed).int(allowed).min(min, allowed).max(max, allowed);
}

export const Milliseconds = (fallback: number) => Whole(100, 600_000).default(fallback);

export const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'use um endereço que começa com https:// (ou http://, na própria rede)' })
  .transform((text) => withoutEnd(text, '/'));

/** A text that is so long at least. */
export const Text = (min: number) => z.string().min(min, `use ${min} caracteres ou mais`);

/** A text of a form. @param allowed how it has to look */
export const Like = (form: RegExp, allowed: string) => z.string().regex(form, allowed);

export const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

export const Paths = List.refine(
  (paths) => paths.every((path) => path.startsWith('/')),
  'cada caminho começa com /, com vírgulas entre eles',
);

/** A setting in a format of its own; `read` throws a sentence. */
export const ReadBy = <T>(read: (text: string) => T) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    });
