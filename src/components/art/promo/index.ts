import { door } from './door.ts';
import { london } from './london.ts';
import { orlando } from './orlando.ts';

/** Scenes of the promotional pages in a box of 640, in colours of their palettes; pages and share cards draw the same. */
export const scenes: Record<'porta' | 'londres' | 'orlando', () => string> = {
  porta: door,
  londres: london,
  orlando,
};
