import type { BrandKey } from '#lib/brand.ts';
import { brands } from '#lib/brand.ts';
import { clip } from '#lib/format/text.ts';
import { drawQr } from './check-block.ts';
import { drawMark } from './shapes.ts';
import { closeSheet, decorate, fittingSize, openSheet, type Sheet, write } from './sheet.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 28;
const TOP = 74;
const COLUMNS = 3;
const ROWS = 4;
const CELL = {
  width: (PAGE.width - 2 * MARGIN) / COLUMNS,
  height: (PAGE.height - TOP - MARGIN) / ROWS,
};
/** 40 mm: scanners read it at arm's length. */
const QR = 114;
/** Below the cells. */
const FOOT = { x: MARGIN, y: 817 };
/** The room in a cell; names are cut, codes never. */
const MAX_NAME = 60;

export interface TicketSheet {
  brand: BrandKey;
  /** The campaign. */
  title: string;
  /** Day, hour and place. */
  facts: string;
  at: Date;
  cells: readonly { nome: string; nota: string; codigo: string; payload: string }[];
}

/** Tickets to cut out, twelve on an A4 page. @returns the bytes of the PDF */
export async function drawTickets({ brand, title, facts, at, cells }: TicketSheet): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = openSheet({
    brand,
    title: `Ingressos · ${title}`,
    author: brands[brand].name,
    at,
    layout: 'portrait',
    foot: FOOT,
  });
  const perPage = COLUMNS * ROWS;
  for (const [index, cell] of cells.entries()) {
    const place = index % perPage;
    if (place === 0) {
      if (index > 0) sheet.doc.addPage();
      drawHead(sheet, title, facts, `${Math.floor(index / perPage) + 1} de ${Math.ceil(cells.length / perPage)}`);
    }
    drawCell(sheet, cell, {
      x: MARGIN + (place % COLUMNS) * CELL.width,
      y: TOP + Math.floor(place / COLUMNS) * CELL.height,
    });
    // A pause after each page, so that hundreds of pages do not block other requests.
    if (place === perPage - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return new Uint8Array(await closeSheet(sheet));
}

function drawHead(sheet: Sheet, title: string, facts: string, pageOf: string): void {
  const { palette } = sheet;
  drawMark(sheet, MARGIN, 26, 30);
  const width = PAGE.width - 2 * MARGIN - 140;
  const size = fittingSize(sheet, title, width, 1, [15, 13, 11, 9]);
  const bottom = write(sheet, 'H1', title, { x: MARGIN + 40, y: 27, width, size, isBold: true });
  if (facts) write(sheet, 'P', facts, { x: MARGIN + 40, y: bottom + 1, width, size: 9.5, color: palette.muted });
  const right = { x: PAGE.width - MARGIN - 90, y: 36, width: 90, align: 'right' } as const;
  write(sheet, 'P', pageOf, { ...right, size: 9.5, color: palette.muted });
}

function drawCell(
  sheet: Sheet,
  { nome, nota, codigo, payload }: TicketSheet['cells'][number],
  { x, y }: { x: number; y: number },
): void {
  const { doc, palette } = sheet;
  decorate(sheet, () => {
    doc.rect(x, y, CELL.width, CELL.height).lineWidth(0.6).dash(3, { space: 3 }).stroke(palette.line);
  });
  drawQr(sheet, payload, { x: x + (CELL.width - QR) / 2, y: y + 6, size: QR });
  const line = { x: x + 8, width: CELL.width - 16, align: 'center' } as const;
  const name = clip(nome, MAX_NAME);
  const size = fittingSize(sheet, name, line.width, 1, [11, 9.5, 8, 7]);
  let bottom = write(sheet, 'P', name, { ...line, y: y + QR + 6, size, isBold: true });
  const noteSize = fittingSize(sheet, nota, line.width, 1, [8.5, 7.5, 6.5]);
  bottom = write(sheet, 'P', nota, { ...line, y: bottom + 1, size: noteSize, color: palette.muted });
  write(sheet, 'P', codigo, { ...line, y: bottom + 4, size: 11, isBold: true, letterSpacing: 0.6 });
}
