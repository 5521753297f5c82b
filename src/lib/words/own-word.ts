/** A value by a key from an address, without inherited properties. */
export const ownWord = <Word>(words: Readonly<Record<string, Word>>, key: string | null): Word | undefined =>
  key !== null && Object.hasOwn(words, key) ? words[key] : undefined;

/** `em_separacao` → `Em separacao`: shows a value that another host adds to a list. */
export const asWords = (key: string): string => {
  const text = key.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The label of a state, or the state itself if only a connected host has it. */
export const nameFor = (names: Readonly<Record<string, string>>, key: string): string =>
  ownWord(names, key) ?? asWords(key);

/** The label and tone of a state; `unknown` creates them for a state that only a connected host has. */
export const lookFor = <Look, Other>(
  looks: Readonly<Record<string, Look>>,
  key: string,
  unknown: (words: string) => Other,
): Look | Other => ownWord(looks, key) ?? unknown(asWords(key));
