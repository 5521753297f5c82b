import { type Placeholder, placeholders } from '#lib/words/broadcasts.ts';

export type PlaceholderValues = Partial<Record<Placeholder, string | null>>;

export const exampleValues: PlaceholderValues = Object.fromEntries(
  Object.entries(placeholders).map(([name, { exemplo }]) => [name, exemplo]),
);

const PATTERN = /\{([^{}]*)\}/g;
const isKnown = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** Unknown names in braces, as written: a message that contains one is refused. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PATTERN)].map(([, name = '']) => name).filter((name) => !isKnown(name));

/** The placeholders that a text uses. */
export const usedPlaceholders = (...texts: string[]): Placeholder[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(PATTERN)].map(([, name = '']) => name).filter(isKnown))),
];

/** The text for one reader: without gaps, and not longer than devices show. */
export function fillPlaceholders(text: string, values: PlaceholderValues, longest: number): string {
  const filled = text.replace(PATTERN, (whole, name: string) =>
    isKnown(name) ? values[name]?.trim() || placeholders[name].sem_dado : whole,
  );
  const letters = [...filled];
  return letters.length <= longest && filled.length <= longest ? filled : `${cut(letters, longest - 1)}…`;
}

/** Cuts to at most that many UTF-16 units, never inside a letter. */
function cut(letters: string[], longest: number): string {
  let text = '';
  for (const letter of letters) {
    if (text.length + letter.length > longest) break;
    text += letter;
  }
  return text.trimEnd();
}

/** A text for one reader; an example replaces an unknown value. */
export function filledFor(text: string, primeiro_nome: string | undefined, longest: number): string {
  const examples = { ...exampleValues, ...(primeiro_nome && { primeiro_nome }) };
  return fillPlaceholders(text, examples, longest);
}
