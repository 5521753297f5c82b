/// <reference path="./fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';

export interface CardText {
  brand: string;
  title: string;
  promise: string;
  /** When, and the lowest price. */
  foot: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 72;
const COLUMN = 505;
const FONTS = 'src/server/money/documents/fonts';

const fonts = new Map<number, Font>();
const fontOf = (weight: 500 | 800): Font => {
  const known = fonts.get(weight) ?? create(readFileSync(`${FONTS}/plus-jakarta-sans-${weight}.ttf`));
  fonts.set(weight, known);
  return known;
};

const widthOf = (text: string, weight: 500 | 800, size: number) => {
  const font = fontOf(weight);
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
};

/** Letters as outlines: a card looks the same on a machine without our font. */
function line(text: string, weight: 500 | 800, size: number, x: number, y: number, fill: string): string {
  const font = fontOf(weight);
  const scale = size / font.unitsPerEm;
  let at = 0;
  const { glyphs, positions } = font.layout(text);
  const letters = glyphs.map((glyph, index) => {
    const position = positions[index];
    const path = `<path transform="translate(${at + (position?.xOffset ?? 0)} 0)" d="${glyph.path.toSVG()}"/>`;
    at += position?.xAdvance ?? 0;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join('')}</g>`;
}

/** Words in lines of at most `width` pixels. */
function wrap(text: string, size: number, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer, 800, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
    return lines;
  }, []);
}

/** The promise in the largest size that needs no more than four lines. */
function headline(promise: string): { size: number; lines: string[] } {
  const sizes = [80, 74, 68, 62, 56];
  const fitting = sizes.find((size) => {
    const lines = wrap(promise, size, COLUMN);
    return lines.length * size * 1.06 <= 280 && lines.every((each) => widthOf(each, 800, size) <= COLUMN);
  });
  const size = fitting ?? 44;
  return { size, lines: wrap(promise, size, COLUMN) };
}

/**
 * The picture of a shared link, 1200×630 px. `scene` is SVG in a box of 640 in the colours of a palette.
 *
 * @param colors those of the scene, `ground` below it and `text` on it.
 * @returns a PNG.
 */
export async function drawShareCard(
  colors: Readonly<Record<string, string>>,
  scene: string,
  { brand, title, promise, foot }: CardText,
): Promise<Buffer> {
  const paint = (svg: string) => svg.replace(/var\(--art-(\w+)\)/g, (whole, name: string) => colors[name] ?? whole);
  const { text: ink = '' } = colors;
  const { size, lines } = headline(promise);
  const top = 474 - (lines.length - 1) * size * 1.06;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="${colors.ground}"/>
<svg x="612" y="10" width="600" height="620" viewBox="0 -44 640 684" preserveAspectRatio="xMidYMin meet" overflow="visible">${paint(scene)}</svg>
${line(brand, 800, 34, LEFT, 92, ink)}
${line(title, 500, 34, LEFT + widthOf(brand, 800, 34) + 18, 92, ink)}
${lines.map((each, index) => line(each, 800, size, LEFT, top + index * size * 1.06, ink)).join('\n')}
${line(foot, 500, 24, LEFT, 136, ink)}
</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
