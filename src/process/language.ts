/** What the school's IT runs speaks Portuguese, what developers run English. */
export type Language = 'pt' | 'en';
