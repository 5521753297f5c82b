import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstName,
  foldText,
  initials,
  listInWords,
  maskEmail,
  maskName,
  searchWords,
  shortName,
} from '../../../../src/lib/format/text.ts';

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
])('the public form of the name %j is %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

it.each([
  ['  João   ÁVILA ', 'joao avila'],
  ['Jose\u0301', 'jose'],
  ['D’Ávila', 'davila'],
  ["d'avila", 'davila'],
  ['D` Ávila', 'davila'],
  ['Ana-Maria', 'anamaria'],
  ['M-2026/001', 'm2026001'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Жанна', 'жанна'],
  ['', ''],
])('%j is folded to %j', (text, expected) => {
  expect(foldText(text)).toBe(expected);
  expect(foldText(expected)).toBe(expected);
});

it.each([
  ['Souza  Ana ana', ['souza', 'ana']],
  ['Ana-Maria', ['ana', 'maria']],
  ['ana.souza@exemplo.com', ['anasouza@exemplocom']],
  ["' - .", []],
])('a search for %j uses the words %j', (q, expected) => {
  expect(searchWords(q)).toEqual(expected);
});

describe('AUTH-21: a masked e-mail', () => {
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

  it('a masked e-mail never shows its complete local part of two letters or more', () => {
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
