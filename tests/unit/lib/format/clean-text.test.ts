import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanLine, cleanText } from '../../../../src/lib/format/clean-text.ts';

it.each([
  ['José Conceição', 'José Conceição'],
  ['  Ana\u00a0\u2003 Souza ', 'Ana Souza'],
  ['Ana\nBia', 'Ana Bia'],
  ['Ana\u2028Bia\r\nCid', 'Ana Bia Cid'],
  ['Ana\u202ecod', 'Anacod'],
  ['Concei\u008d‹o', 'Concei‹o'],
  ['R-ZW\u200b', 'R-ZW'],
  ['a\u0000b\ud800c\ufeffd', 'abcd'],
  ['\u3164\u2060\u00ad', ''],
  ['Nguyễn Đặng 李小龙 Дмитрий', 'Nguyễn Đặng 李小龙 Дмитрий'],
  ['👩🏽‍🚒 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽', '👩🏽‍🚒 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽'],
  ['', ''],
])('%j is cleaned to %j', (text, clean) => {
  expect(cleanLine(text)).toBe(clean.normalize('NFC'));
});

it('a long text keeps its line breaks, two in a row at most', () => {
  expect(cleanText(' um \r\n dois\t\tdois\r\r\r\rtrês\u200b\n')).toBe('um\ndois dois\n\ntrês');
});

it('cleaning is idempotent and leaves no invisible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const clean of [cleanText, cleanLine]) {
        const once = clean(text);
        expect(clean(once)).toBe(once);
        expect(once).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u200b\u202a-\u202e]|^\s|\s$/u);
      }
      expect(cleanLine(text)).not.toContain('\n');
    }),
    { numRuns: 500 },
  );
});
