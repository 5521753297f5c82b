/** Height of a drawn track: part of a style sheet that the content policy names by its hash (`astro.config.ts`). */
export const WAVE_HEIGHT_PX = 72;
