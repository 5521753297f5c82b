import type { BrandKey } from '#lib/brand.ts';
import { door } from './door.ts';
import { london } from './london.ts';
import { orlando } from './orlando.ts';

/** Scenes of the promotional pages in a box of 640, in colours of the theme; pages and share cards draw the same. */
export const scenes: Record<'porta' | 'londres' | 'orlando', (brand: BrandKey) => string> = {
  porta: door,
  londres: london,
  orlando,
};
