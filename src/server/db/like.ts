/** The pattern of a search for a part of a text. SQLite has no escape character of its own: say `escape '\\'`. */
export const likeOf = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
