import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LevelTestFile } from '../../../src/content/level-test.schema.ts';
import { findItem } from '../../../src/server/school/english-test/bank.ts';
import { examples } from '../../support/own-book.ts';

interface Source {
  nivel: string;
  habilidade: string;
  questoes: Record<string, unknown>[];
}
const source = (): Source => parse(examples[2] ?? '') as Source;

describe('the example item of the level test in docs/livros.md', () => {
  it('is accepted, with an unused name', () => {
    const [item] = LevelTestFile.parse(source());
    expect(item).toMatchObject({
      id: 'l-a1-08',
      skill: 'listening',
      level: 'A1',
      answer: 'b',
      a: 1.3,
      b: -2.2,
      c: 0.2,
    });
    expect(item?.script).toMatch(/^A: .*\nB: /);
    expect(item?.options.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(findItem(item?.id ?? '')).toBeUndefined();
  });

  const first = (file: Source) => file.questoes[0] ?? {};
  const broken: [string, string, string, (file: Source) => unknown][] = [
    ['a name of another level', 'id', 'começa com l-a1-', (file) => Object.assign(first(file), { id: 'l-b1-08' })],
    ['a level that is none', 'nivel', 'Escolha A1', (file) => Object.assign(file, { nivel: 'D1' })],
    ['a skill that is none', 'habilidade', 'grammar', (file) => Object.assign(file, { habilidade: 'writing' })],
    [
      'an answer that is none',
      'resposta',
      'Escolha a, b, c ou d',
      (file) => Object.assign(first(file), { resposta: 'e' }),
    ],
    [
      'too easy for its level',
      'dificuldade',
      'de -2.7 a -1.7',
      (file) => Object.assign(first(file), { dificuldade: 0 }),
    ],
    ['no discrimination', 'discriminacao', 'de 0.8 a 2', (file) => Object.assign(first(file), { discriminacao: 0.1 })],
    ['a chance beyond four options', 'acaso', 'de 0.15 a 0.25', (file) => Object.assign(first(file), { acaso: 0.5 })],
    ['nothing to hear', 'fala', 'Escreva fala e som', (file) => Object.assign(first(file), { som: undefined })],
    [
      'a text where one listens',
      'texto',
      'no lugar do texto',
      (file) => Object.assign(first(file), { texto: 'Read.' }),
    ],
    [
      'a curly quote, which gives the answer away',
      'enunciado',
      'aspas e apóstrofos retos',
      (file) => Object.assign(first(file), { enunciado: 'O que é “coffee”?' }),
    ],
    [
      'two options alike',
      'alternativas',
      'duas alternativas iguais',
      (file) => Object.assign(first(file).alternativas as object, { a: 'Coffee, with milk' }),
    ],
    [
      'an option too long',
      'alternativas.c',
      'no máximo 45',
      (file) => Object.assign(first(file).alternativas as object, { c: 'x'.repeat(46) }),
    ],
  ];
  it.each(broken)('%s is refused at %s', (_what, place, message, change) => {
    const file = source();
    change(file);
    const issues = LevelTestFile.safeParse(file).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.').replace('questoes.0.', ''))).toEqual([place]);
    expect(issues[0]?.message).toContain(message);
  });

  it.each([
    ['grammar', 'She is here.', 'Marque uma lacuna'],
    ['reading', 'She ____ here.', 'não tem lacuna'],
    ['vocabulary', undefined, 'Falta o texto'],
  ])('%s with the text %j is refused', (habilidade, texto, message) => {
    const file = source();
    Object.assign(file, { habilidade });
    Object.assign(first(file), { id: `${habilidade[0]}-a1-08`, fala: undefined, som: undefined, texto });
    expect(LevelTestFile.safeParse(file).error?.issues.map((issue) => issue.message)).toEqual([
      expect.stringContaining(message),
    ]);
  });
});
