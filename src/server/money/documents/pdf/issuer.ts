import { brands } from '#lib/brand.ts';
import { drawMark } from './shapes.ts';
import { type Sheet, write } from './sheet.ts';

/** The head of a portrait page: the brand on the left, the school on the right. */
export function drawIssuer(
  sheet: Sheet,
  escola: { nome: string; cidade: string } | null,
  left: number,
  width: number,
): void {
  const { palette, brand } = sheet;
  drawMark(sheet, left, 42, 30);
  write(sheet, 'P', brands[brand].name, { x: left + 40, y: 49, width: 200, size: 13, isBold: true });
  if (escola) {
    const place = { x: left + 240, width: width - 240, align: 'right' } as const;
    const below = write(sheet, 'P', escola.nome, { ...place, y: 44, size: 10, isBold: true });
    write(sheet, 'P', escola.cidade, { ...place, y: below + 1, size: 9.5, color: palette.muted });
  }
}
