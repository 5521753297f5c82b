/** A word by a key that comes from an address: what every object inherits is none of them. */
export const ownWord = <Word>(words: Readonly<Record<string, Word>>, key: string | null): Word | undefined =>
  key !== null && Object.hasOwn(words, key) ? words[key] : undefined;

/** `em_separacao` → `Em separacao`: a word that another host adds to a list is shown as it came. */
export const asWords = (key: string): string => {
  const text = key.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The name of a state, or the state itself where a connected host knows more of them than we do. */
export const nameFor = (names: Readonly<Record<string, string>>, key: string): string =>
  ownWord(names, key) ?? asWords(key);

/** How a state looks; `unknown` makes a look for one that only a connected host knows, from its words. */
export const lookFor = <Look, Other>(
  looks: Readonly<Record<string, Look>>,
  key: string,
  unknown: (words: string) => Other,
): Look | Other => ownWord(looks, key) ?? unknown(asWords(key));
