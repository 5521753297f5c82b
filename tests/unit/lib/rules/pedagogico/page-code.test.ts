import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPageCode } from '../../../../../src/lib/rules/pedagogico/page-code.ts';

describe('a code on a page (PED-07)', () => {
  it.each([
    ['U4', { kind: 'unit', unit: 4, track: null, isTest: false }],
    [' u4a2 ', { kind: 'unit', unit: 4, track: 2, isTest: false }],
    ['U12T', { kind: 'unit', unit: 12, track: null, isTest: true }],
    ['https://aluno.example/q/U4A2?x=1', { kind: 'unit', unit: 4, track: 2, isTest: false }],
    ['ATV12', { kind: 'activity', id: 12 }],
    ['U4A', { kind: 'other' }],
    ['KNN-LIVRO-0001', { kind: 'other', text: 'KNN-LIVRO-0001' }],
  ])('%s', (text, expected) => {
    expect(readPageCode(text)).toMatchObject(expected);
  });

  it.each(['', '   ', '/', 'x'.repeat(201)])('%j is no code', (text) => {
    expect(readPageCode(text)).toBeNull();
  });

  it('reading a scanned page code never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => readPageCode(text) === null || readPageCode(text)?.text !== ''));
  });
});
