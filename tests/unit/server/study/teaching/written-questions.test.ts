import { describe, expect, it } from 'vitest';
import { correct, type Question } from '../../../../../src/server/study/practice/submit-test.ts';
import {
  readQuestions,
  WrongQuestions,
  writtenAs,
} from '../../../../../src/server/study/teaching/written-questions.ts';

const TEXT = [
  'She ___ a teacher. | is | are | am # “She” pede “is”.',
  'I ___ from Brazil. | am / ’m',
  'Como se diz “maçã”? | apple',
].join('\n');
const read = (text: string) => {
  const questions = readQuestions(text);
  if (questions instanceof WrongQuestions) throw new Error(questions.words);
  return questions;
};

describe('questions that a teacher writes', () => {
  it('become multiple choice with sorted options, or gaps to fill in', () => {
    const [choice, gap, word] = read(TEXT);
    expect(choice).toMatchObject({ tipo: 'multipla_escolha', explicacao: '“She” pede “is”.', pontos: 1 });
    expect(JSON.parse(choice?.dados ?? '').alternativas).toEqual([
      { id: '1', texto: 'am' },
      { id: '2', texto: 'are' },
      { id: '3', texto: 'is' },
    ]);
    expect(gap).toMatchObject({ tipo: 'lacuna', chave: '["am","’m"]', explicacao: 'Resposta: am, ou ’m.' });
    expect(word).toMatchObject({ tipo: 'lacuna', enunciado: 'Como se diz “maçã”?' });
  });

  it('are corrected like those of a book', () => {
    const given = new Map([
      [1, '3'],
      [2, "I'm"],
      [3, 'Apple.'],
    ]);
    const { nota, itens } = correct(read(TEXT), given);
    expect([nota, itens.map(({ certa }) => certa)]).toEqual([6.7, [true, false, true]]);
  });

  it('can be written back to the text they were read from', () => {
    expect(writtenAs(read(TEXT))).toBe(
      'She ___ a teacher. | is | am | are # “She” pede “is”.\nI ___ from Brazil. | am / ’m\nComo se diz “maçã”? | apple',
    );
    expect(read('1 + 1?|2|3')).toEqual(read(' 1 + 1? | 2 | 3 \n\n'));
  });

  it('keep their id while unchanged, and ids are not reused', () => {
    const [first = '', ...others] = TEXT.split('\n');
    const idsOf = (text: string, before: readonly Question[]) => {
      const questions = readQuestions(text, before);
      if (questions instanceof WrongQuestions) throw new Error(questions.words);
      return questions.map(({ id }) => id);
    };
    const before = read(TEXT).map((each) => ({ ...each, pontos: 2 }));
    expect(readQuestions(`New? | yes\n${TEXT}`, before)).toEqual([expect.objectContaining({ id: 4 }), ...before]);
    expect(idsOf([first.replace('| are |', '| be |'), ...others].join('\n'), before)).toEqual([4, 2, 3]);
    expect(idsOf([...others].reverse().join('\n'), before)).toEqual([3, 2]);
    expect(idsOf(first, before), 'the last one fell away').toEqual([4]);
    expect(idsOf(`${first}\n${first}`, before), 'twice the same').toEqual([1, 4]);
  });

  it('of a book have no text form when they need sound or dictation', () => {
    const [question] = read('x | y');
    expect(question && writtenAs([{ ...question, tipo: 'ditado' }])).toBeNull();
    expect(question && writtenAs([{ ...question, audio_url: '/a.mp3' }])).toBeNull();
  });

  it.each([
    ['She is a teacher.', 'Linha 1: escreva a pergunta e a resposta, com | entre elas'],
    ['a | b\nc | | d', 'Linha 2: escreva a pergunta e a resposta, com | entre elas'],
    ['2 + 2 ___ 4 | =', 'Linha 1: a resposta que o aluno escreve precisa de letras ou números'],
    ['a | b | b', 'Linha 1: há duas respostas iguais'],
    ['a | 1 | 2 | 3 | 4 | 5 | 6 | 7', 'Linha 1: são até 6 respostas'],
    ['___ and ___ | x', 'Linha 1: deixe uma lacuna só'],
    [`${'x'.repeat(301)} | y`, 'Linha 1: use até 300 letras em cada parte'],
    [Array.from({ length: 51 }, () => 'a | b').join('\n'), 'São até 50 perguntas'],
  ])('are refused with a sentence: %.40s', (text, words) => {
    expect(readQuestions(text)).toEqual(new WrongQuestions(words));
  });
});
