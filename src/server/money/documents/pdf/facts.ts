import { decorate, type Sheet, write } from './sheet.ts';

const LABEL = 130;

/** Labels beside values, with hairlines between. @returns the y below the last one */
export function drawFacts(
  sheet: Sheet,
  facts: readonly (readonly [label: string, value: string])[],
  { x, y: top, width, gap = 9 }: { x: number; y: number; width: number; gap?: number },
): number {
  const { doc, palette } = sheet;
  let y = top;
  for (const [label, value] of facts) {
    write(sheet, 'P', label, { x, y, width: LABEL, size: 9.5, color: palette.muted });
    const bottom = write(sheet, 'P', value, { x: x + LABEL, y: y - 1, width: width - LABEL, size: 11 });
    decorate(sheet, () => {
      doc
        .moveTo(x, bottom + gap)
        .lineTo(x + width, bottom + gap)
        .lineWidth(0.75)
        .stroke(palette.line);
    });
    y = bottom + gap + 11;
  }
  return y;
}
