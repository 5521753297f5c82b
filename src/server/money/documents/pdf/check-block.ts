import { encode } from 'uqr';
import { PAPER } from './palette.ts';
import { decorate, type Sheet, write } from './sheet.ts';

/** Light modules around a code, as its standard requires. */
const QUIET = 4;

/** A QR code as one path of dark squares. @param size of its square, with the quiet border */
export function drawQr(sheet: Sheet, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { doc, palette } = sheet;
  const { data } = encode(text, { ecc: 'M', border: QUIET });
  const module = size / data.length;
  decorate(sheet, () => {
    doc.rect(x, y, size, size).fill(PAPER);
    for (const [row, modules] of data.entries()) {
      // Adjacent dark modules in a row are one rectangle, which halves the output.
      for (let from = modules.indexOf(true); from >= 0; ) {
        const light = modules.indexOf(false, from);
        const to = light < 0 ? modules.length : light;
        doc.rect(x + from * module, y + row * module, (to - from) * module, module);
        from = modules.indexOf(true, to);
      }
    }
    doc.fill(palette.ink);
  });
}

export interface Check {
  codigo: string;
  /** The full address for checking the document. */
  address: string;
  /** `Boletim emitido em …`. */
  note: string;
}

export const CHECK_HEIGHT = 92;

/** The block for checking a document: QR code, code and address. @param width of the whole block */
export function drawCheck(sheet: Sheet, { codigo, address, note }: Check, x: number, y: number, width: number): void {
  const { palette } = sheet;
  drawQr(sheet, address, { x: x - 8, y: y - 4, size: CHECK_HEIGHT });
  const left = x + CHECK_HEIGHT;
  const inner = width - CHECK_HEIGHT;
  let bottom = write(sheet, 'P', 'Código de verificação', {
    x: left,
    y: y + 4,
    width: inner,
    size: 9,
    color: palette.muted,
  });
  bottom = write(sheet, 'P', codigo, {
    x: left,
    y: bottom + 1,
    width: inner,
    size: 16,
    isBold: true,
    letterSpacing: 1,
  });
  bottom = write(sheet, 'P', 'Confira se este documento é autêntico em', {
    x: left,
    y: bottom + 5,
    width: inner,
    size: 9,
    color: palette.muted,
  });
  const shown = address.replace(/^https?:\/\//, '');
  bottom = write(sheet, 'Link', shown, {
    x: left,
    y: bottom + 1,
    width: inner,
    size: 9.5,
    color: palette.link,
    href: address,
  });
  write(sheet, 'P', note, { x: left, y: bottom + 4, width: inner, size: 9, color: palette.muted });
}
