/** Height of a drawn track: part of a style sheet that the content policy names by its hash (`astro.config.mjs`). */
export const WAVE_HEIGHT_PX = 72;
