/** The meaning of a colour, which is always shown by words and an icon as well. */
export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';
