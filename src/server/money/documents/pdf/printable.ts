/// <reference path="../../../../content/fontkit.d.ts" />

import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { normalForm } from '#lib/format/normal-form.ts';

const bytesOf = (family: string, weight: number) =>
  readFileSync(new URL(`../fonts/${family}-${weight}.ttf`, import.meta.url));

/**
 * The faces of papers. PDF files embed neither WOFF2 nor variable fonts, so `scripts/make-document-fonts.ts` makes these.
 * The wide ones hold the letters that the brand's face lacks: Latin, Greek and Cyrillic, with their combining marks.
 */
export const faces = {
  text: bytesOf('plus-jakarta-sans', 500),
  bold: bytesOf('plus-jakarta-sans', 800),
  wideText: bytesOf('noto-sans', 500),
  wideBold: bytesOf('noto-sans', 800),
};

/** Stands in the place of each letter that no face has. */
export const REPLACEMENT = '\ufffd';

export interface Printable {
  /** Composed, without what has no shape, with replacement signs. */
  text: string;
  /** Whether the whole text needs the wide face: two faces within a word look broken. */
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

/** How a paper prints a text: one replacement sign for each letter, as readers see letters, that it cannot print. */
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

/** Whether a face has a glyph for each character. Lines are broken, not drawn. */
function isIn(face: keyof typeof characters, text: string): boolean {
  for (const letter of text) {
    if (letter !== '\n' && !characters[face].has(letter.codePointAt(0) ?? 0)) return false;
  }
  return true;
}
