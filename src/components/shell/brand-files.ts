import phenomFont from '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff2?url';
import type { BrandKey } from '#lib/brand.ts';
import phenomSheet from '../../styles/phenom.css?url';

/** A brand’s own style sheet and font, in addition to the shared ones: pages of the other brand do not load them. */
export const brandFiles: Readonly<Record<BrandKey, { sheet?: string; font?: string }>> = {
  knn: {},
  phenom: { sheet: phenomSheet, font: phenomFont },
};
