import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../../src/content/book.schema.ts';
import { books } from '../../../../../src/server/core/content/books.ts';
import { scriptOf, soundsOf, soundsOfBook } from '../../../../../src/server/core/content/sounds.ts';
import { partsOf } from '../../../../../src/server/study/books/unit-rows.ts';
import { isRight } from '../../../../../src/server/study/practice/submit-test.ts';

const units = books().flatMap((book) =>
  book.unidades.map((unit, index) => ({ name: `${book.slug}, unit ${index + 1}`, book, numero: index + 1, unit })),
);
const twice = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);
/** Without the particle of a verb and what may change at its end. */
const stem = (term: string) => term.replace(/^to /, '').split(' ')[0]?.slice(0, 3).toLowerCase() ?? '';

describe('the demo books', () => {
  it('have eight units each', () => {
    expect(books().map(({ unidades }) => unidades.length)).toEqual([8, 8, 8, 8]);
  });

  it.each(books())('$codigo has no word twice', ({ unidades }) => {
    expect(twice(unidades.flatMap(({ palavras }) => palavras.map(({ termo }) => termo)))).toEqual([]);
  });

  it.each(units)('$name: three tracks, twelve words with examples, ten questions', ({ unit }) => {
    expect([unit.audios.length, unit.palavras.length, unit.questoes.length]).toEqual([3, 12, 10]);
    expect(unit.palavras.filter(({ termo, exemplo }) => !exemplo.toLowerCase().includes(stem(termo)))).toEqual([]);
    expect(unit.palavras.filter(({ ipa }) => !/^\/.+\/$/.test(ipa))).toEqual([]);
  });

  it.each(units)('$name: each question is about a word of the unit and has a right answer', ({ unit }) => {
    const terms = unit.palavras.map(({ termo }) => termo);
    expect(unit.questoes.filter(({ palavra }) => !terms.includes(palavra))).toEqual([]);
    for (const question of unit.questoes) expectSound(question, unit.palavras);
  });

  it.each(units)('$name: every sound is recorded from the current text', ({ book, numero, unit }) => {
    const stale = soundsOf(book, numero, unit).filter(
      (sound) => book.recordings[sound.path]?.script !== scriptOf(sound) || !existsSync(join(book.folder, sound.path)),
    );
    expect(stale.map(({ url }) => url)).toEqual([]);
  });

  it('every recording of the demo books is used', () => {
    for (const book of books()) {
      const wanted = new Set(soundsOfBook(book).map(({ path }) => path));
      expect(Object.keys(book.recordings).filter((path) => !wanted.has(path))).toEqual([]);
    }
  });
});

function expectSound(question: Question, words: readonly { termo: string; traducao: string }[]): void {
  if (question.tipo === 'lacuna') expect(question.enunciado.split('___')).toHaveLength(2);
  if (question.tipo === 'multipla_escolha') expect(twice(question.alternativas)).toEqual([]);
  if (question.tipo === 'ordenar') expect(question.resposta).toMatch(/^[^.?!]+$/);
  if (question.tipo === 'associar') {
    const known = new Map(words.map(({ termo, traducao }) => [termo, traducao]));
    expect(question.pares.filter(([termo, traducao]) => known.get(termo) !== traducao)).toEqual([]);
  }
  for (const seed of [1, 77, 20_401]) {
    const { chave, dados } = partsOf(question, seed);
    const { tipo } = question;
    expect(isRight({ tipo, chave }, chave[0])).toBe(true);
    expect(isRight({ tipo, chave }, '')).toBe(false);
    if (question.tipo === 'multipla_escolha') {
      const right = dados.alternativas?.find(({ id }) => id === chave[0])?.texto;
      expect(right).toBe(question.resposta);
    }
  }
}
