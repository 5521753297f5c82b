/** What a colour means. Words and an icon always say it as well. */
export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';
