import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contents } from '../../../../src/server/db/seed/content/index.ts';
import recordingList from '../../../../src/server/db/seed/content/recordings.json' with { type: 'json' };
import { type Recording, scriptOf, soundsOf } from '../../../../src/server/db/seed/content/sounds.ts';
import type { QuestionContent } from '../../../../src/server/db/seed/content/unit-content.ts';
import { partsOf } from '../../../../src/server/db/seed/questions.ts';
import { isRight } from '../../../../src/server/practice/grade-answers.ts';

const recordings = recordingList as unknown as Record<string, Recording>;
const units = Object.entries(contents).flatMap(([book, list]) =>
  list.map((unit, index) => ({ name: `${book}, unit ${index + 1}`, book, numero: index + 1, unit })),
);
const twice = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);
/** Without the particle of a verb and what may change at its end. */
const stem = (term: string) => term.replace(/^to /, '').split(' ')[0]?.slice(0, 3).toLowerCase() ?? '';

describe('the demo books', () => {
  it('have eight units each', () => {
    expect(Object.values(contents).map((list) => list.length)).toEqual([8, 8, 8, 8]);
  });

  it.each(Object.entries(contents))('%s teaches no word twice', (_book, list) => {
    expect(twice(list.flatMap(({ words }) => words.map(({ term }) => `${term}`)))).toEqual([]);
  });

  it.each(units)('$name: three tracks, twelve words with examples, ten questions', ({ unit }) => {
    expect([unit.audios.length, unit.words.length, unit.questions.length]).toEqual([3, 12, 10]);
    expect(unit.words.filter(({ term, example }) => !example.toLowerCase().includes(stem(term)))).toEqual([]);
    expect(unit.words.filter(({ ipa }) => !/^\/.+\/$/.test(ipa))).toEqual([]);
  });

  it.each(units)('$name: each question is about a word of the unit and can be answered', ({ unit }) => {
    const terms = unit.words.map(({ term }) => term);
    expect(unit.questions.filter(({ word }) => !terms.includes(word))).toEqual([]);
    for (const question of unit.questions) expectSound(question, unit.words);
  });

  it.each(units)('$name: every sound is recorded, of the text as it is now', ({ book, numero, unit }) => {
    const stale = soundsOf(book, numero, unit).filter(
      (sound) => recordings[sound.url]?.script !== scriptOf(sound) || !existsSync(`public${sound.url}`),
    );
    expect(stale.map(({ url }) => url)).toEqual([]);
  });

  it('no recording is left over', () => {
    const wanted = new Set(
      units.flatMap(({ book, numero, unit }) => soundsOf(book, numero, unit).map(({ url }) => url)),
    );
    expect(Object.keys(recordings).filter((url) => !wanted.has(url))).toEqual([]);
  });
});

function expectSound(question: QuestionContent, words: readonly { term: string; pt: string }[]): void {
  if (question.kind === 'gap') expect(question.ask.split('___')).toHaveLength(2);
  if (question.kind === 'choice') expect(twice(question.options)).toEqual([]);
  if (question.kind === 'order') expect(question.right).toMatch(/^[^.?!]+$/);
  if (question.kind === 'match') {
    const known = new Map(words.map(({ term, pt }) => [term, pt]));
    expect(question.pairs.filter(([term, pt]) => known.get(term) !== pt)).toEqual([]);
  }
  for (const seed of [1, 77, 20_401]) {
    const { tipo, chave, dados } = partsOf(question, seed);
    expect(isRight({ tipo, chave }, chave[0])).toBe(true);
    expect(isRight({ tipo, chave }, '')).toBe(false);
    if (question.kind === 'choice') {
      const right = dados.alternativas?.find(({ id }) => id === chave[0])?.texto;
      expect(right).toBe(question.options[question.right]);
    }
  }
}
