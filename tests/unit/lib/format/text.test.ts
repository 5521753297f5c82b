import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstName, initials, listInWords, maskEmail, maskName, shortName } from '../../../../src/lib/format/text.ts';

it.each([
  ['Ana Maria de Souza', 'Ana', 'AS', 'Ana M. d. S.'],
  ['  Ana   Souza ', 'Ana', 'AS', 'Ana S.'],
  ['Ana', 'Ana', 'A', 'Ana'],
  ['élcio ávila', 'élcio', 'ÉÁ', 'élcio á.'],
  ['𝒜na 🙂', '𝒜na', '𝒜🙂', '𝒜na 🙂.'],
  ['', '', '', ''],
  ['   ', '', '', ''],
])('AUTH-05: %j → %j, %j, %j', (name, first, letters, masked) => {
  expect(firstName(name)).toBe(first);
  expect(initials(name)).toBe(letters);
  expect(maskName(name)).toBe(masked);
});

it.each([
  ['Ana Maria de Souza', 'Ana S.'],
  ['  ana   souza ', 'ana S.'],
  ['Ana', 'Ana'],
  ['élcio ávila', 'élcio Á.'],
  ['Ana 🙂', 'Ana 🙂.'],
  ['', ''],
])('anybody may read of %j no more than %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

describe('AUTH-21: a masked address', () => {
  it.each([
    ['ana.souza@exemplo.com', 'an***@exemplo.com'],
    ['ab@exemplo.com', 'a***@exemplo.com'],
    ['a@exemplo.com', 'a***@exemplo.com'],
    ['"a@b"@exemplo.com', '"a***@exemplo.com'],
    ['@exemplo.com', '***'],
    ['exemplo.com', '***'],
    ['', '***'],
  ])('%j reads %s', (email, expected) => {
    expect(maskEmail(email)).toBe(expected);
  });

  it('a masked address never shows the whole name of an address of two letters or more', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9.]{2,30}$/), (name) => {
        const [shown = '', host] = maskEmail(`${name}@exemplo.com`).split('***');
        expect(host).toBe('@exemplo.com');
        expect(shown).toBe(name.slice(0, Math.min(2, name.length - 1)));
      }),
    );
  });
});

it.each([
  [[], ''],
  [['ana'], 'ana'],
  [['ana', 'bia'], 'ana e bia'],
  [['ana', 'bia', 'caio'], 'ana, bia e caio'],
])('%j in words: %s', (words, text) => {
  expect(listInWords(words)).toBe(text);
});
