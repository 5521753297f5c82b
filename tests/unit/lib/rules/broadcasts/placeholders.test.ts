import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillPlaceholders,
  unknownPlaceholders,
  usedPlaceholders,
} from '../../../../../src/lib/rules/broadcasts/placeholders.ts';
import { placeholders } from '../../../../../src/lib/words/broadcasts.ts';

describe('placeholders of a message', () => {
  it('a placeholder is replaced by the name, or by default words without one', () => {
    const text = 'Oi, {primeiro_nome}! {turma} vence em {vencimento}.';
    expect(fillPlaceholders(text, { primeiro_nome: 'Ana', turma: ' ', vencimento: null }, 180)).toBe(
      'Oi, Ana! sua turma vence em a data combinada.',
    );
    expect(usedPlaceholders(text, 'sem nada')).toEqual(['primeiro_nome', 'turma', 'vencimento']);
  });
  it('unknown placeholders are found', () => {
    expect(unknownPlaceholders('{nome} {primeiro_nome} {} {__proto__}')).toEqual(['nome', '', '__proto__']);
  });
  it('a filled-in text has no gap, fits the limits of devices and splits no character', () => {
    const part = fc.oneof(fc.constantFrom(...Object.keys(placeholders).map((name) => `{${name}}`)), fc.string());
    fc.assert(
      fc.property(fc.array(part), fc.string({ unit: 'grapheme' }), (parts, value) => {
        const filled = fillPlaceholders(parts.join(''), { primeiro_nome: value, turma: null }, 65);
        expect(filled.length).toBeLessThanOrEqual(65);
        expect(filled.isWellFormed()).toBe(true);
        expect(filled).not.toContain('{turma}');
      }),
    );
  });
});
