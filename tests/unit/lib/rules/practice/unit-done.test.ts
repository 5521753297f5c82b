import { expect, it } from 'vitest';
import type { Unidade } from '../../../../../src/lib/contract/practice.schema.ts';
import { doneIn, noteOf, partsOf } from '../../../../../src/lib/rules/practice/unit-done.ts';

const unit = (heard: boolean[], met: boolean[], grades: (number | null)[]) =>
  ({
    audios: heard.map((ouvido) => ({ ouvido })),
    vocabulario: met.map((isMet) => ({ cartao: isMet ? {} : null })),
    testes: grades.map((melhor_nota) => ({ melhor_nota })),
  }) as unknown as Unidade;

it('contents are counted: heard audios, met words, the best grade', () => {
  expect(doneIn(unit([true, false], [true, true, false], [7, 9, null]))).toEqual({
    audios_ouvidos: 1,
    audios_total: 2,
    palavras_vistas: 2,
    palavras_total: 3,
    melhor_nota: 9,
  });
});

it('a summary of the server takes precedence over the listed contents', () => {
  const feito = { audios_ouvidos: 3, audios_total: 3, palavras_vistas: 1, palavras_total: 12, melhor_nota: null };
  expect(doneIn({ ...unit([], [], []), feito })).toBe(feito);
});

it('a test without an attempt is not done, and one with a low grade has to be repeated', () => {
  const test = (grade: number | null) => partsOf(unit([], [], [grade])).find(({ part }) => part === 'teste');
  expect(test(null)).toMatchObject({ isDone: false, count: '' });
  expect(test(0)).toMatchObject({ isDone: false, count: 'a refazer' });
  expect(test(5.9)).toMatchObject({ isDone: false, count: 'a refazer' });
  expect(test(6)).toMatchObject({ isDone: true, count: '6,0' });
});

it('an untouched unit shows its contents, a started one its progress', () => {
  expect(noteOf(unit([false], [false, false], [null]))).toBe('1 áudio, 2 palavras, teste');
  expect(noteOf(unit([true], [false, false], [null]))).toBe('Áudios 1/1 · Palavras 0/2 · Teste');
});

it('a finished unit shows its grade and only its incomplete parts', () => {
  const finished = (heard: boolean[], met: boolean[]) => noteOf({ ...unit(heard, met, [8]), concluida: true });
  expect(finished([true], [true, true])).toBe('Teste 8,0');
  expect(finished([true], [true, false])).toBe('Palavras 1/2 · Teste 8,0');
});
