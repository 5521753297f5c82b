import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CODE_ALPHABET, readDocumentCode } from '../../../../../src/lib/rules/account/document-code.ts';
import { makeCode } from '../../../../../src/server/money/documents/make-code.ts';

const codes = fc.constant(null).map(() => makeCode());

it('a code has three groups of four, without letters and digits that look alike', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    }),
  );
  expect(CODE_ALPHABET).toHaveLength(32);
  expect(new Set(CODE_ALPHABET).size).toBe(32);
  expect(CODE_ALPHABET).not.toMatch(/[0O1I]/);
});

it('codes do not repeat, and use every allowed character', () => {
  const made = Array.from({ length: 2_000 }, makeCode);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.join('').replaceAll('-', ''))).toEqual(new Set(CODE_ALPHABET));
});

it('a code is read however it is typed', () => {
  const blanks = fc.constantFrom('', ' ', '-', ' – ', '.');
  fc.assert(
    fc.property(codes, blanks, fc.boolean(), (code, blank, isSmall) => {
      const typed = ` ${code.replaceAll('-', blank)} `;
      expect(readDocumentCode(isSmall ? typed.toLowerCase() : typed)).toBe(code);
    }),
  );
});

it.each(['', 'K7QM-2XWD', 'K7QM-2XWD-9HRT-A', 'K7QM-2XWD-9HR0', 'K7QM-2XWD-9HRO', 'K7QM/2XWD/9HRT', '🙂'.repeat(12)])(
  '%j is no code',
  (text) => {
    expect(readDocumentCode(text)).toBeNull();
  },
);

it('reading a code never throws and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const code = readDocumentCode(text);
      if (code !== null) expect(readDocumentCode(code)).toBe(code);
    }),
  );
});
