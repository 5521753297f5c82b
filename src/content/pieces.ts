import { z } from 'zod';

/** The parts that all content schemas use. Messages are Portuguese: the authors of the texts read them. */

export const CEFR_LEVELS = ['A1', 'A2', 'B1', 'B2', 'C1'] as const;
export type CefrLevel = (typeof CEFR_LEVELS)[number];

type Problem = { code?: string; input?: unknown; keys?: readonly string[] };
const isMissing = ({ input }: Problem) => input === undefined || input === null;

/** @param max longest length in characters */
export const text = (least: number, max: number) =>
  z
    .string({ error: (problem) => (isMissing(problem) ? 'Falta este texto' : 'Escreva um texto, entre aspas') })
    .trim()
    .min(least, least === 1 ? 'Falta este texto' : `Use no mínimo ${least} caracteres`)
    .max(max, `Use no máximo ${max} caracteres`);

/** An object with these keys and no others. */
export const block = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (problem: Problem) =>
      problem.code === 'unrecognized_keys'
        ? `Campo que não existe aqui: ${(problem.keys ?? []).join(', ')}`
        : isMissing(problem)
          ? 'Falta este bloco'
          : 'Este bloco está fora de lugar: confira o recuo das linhas',
  });

export const list = <Item extends z.ZodType>(item: Item, least: number, max: number) =>
  z
    .array(item, { error: (problem) => (isMissing(problem) ? 'Falta esta lista' : 'Comece cada linha com um traço') })
    .min(least, `Escreva pelo menos ${least}`)
    .max(max, `Escreva no máximo ${max}`);

export const whole = (least: number, max: number, hint: string) =>
  z.int({ error: hint }).min(least, hint).max(max, hint);

/** One of these words. */
export const word = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `Escolha ${asChoice(words)}` });

/** `a, b ou c` */
const asChoice = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' ou ');

/** The name of a file that lies beside the text. */
export const fileName = (ending: string) =>
  z
    .string({ error: (problem) => (isMissing(problem) ? 'Falta o nome do arquivo' : 'Escreva o nome do arquivo') })
    .regex(
      new RegExp(`^[a-z0-9][a-z0-9-]{0,60}\\.${ending}$`),
      `Use letras minúsculas, números e hífen, com .${ending} no fim`,
    );

/** The name of a cover: a drawing that wears the colours of the brand, or a picture. */
export const coverName = z
  .string({ error: (problem) => (isMissing(problem) ? 'Falta o nome do arquivo' : 'Escreva o nome do arquivo') })
  .regex(
    /^[a-z0-9][a-z0-9-]{0,60}\.(svg|png|jpg|webp)$/,
    'Use letras minúsculas, números e hífen, com .svg, .png, .jpg ou .webp no fim',
  );

/** Values that stand more than once. */
export const repeated = <T>(values: readonly T[]): T[] => values.filter((value, at) => values.indexOf(value) !== at);
