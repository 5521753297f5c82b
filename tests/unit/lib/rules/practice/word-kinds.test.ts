import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palavra, Questao, WordKind } from '../../../../../src/lib/contract/practice.schema.ts';
import { type Steps, stepsAfter, stepsOf } from '../../../../../src/lib/rules/practice/study-session.ts';
import {
  gradeWord,
  kindsInOrder,
  neededKind,
  ratingOf,
  taskFor,
} from '../../../../../src/lib/rules/practice/word-kinds.ts';
import { books } from '../../../../../src/server/core/content/books.ts';
import { replay } from '../../../../../src/server/study/practice/memory.ts';

const units = books().map(({ unidades }) =>
  unidades
    .flatMap(({ palavras }) => palavras)
    .map((word, place) => ({ ...word, id: place + 1, audio_url: '/a.mp3', cartao: null }) as unknown as Palavra),
);
const words = units.flat();
const known = (estabilidade: number) => ({ cartao: { estado: 'revisao', estabilidade } }) as Pick<Palavra, 'cartao'>;
const ABLE = { canHear: true, canSay: true };
const begun: Steps = { left: 1, again: 1, isKnown: true, turns: 0 };
const level = (kind: WordKind) => kindsInOrder.indexOf(kind);
const days = fc.double({ min: 0, max: 400, noNaN: true });
const kind = fc.constantFrom(...kindsInOrder);

/** The right answer in the form that a student sends it. */
function rightAnswer(requested: WordKind, word: Palavra, question: Questao): string | string[] {
  if (requested === 'ouvir') return String(word.id);
  if (requested !== 'ordenar') return word.termo;
  const rest = [...(question.alternativas ?? [])];
  return word.exemplo
    .replace(/[.!?]+$/, '')
    .split(' ')
    .map(
      (token) =>
        rest.splice(
          rest.findIndex(({ texto }) => texto === token),
          1,
        )[0]?.id ?? '',
    );
}

describe('how a word is practised', () => {
  it('exercises get harder as a word is remembered longer, and begin again after it is forgotten', () => {
    fc.assert(
      fc.property(days, days, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(level(neededKind(known(less), begun))).toBeLessThanOrEqual(level(neededKind(known(more), begun)));
        expect(neededKind(known(more), stepsAfter(begun, 1))).toBe('ouvir');
      }),
    );
  });

  it('a word progresses from its first exercise to speaking as its memory grows', () => {
    const fresh = stepsOf({ cartao: null, intervalos_s: [60, 360, 600, 700_000] });
    const kinds = [neededKind({ cartao: null }, fresh), neededKind({ cartao: null }, stepsAfter(fresh, 3))];
    const ratings = [0, 600_000].map((at) => new Date(at).toISOString());
    for (let round = 0; round < 12; round++) {
      const memory = replay(ratings.map((at) => ({ nota: 3, feita_em: at, contada_em: at })));
      kinds.push(neededKind({ cartao: memory }, begun));
      ratings.push(memory?.vence_em ?? '');
    }
    expect(kinds.map(level)).toEqual(kinds.map(level).toSorted((a, b) => a - b));
    expect(kinds).toEqual(expect.arrayContaining(['significado', 'ouvir', 'digitar', 'completar', 'falar']));
    const all = [1, 2, 7, 14, 30].map((stability) => neededKind(known(stability), begun));
    expect(all).toEqual(kindsInOrder.slice(1));
  });

  it('an exercise is never harder than needed, and accepts the right answer of every word of the books', () => {
    for (const all of units) {
      for (const word of all) {
        for (const estabilidade of [1, 5, 10, 20, 60]) {
          const card = { ...word, ...known(estabilidade) } as Palavra;
          const { kind, question } = taskFor(card, begun, { words: all, ...ABLE });
          expect(level(kind)).toBeLessThanOrEqual(level(neededKind(card, begun)));
          if (!question) continue;
          expect(gradeWord(kind, card, question, rightAnswer(kind, card, question))).toBe('right');
          expect(gradeWord(kind, card, question, '')).toBe('wrong');
          expect(new Set(question.alternativas?.map(({ id }) => id)).size).toBe(question.alternativas?.length ?? 0);
        }
      }
    }
    const kinds = words.map(
      (word) => taskFor({ ...word, ...known(10) }, begun, { words, canHear: true, canSay: false }).kind,
    );
    expect(kinds.filter((each) => each === 'completar').length).toBeGreaterThan(kinds.length / 2);
  });

  it('exercises work without a microphone, without sound and without other words', () => {
    const [word] = words as [Palavra];
    expect(taskFor({ ...word, ...known(90) }, begun, { words, ...ABLE }).kind).toBe('falar');
    expect(taskFor({ ...word, ...known(90) }, begun, { words, canHear: true, canSay: false }).question).not.toBeNull();
    expect(taskFor({ ...word, ...known(1) }, begun, { words: [word], canHear: true, canSay: false }).kind).toBe(
      'significado',
    );
    expect(taskFor({ ...word, ...known(1) }, begun, { words, canHear: false, canSay: false }).kind).toBe('significado');
  });
});

describe('the grade of an answer', () => {
  const word = { ...words[0], id: 1, termo: 'to receive' } as Palavra;
  const question = { id: 1, tipo: 'lacuna', enunciado: '', pontos: 1 } as Questao;

  it.each([
    ['to receive', 'right'],
    ['Receive!', 'right'],
    ['recieve', 'wrong'],
    ['recive', 'close'],
    ['receives', 'close'],
    ['receipt', 'wrong'],
    ['', 'wrong'],
  ])('of “%s” is %s', (given, expected) => {
    expect(gradeWord('digitar', word, question, given)).toBe(expected);
  });

  it('a better answer never gives a lower rating, and “easy” is never given automatically', () => {
    fc.assert(
      fc.property(kind, (requested) => {
        const ratings = (['wrong', 'close', 'right'] as const).map((result) => ratingOf(requested, result));
        expect(ratings).toEqual(ratings.toSorted());
        expect(ratings.every((nota) => nota >= 1 && nota <= 3)).toBe(true);
        expect(ratings[0]).toBe(requested === 'ordenar' ? 2 : 1);
      }),
    );
  });
});
