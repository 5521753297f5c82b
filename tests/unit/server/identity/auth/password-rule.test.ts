import { readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../../src/server/core/http/refusal.ts';
import {
  EASY_WORDS,
  isLeaked,
  LEAK_BYTES,
  requireGoodPassword,
} from '../../../../../src/server/identity/auth/password.ts';

const MAIL = 'ana.souza@escola.example';

function reasonFor(password: string): string | null {
  try {
    requireGoodPassword(password, [MAIL]);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
    throw error;
  }
}

describe('passwords of new accounts', () => {
  it.each(['1234567890', 'QwertyUiop', 'password123', 'corinthians', 'jesuscristo', 'zzzzzzzzzz', '🙂🙂🙂🙂🙂🙂'])(
    'a leaked or repeated password is refused: %s',
    (password) => {
      expect(reasonFor(password)).toMatch('muito comum');
    },
  );

  it('the list holds far more than the 3,000 most common passwords that are long enough', () => {
    expect(statSync('src/server/identity/auth/leaked-passwords.bin').size / LEAK_BYTES).toBeGreaterThan(100_000);
  });

  it.each([
    'Ana.Souza@escola.example',
    'portal-demo 2026',
    'KNN Idiomas 2026',
    'P0rt@l-d3mo!',
    'Souza.1990-12',
    'Inglês 2026!',
  ])('a password of little more than school and person is refused: %s', (password) => {
    expect(reasonFor(password)).toMatch(/fácil de adivinhar|igual ao e-mail/);
  });

  it.each([
    'uma senha bem longa 7',
    'caminho novo 42',
    'souza gosta de mangaba',
    '7291 0463 8855',
    'ÇÃÕ ñandú 漢字 🙂!',
  ])('any other password is accepted, whatever its characters: %s', (password) => {
    expect(reasonFor(password)).toBeNull();
  });

  it('a random phrase is never mistaken for a leaked password', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 24, maxLength: 64 }), (text) => {
        expect(isLeaked(`x${text}y`)).toBe(false);
      }),
    );
  });

  it('the docs list the words of the school, and no other ones', () => {
    const line = /words of the school: ([^.]+)\./.exec(
      readFileSync('docs/security.md', 'utf8').replaceAll('\n', ' '),
    )?.[1];
    expect(line?.split(',').map((word) => word.trim().replaceAll('`', ''))).toEqual(EASY_WORDS);
  });
});
