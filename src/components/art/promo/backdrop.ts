import type { BrandKey } from '#lib/brand.ts';

/** Behind every scene: for brand 1 a bubble that speaks to the page, for brand 2 a sun that rises at (x, y). In a box of 640. */
export function backdrop(brand: BrandKey, x: number, y: number): string {
  if (brand === 'knn') {
    return [
      '<path fill="var(--art-main)" d="M236 44h178a190 190 0 0 1 190 190v170a190 190 0 0 1-190 190H72a26 26 0 0 1-26-26V234A190 190 0 0 1 236 44Z"/>',
      '<path fill="var(--art-bright)" d="M520 22h44a48 48 0 0 1 48 48v30a48 48 0 0 1-48 48h-30a10 10 0 0 1-10-10H530a48 48 0 0 1-48-48V60a38 38 0 0 1 38-38Z"/>',
    ].join('');
  }
  const dome = (r: number, fill: string) =>
    `<path fill="var(--art-${fill})" d="M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0Z"/>`;
  return dome(330, 'main') + dome(236, 'bright') + dome(150, 'glow');
}

/** A plane that flies to the upper right, its nose at (x, y). */
export const plane = (x: number, y: number, turn = 0): string =>
  `<path fill="var(--art-paper)" transform="translate(${x} ${y}) rotate(${turn})" d="M0 0c-9-2-16 1-22 7l-14 14-44-12-9 9 36 20-17 18-15-2-7 7 17 9 9 17 7-7-2-15 18-17 20 36 9-9-12-44 14-14c6-6 9-13 12-17Z"/>`;
