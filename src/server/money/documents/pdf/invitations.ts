import { type BrandKey, brands } from '#lib/brand.ts';
import { clip } from '#lib/format/text.ts';
import { drawQr } from './check-block.ts';
import { drawMark } from './shapes.ts';
import { closeSheet, decorate, fittingSize, openSheet, type Sheet, write } from './sheet.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 28;
const COLUMNS = 2;
const ROWS = 5;
const CELL = { width: (PAGE.width - 2 * MARGIN) / COLUMNS, height: (PAGE.height - 2 * MARGIN) / ROWS };
/** 38 mm: a telephone can scan it from the counter. */
const QR = 108;
/** Below the cells. */
const FOOT = { x: MARGIN, y: 817 };
/** The room in a cell; names are cut, codes never. */
const MAX_NAME = 60;

export interface InvitationSheet {
  brand: BrandKey;
  at: Date;
  /** `address`: where the code is typed, without `https://`. */
  cells: readonly { nome: string; nota: string; codigo: string; address: string; link: string }[];
}

/** Invitations to cut out, ten on an A4 page: a name, a QR and a code for the first login. @returns the bytes of the PDF */
export async function drawInvitations({ brand, at, cells }: InvitationSheet): Promise<Uint8Array<ArrayBuffer>> {
  const { name } = brands[brand];
  const sheet = openSheet({ brand, title: `Convites · ${name}`, author: name, at, layout: 'portrait', foot: FOOT });
  const perPage = COLUMNS * ROWS;
  for (const [index, cell] of cells.entries()) {
    const place = index % perPage;
    if (place === 0 && index > 0) sheet.doc.addPage();
    const x = MARGIN + (place % COLUMNS) * CELL.width;
    drawCell(sheet, cell, { x, y: MARGIN + Math.floor(place / COLUMNS) * CELL.height });
    // A pause after each page, so that many pages do not block other requests.
    if (place === perPage - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return new Uint8Array(await closeSheet(sheet));
}

function drawCell(
  sheet: Sheet,
  { nome, nota, codigo, address, link }: InvitationSheet['cells'][number],
  { x, y }: { x: number; y: number },
): void {
  const { doc, palette } = sheet;
  decorate(sheet, () => {
    doc.rect(x, y, CELL.width, CELL.height).lineWidth(0.6).dash(3, { space: 3 }).stroke(palette.line);
  });
  drawQr(sheet, link, { x: x + 4, y: y + (CELL.height - QR) / 2, size: QR });
  const line = { x: x + QR + 8, width: CELL.width - QR - 16 };
  drawMark(sheet, line.x, y + 10, 18);
  const name = clip(nome, MAX_NAME);
  const size = fittingSize(sheet, name, line.width, 2, [12, 10.5, 9, 8]);
  let bottom = write(sheet, 'H1', name, { ...line, y: y + 34, size, isBold: true });
  bottom = write(sheet, 'P', nota, { ...line, y: bottom + 1, size: 8, color: palette.muted });
  const help = `Aponte a câmera, ou abra ${address} e digite:`;
  bottom = write(sheet, 'P', help, { ...line, y: bottom + 5, size: 8 });
  bottom = write(sheet, 'P', codigo, { ...line, y: bottom + 3, size: 12.5, isBold: true, letterSpacing: 0.4 });
  write(sheet, 'P', 'Só para você, uma vez. Você escolhe a sua senha.', {
    ...{ ...line, y: bottom + 3, size: 7.5, color: palette.muted },
  });
}
