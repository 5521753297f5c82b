/** VALID-11. */
export const onlyCapitals = 'Use apenas letras maiúsculas';
/** VALID-15. */
export const notAllowed = (character: string) => `O caractere ${character} não é permitido`;

/** Whether a text has no small letter. */
export const isCapital = (text: string): boolean => !/\p{Ll}/u.test(text);

/** The first forbidden character of a text; null for none. @param forbidden one character */
export const firstForbidden = (text: string, forbidden: RegExp): string | null => forbidden.exec(text)?.[0] ?? null;
