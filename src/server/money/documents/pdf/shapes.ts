import { PAPER } from './palette.ts';
import { decorate, type Sheet } from './sheet.ts';

/** Upper left, upper right, lower right, lower left. */
type Radii = readonly [number, number, number, number];

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The outline of a box with a radius for each corner. */
export function outlineOf({ x, y, w, h }: Box, [tl, tr, br, bl]: Radii): string {
  return [
    `M${x + tl} ${y}H${x + w - tr}a${tr} ${tr} 0 0 1 ${tr} ${tr}V${y + h - br}`,
    `a${br} ${br} 0 0 1 ${-br} ${br}H${x + bl}a${bl} ${bl} 0 0 1 ${-bl} ${-bl}V${y + tl}`,
    `a${tl} ${tl} 0 0 1 ${tl} ${-tl}Z`,
  ].join('');
}

/** A half disc above a line. @param cy the y of the line */
export const dome = (cx: number, cy: number, r: number) => `M${cx - r} ${cy}a${r} ${r} 0 0 1 ${2 * r} 0Z`;

/** A speech bubble is round except for the corner of its speaker; a horizon is flat below its dome. */
const heroRadii = { knn: [28, 28, 28, 7], phenom: [52, 12, 12, 12] } as const satisfies Record<string, Radii>;

/** The strong background of a page in the brand's shape, with its drawing on the right. */
export function drawHero(sheet: Sheet, box: Box): void {
  const { doc, brand, palette } = sheet;
  const right = box.x + box.w;
  const bottom = box.y + box.h;
  decorate(sheet, () => {
    doc.path(outlineOf(box, heroRadii[brand])).clip();
    doc.rect(box.x, box.y, box.w, box.h).fill(palette.hero);
    if (brand === 'knn') {
      const large: Box = { x: right - 150, y: box.y - 26, w: 116, h: 98 };
      const small: Box = { x: right - 78, y: box.y + 62, w: 96, h: 82 };
      doc.path(outlineOf(large, [42, 42, 42, 7])).fill(palette.bright);
      doc.path(outlineOf(small, [34, 34, 34, 7])).fill(palette.glow);
    } else {
      const cx = right - 86;
      doc.path(dome(cx, bottom, 106)).fill(palette.primary);
      doc.path(dome(cx, bottom, 72)).fill(palette.bright);
      doc.path(dome(cx, bottom, 39)).fill(palette.glow);
    }
  });
}

const marks = {
  knn: [
    ['base', 'M18 2h12a16 16 0 0 1 16 16v12a16 16 0 0 1-16 16H6a4 4 0 0 1-4-4V18A16 16 0 0 1 18 2Z'],
    ['ink', 'M11 13.5a3 3 0 0 1 6 0v21a3 3 0 0 1-6 0Z'],
    ['glow', 'M20 21.5A11 11 0 0 1 31 10.5h4a2 2 0 0 1 2 2v0A11 11 0 0 1 26 23.5h-4a2 2 0 0 1-2-2Z'],
    ['ink', 'M20 26.5a2 2 0 0 1 2-2h4A11 11 0 0 1 37 35.5a2 2 0 0 1-2 2h-4A11 11 0 0 1 20 26.5Z'],
  ],
  phenom: [
    ['base', 'M24 2a22 22 0 0 1 22 22v16a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V24A22 22 0 0 1 24 2Z'],
    ['glow', 'M11 29a13 13 0 0 1 26 0Z'],
    ['ink', 'M10 32h28v3h-28ZM15 38h18v3h-18Z'],
  ],
} as const;

/** The brand's mark (`LogoMark.astro`). @param size of its square */
export function drawMark(sheet: Sheet, x: number, y: number, size: number): void {
  const { doc, brand, palette } = sheet;
  const fills = { base: palette.primary, ink: PAPER, glow: palette.glow };
  decorate(sheet, () => {
    doc.translate(x, y).scale(size / 48);
    for (const [fill, path] of marks[brand]) doc.path(path).fill(fills[fill]);
  });
}
