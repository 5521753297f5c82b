import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type BrandKey, brands } from '#lib/brand.ts';
import { normalForm } from '#lib/format/normal-form.ts';
import { documentMessages } from '#lib/words/account.ts';
import { type Palette, palettes } from './palette.ts';

type Element = ReturnType<PDFKit.PDFDocument['struct']>;

/** A document in progress. Coordinates are points from the upper left corner. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  brand: BrandKey;
  palette: Palette;
  /** The part that screen readers read; anything drawn outside of it is decoration. */
  root: Element;
  /** The position of the notice that letters are missing: below all contents. */
  foot: { x: number; y: number };
  /** The pages with replaced letters. */
  incomplete: Set<number>;
}

interface SheetOptions {
  brand: BrandKey;
  title: string;
  /** The school that issues it, else the brand. */
  author: string;
  /** When the document was emitted: the same document gives the same bytes. */
  at: Date;
  layout: 'portrait' | 'landscape';
  foot: Sheet['foot'];
}

/** Opens a tagged A4 document in Portuguese without margins: the drawing code keeps its own. */
export function openSheet({ brand, title, author, at, layout, foot }: SheetOptions): Sheet {
  const { name } = brands[brand];
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    // Disables the standard fonts, which are read from their package: the sheet has its own.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: name, CreationDate: at, ModDate: at },
  });
  for (const [name, bytes] of Object.entries(faces)) doc.registerFont(name, bytes);
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, brand, palette: palettes[brand], root, foot, incomplete: new Set() };
}

/** Ends the document: pages with replaced letters say so. @returns its bytes. */
export function closeSheet(sheet: Sheet): Promise<Buffer> {
  const { doc, root, foot, incomplete, palette } = sheet;
  for (const page of incomplete) {
    doc.switchToPage(page);
    write(sheet, 'P', documentMessages.replaced(REPLACEMENT), { ...foot, width: 360, size: 8, color: palette.muted });
  }
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

/** Chooses the face and the size of what is measured or drawn next. */
function setFace({ doc }: Sheet, { isWide }: Printable, size: number, isBold = false): void {
  const face = isWide ? (isBold ? 'wideBold' : 'wideText') : isBold ? 'bold' : 'text';
  doc.font(face).fontSize(size);
}

/** The height of a text on the page. */
export function heightOf(sheet: Sheet, text: string, writing: Writing): number {
  const said = printable(text);
  setFace(sheet, said, writing.size, writing.isBold);
  return sheet.doc.heightOfString(said.text, optionsOf(writing));
}

/**
 * Writes a text as one element of the page's structure. Where letters are replaced, readers of the file still find the text as
 * it is.
 *
 * @returns the y below it.
 */
export function write(sheet: Sheet, tag: string, text: string, writing: Writing, parent: Element = sheet.root): number {
  const { doc, palette, incomplete } = sheet;
  const said = printable(text);
  const bottom = writing.y + heightOf(sheet, text, writing);
  const draw = () => {
    setFace(sheet, said, writing.size, writing.isBold);
    doc.fillColor(writing.color ?? palette.ink).text(said.text, writing.x, writing.y, optionsOf(writing));
  };
  parent.add(doc.struct(tag, said.isWhole ? {} : { actual: text }, draw));
  if (!said.isWhole) incomplete.add(doc.bufferedPageRange().count - 1);
  return bottom;
}

/** The largest of the given sizes at which a bold text fits the number of lines; the smallest if none fits. */
export function fittingSize(
  sheet: Sheet,
  text: string,
  width: number,
  lines: number,
  sizes: readonly number[],
): number {
  const { doc } = sheet;
  const said = printable(text);
  const fits = (size: number) => {
    setFace(sheet, said, size, true);
    return doc.heightOfString(said.text, { width }) <= doc.currentLineHeight(true) * lines + 1;
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

const bytesOf = (family: string, weight: number) =>
  readFileSync(new URL(`../fonts/${family}-${weight}.ttf`, import.meta.url));

/**
 * The fonts of documents. PDF files embed neither WOFF2 nor variable fonts, so `scripts/make-document-fonts.ts` makes these. The
 * wide ones contain the letters that the brand's font lacks: Latin, Greek and Cyrillic, with their combining marks.
 */
export const faces = {
  text: bytesOf('plus-jakarta-sans', 500),
  bold: bytesOf('plus-jakarta-sans', 800),
  wideText: bytesOf('noto-sans', 500),
  wideBold: bytesOf('noto-sans', 800),
};

/** Replaces each letter that no font has. */
export const REPLACEMENT = '\ufffd';

interface Printable {
  /** Composed, without invisible characters, with replacement signs. */
  text: string;
  /** Whether the whole text needs the wide font: two fonts within a word look broken. */
  isWide: boolean;
  /** False where a letter is replaced. */
  isWhole: boolean;
}

/** The characters of each face; both weights have the same. */
const characters = {
  brand: new Set(create(faces.text).characterSet),
  wide: new Set(create(faces.wideText).characterSet),
};
const graphemes = new Intl.Segmenter('pt-BR');
const BLANK = /[\t\u1680\u3000\p{Zl}\p{Zp}]/gu;
const SHAPELESS = /\p{Default_Ignorable_Code_Point}|(?!\n)\p{Cc}/gu;

/** The printable form of a text, with one replacement sign for each grapheme that cannot be printed. */
export function printable(written: string): Printable {
  const composed = normalForm(written, 'NFC');
  if (isIn('brand', composed)) return { text: composed, isWide: false, isWhole: true };
  let isWhole = true;
  let text = '';
  for (const { segment } of graphemes.segment(composed)) {
    const letter = segment.replace(BLANK, ' ').replace(SHAPELESS, '');
    const isKnown = isIn('wide', letter);
    text += isKnown ? letter : REPLACEMENT;
    isWhole &&= isKnown;
  }
  return { text, isWide: !isIn('brand', text), isWhole };
}

/** Whether a font has a glyph for each character. Line breaks need none. */
function isIn(face: keyof typeof characters, text: string): boolean {
  for (const letter of text) {
    if (letter !== '\n' && !characters[face].has(letter.codePointAt(0) ?? 0)) return false;
  }
  return true;
}
