/// <reference path="../../../../../src/content/fontkit.d.ts" />
import { create } from 'fontkit';
import { expect, it } from 'vitest';
import { faces, printable, REPLACEMENT } from '../../../../../src/server/money/documents/pdf/sheet.ts';

const fonts = Object.entries(faces).map(([name, bytes]) => ({ isWide: name.startsWith('wide'), font: create(bytes) }));
/** Above it are only ideographs and characters without a glyph. */
const MAX_CODE_POINT = 0x1ffff;
const everyCharacter = function* (kind: RegExp) {
  for (let code = 0; code <= MAX_CODE_POINT; code += 1) {
    const character = String.fromCodePoint(code);
    if (kind.test(character)) yield character;
  }
};

/** Glyph 0 is the missing glyph of a font. The texts are short, since long ones are slow to lay out. */
const undrawn = (characters: readonly string[], wide: boolean) =>
  Array.from({ length: Math.ceil(characters.length / 100) }, (_, index) =>
    characters.slice(index * 100, index * 100 + 100),
  )
    .map((some) => some.join(' '))
    .filter((text) =>
      fonts.some(({ isWide, font }) => isWide === wide && font.layout(text).glyphs.some(({ id }) => id === 0)),
    );

it('each character of every script is drawn by its font, or replaced and reported', () => {
  const silent: string[] = [];
  const drawn: Record<'wide' | 'brand', string[]> = { wide: [REPLACEMENT], brand: [] };
  for (const character of everyCharacter(/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u)) {
    const { text, isWide, isWhole } = printable(/\p{M}/u.test(character) ? `a${character}` : character);
    if (isWhole) drawn[isWide ? 'wide' : 'brand'].push(text);
    else if (!text.includes(REPLACEMENT)) silent.push(character);
  }
  expect(silent).toEqual([]);
  expect(drawn.brand.length + drawn.wide.length).toBeGreaterThan(2500);
  expect([undrawn(drawn.brand, false), undrawn(drawn.wide, true)]).toEqual([[], []]);
});

it('all Latin, Greek and Cyrillic letters are printed, also with a combining mark', () => {
  const letters = [...everyCharacter(/(?!\p{Script=Coptic})[\u0041-\u024f\u0370-\u052f\u1e00-\u1fff]/u)].filter(
    (each) => /\p{L}/u.test(each),
  );
  expect(letters.length).toBeGreaterThan(1200);
  expect(letters.filter((letter) => !printable(letter).isWhole)).toEqual([]);
  const marks = [...everyCharacter(/[\u0300-\u036f]/u)];
  expect(marks.filter((mark) => !printable(`g${mark}`).isWhole)).toEqual([]);
});

it.each(['g\u0303', 'Я\u0301', 'x\u0323', 'ẽ\u0301'])('the mark of %s is placed above or below its letter', (text) => {
  for (const { isWide, font } of fonts) {
    if (!isWide) continue;
    const { glyphs, positions } = font.layout(text.normalize('NFC'));
    const places = positions.map(({ xOffset }, index) => {
      const before = positions.slice(0, index).reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      const { minX, maxX } = glyphs[index]?.bbox ?? { minX: 0, maxX: 0 };
      return before + xOffset + (minX + maxX) / 2;
    });
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(120);
  }
});

it.each([
  ['Jose\u0301 Conceic\u0327a\u0303o', 'José Conceição', false],
  ['Kaẽ Ỹvy', 'Kaẽ Ỹvy', false],
  ['Nguyễn Thị Đặng', 'Nguyễn Thị Đặng', false],
  ['Дмитрий', 'Дмитрий', true],
  ['Ana\u200b\u202e Souza\ufeff', 'Ana Souza', false],
  ['Ana\tSouza\nCosta\r', 'Ana Souza\nCosta', false],
  ['👨‍👩‍👧 e ❤️', '\ufffd e \ufffd', true],
  ['\ud83d', '\ufffd', true],
])('%j is printed as %j, in the wide font: %s', (written, text, isWide) => {
  expect(printable(written)).toEqual({ text, isWide, isWhole: !text.includes(REPLACEMENT) });
});
