import { PAPER } from './palette.ts';
import { type Box, dome, outlineOf } from './shapes.ts';
import { decorate, type Sheet, write } from './sheet.ts';

/** Width of the drawing on the left of a certificate. */
export const PANEL = 264;
const HEIGHT = 595.28;
const UNIT = PANEL / 4;

type Corner = 'tl' | 'tr' | 'br' | 'bl';
type Fill = 'primary' | 'bright' | 'glow' | 'soft' | 'paper';

/** A pattern of speech bubbles, in units: a part of the drawing beside the login (`DialogueArt.astro`). */
const bubbles: readonly (Box & { from: Corner; fill: Fill })[] = [
  { x: 0, y: 0, w: 2, h: 1, from: 'br', fill: 'bright' },
  { x: 2, y: 0, w: 1, h: 1, from: 'bl', fill: 'primary' },
  { x: 3, y: 0, w: 1, h: 2, from: 'tl', fill: 'glow' },
  { x: 0, y: 1, w: 1, h: 1, from: 'tr', fill: 'primary' },
  { x: 1, y: 1, w: 2, h: 1, from: 'bl', fill: 'primary' },
  { x: 0, y: 2, w: 4, h: 3, from: 'bl', fill: 'paper' },
  { x: 0, y: 5, w: 2, h: 2, from: 'tr', fill: 'primary' },
  { x: 2, y: 5, w: 1, h: 1, from: 'tl', fill: 'bright' },
  { x: 3, y: 5, w: 1, h: 1, from: 'bl', fill: 'primary' },
  { x: 2, y: 6, w: 2, h: 1, from: 'tl', fill: 'glow' },
  { x: 0, y: 7, w: 1, h: 1, from: 'tr', fill: 'soft' },
  { x: 1, y: 7, w: 2, h: 2, from: 'tr', fill: 'primary' },
  { x: 3, y: 7, w: 1, h: 2, from: 'tl', fill: 'bright' },
  { x: 0, y: 8, w: 1, h: 1, from: 'tr', fill: 'primary' },
];

/** The level in the brand's drawing: in a speech bubble, or in the rising sun. */
export function drawPanel(sheet: Sheet, level: string): void {
  const { doc, brand, palette } = sheet;
  decorate(sheet, () => {
    doc.rect(0, 0, PANEL, HEIGHT).clip();
    doc.rect(0, 0, PANEL, HEIGHT).fill(palette.deep);
    if (brand === 'knn') drawDialogue(sheet);
    else drawSunrise(sheet);
  });
  const center = { x: 0, width: PANEL, align: 'center' } as const;
  const y = brand === 'knn' ? 176 : 246;
  write(sheet, 'P', 'Nível', { ...center, y, size: 13, color: palette.muted });
  write(sheet, 'P', level, {
    ...center,
    y: y + 12,
    size: brand === 'knn' ? 92 : 74,
    isBold: true,
    color: palette.link,
  });
}

function drawDialogue({ doc, palette }: Sheet): void {
  for (const { x, y, w, h, from, fill } of bubbles) {
    const box = { x: x * UNIT + 3, y: y * UNIT + 3, w: w * UNIT - 6, h: h * UNIT - 6 };
    const radius = (corner: Corner) => (corner === from ? 5 : fill === 'paper' ? 58 : 29);
    const radii = [radius('tl'), radius('tr'), radius('br'), radius('bl')] as const;
    doc.path(outlineOf(box, radii)).fill(fill === 'paper' ? PAPER : palette[fill]);
  }
}

/** The sun over the horizon, and the roads that lead there (`SunriseArt.astro`). */
function drawSunrise({ doc, palette }: Sheet): void {
  const [cx, horizon] = [PANEL / 2, 360];
  const rings = [
    [330, palette.primary],
    [250, palette.bright],
    [184, palette.glow],
    [124, PAPER],
  ] as const;
  for (const [radius, fill] of rings) doc.path(dome(cx, horizon, radius)).fill(fill);
  doc.rect(0, horizon, PANEL, HEIGHT - horizon).fill(palette.primary);
  doc.lineWidth(5).lineCap('round').strokeColor(palette.deep);
  for (const lane of [-520, -300, -150, -48, 48, 150, 300, 520]) {
    doc.moveTo(cx + lane * 0.16, horizon + 22);
    doc.bezierCurveTo(cx + lane * 0.4, horizon + 70, cx + lane, horizon + 130, cx + lane * 1.7, HEIGHT + 60).stroke();
  }
}
