/** A word by a key that comes from an address: what every object inherits is none of them. */
export const ownWord = <Word>(words: Readonly<Record<string, Word>>, key: string | null): Word | undefined =>
  key !== null && Object.hasOwn(words, key) ? words[key] : undefined;
