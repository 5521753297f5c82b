import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { type BrandKey, brands } from '#lib/brand.ts';
import { type Palette, palettes } from './palette.ts';

type Element = ReturnType<PDFKit.PDFDocument['struct']>;

/** A document in progress. Lengths are points from the upper left corner. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  brand: BrandKey;
  palette: Palette;
  /** The part that screen readers read; anything drawn outside of it is decoration. */
  root: Element;
}

/**
 * PDF files embed neither WOFF2 nor variable fonts, so `scripts/make-document-fonts.ts` makes these from the web font.
 */
const face = (weight: number) => readFileSync(new URL(`../fonts/plus-jakarta-sans-${weight}.ttf`, import.meta.url));
const faces = { text: face(500), bold: face(800) };

export interface SheetOptions {
  brand: BrandKey;
  title: string;
  /** The school that issues it, else the brand. */
  author: string;
  /** When the document was emitted: the same document gives the same bytes. */
  at: Date;
  layout: 'portrait' | 'landscape';
}

/** Opens a tagged A4 document in Portuguese without margins: the drawing code keeps its own. */
export function openSheet({ brand, title, author, at, layout }: SheetOptions): Sheet {
  const { name } = brands[brand];
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    // None of the standard fonts, which are read from their package: the sheet has its own.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: name, CreationDate: at, ModDate: at },
  });
  doc.registerFont('text', faces.text).registerFont('bold', faces.bold);
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, brand, palette: palettes[brand], root };
}

/** Ends the document. @returns its bytes. */
export function closeSheet({ doc, root }: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
    root.end();
    doc.end();
  });
}

/** Draws decoration: screen readers skip it. */
export function decorate({ doc }: Sheet, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw();
  doc.restore();
  doc.endMarkedContent();
}

export interface Writing {
  x: number;
  y: number;
  width: number;
  size: number;
  isBold?: boolean;
  color?: string;
  align?: 'left' | 'right' | 'center';
  /** Figures of equal width, for columns. */
  isTabular?: boolean;
  /** Between lines, in points. */
  lineGap?: number;
  letterSpacing?: number;
  href?: string;
}

const optionsOf = ({ width, align, isTabular, lineGap = 0, letterSpacing = 0, href }: Writing) => ({
  width,
  align,
  lineGap,
  characterSpacing: letterSpacing,
  features: isTabular ? (['kern', 'tnum'] as PDFKit.Mixins.OpenTypeFeatures[]) : undefined,
  link: href,
});

/** The height of a text on the page. */
export function heightOf({ doc }: Sheet, text: string, writing: Writing): number {
  return doc
    .font(writing.isBold ? 'bold' : 'text')
    .fontSize(writing.size)
    .heightOfString(text, optionsOf(writing));
}

/** Writes a text as one element of the page's structure. @returns the y below it. */
export function write(sheet: Sheet, tag: string, text: string, writing: Writing, parent: Element = sheet.root): number {
  const { doc, palette } = sheet;
  const bottom = writing.y + heightOf(sheet, text, writing);
  const draw = () =>
    doc
      .font(writing.isBold ? 'bold' : 'text')
      .fontSize(writing.size)
      .fillColor(writing.color ?? palette.ink)
      .text(text, writing.x, writing.y, optionsOf(writing));
  parent.add(doc.struct(tag, {}, draw));
  return bottom;
}

/** The largest of the given sizes at which a bold text fits the number of lines; the smallest if none fits. */
export function fittingSize(
  { doc }: Sheet,
  text: string,
  width: number,
  lines: number,
  sizes: readonly number[],
): number {
  const fits = (size: number) => {
    doc.font('bold').fontSize(size);
    return doc.heightOfString(text, { width }) <= doc.currentLineHeight(true) * lines + 1;
  };
  return sizes.find(fits) ?? sizes.at(-1) ?? 10;
}

/** Numbers the pages. One page needs no number. */
export function drawPageNumbers(sheet: Sheet, codigo: string, left: number, width: number): void {
  const { doc, palette } = sheet;
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    decorate(sheet, () => {
      doc
        .font('text')
        .fontSize(8.5)
        .fillColor(palette.muted)
        .text(`${codigo} · página ${page + 1} de ${count}`, left, 814, { width, align: 'right' });
    });
  }
}
