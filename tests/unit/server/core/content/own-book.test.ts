import { describe, expect, it } from 'vitest';
import { checkContent } from '../../../../../scripts/school-texts.ts';
import { books, readBooks } from '../../../../../src/server/core/content/books.ts';
import { checkBooks } from '../../../../../src/server/core/content/check-content.ts';
import { faultsIn } from '../../../../../src/server/core/content/read-yaml.ts';
import { examples, OwnBook } from '../../../../support/own-book.ts';

const UNIT = 'unidade-1.yaml';
const [, unitExample = ''] = examples;

const faultsOf = ({ folder }: OwnBook) => faultsIn(() => checkBooks(folder));

describe('a school’s own book, written as in docs/livros.md', () => {
  it('is read with units, timed lines, words and a question of each type', () => {
    using own = new OwnBook();
    checkBooks(own.folder);
    const [book] = readBooks(own.folder);
    expect(book).toMatchObject({ codigo: 'CAMINHO-1', slug: 'caminho-1', linha: 'A', nivel: 'A1' });
    const [unit] = book?.unidades ?? [];
    expect(unit?.audios[0]?.linhas[1]).toMatchObject({ locutor: 'Ben', tempo: [2.9, 4.6] });
    expect(unit?.palavras.map(({ termo }) => termo)).toEqual(['coffee', 'bread']);
    expect(unit?.questoes.map(({ tipo }) => tipo)).toEqual([
      'multipla_escolha',
      'lacuna',
      'ordenar',
      'ditado',
      'associar',
    ]);
  });

  it('has an unused position among the books of the network', () => {
    using own = new OwnBook();
    expect(books().map(({ ordem }) => ordem)).not.toContain(readBooks(own.folder)[0]?.ordem);
  });

  const told: [string, string, (own: OwnBook) => void][] = [
    [
      'a line without translation',
      'unidade-1.yaml: audios[0].linhas[1].traducao: Falta este texto',
      (own) => own.change(UNIT, '        traducao: Aqui está o seu café.\n', ''),
    ],
    [
      'VALID-11 a code in small letters',
      'livro.yaml: codigo: Use apenas letras maiúsculas',
      (own) => own.change('livro.yaml', 'codigo: CAMINHO-1', 'codigo: Caminho-1'),
    ],
    [
      'a colon without quotes',
      'unidade-1.yaml: linha 5: Isto não é YAML: confira o recuo, os dois-pontos e as aspas',
      (own) => own.change(UNIT, '    som: faixa-1.mp3', '    som: faixa: 1.mp3'),
    ],
    [
      'a misspelt key',
      'unidade-1.yaml: palavras[0]: Campo que não existe aqui: tradução',
      (own) => own.change(UNIT, '    traducao: café\n', '    traducao: café\n    tradução: café\n'),
    ],
    [
      'a word that YAML understood',
      'unidade-1.yaml: palavras[0].termo: Escreva um texto, entre aspas',
      (own) => own.change(UNIT, 'termo: coffee', 'termo: true'),
    ],
    [
      'an answer that is no option',
      'unidade-1.yaml: questoes[0].resposta: Copie aqui a alternativa certa, letra por letra',
      (own) => own.change(UNIT, 'resposta: Coffee', 'resposta: coffee'),
    ],
    [
      'a sentence without a gap',
      'unidade-1.yaml: questoes[1].enunciado: Marque uma lacuna, e só uma, com ___',
      (own) => own.change(UNIT, 'She ___ coffee', 'She drinks coffee'),
    ],
    [
      'a word of no unit',
      'unidade-1.yaml: questoes[2].palavra: Escolha uma palavra desta unidade',
      (own) => own.change(UNIT, '“to be”.\n    palavra: bread', '“to be”.\n    palavra: milk'),
    ],
    [
      'a pair that the list translates otherwise',
      'unidade-1.yaml: questoes[4].pares: coffee: use uma palavra desta unidade, com a tradução que ela tem na lista',
      (own) => own.change(UNIT, '[coffee, café]', '[coffee, cafezinho]'),
    ],
    [
      'a code that is not the folder',
      'livro.yaml: codigo: A pasta do livro CAMINHO-2 se chama caminho-2',
      (own) => own.change('livro.yaml', 'CAMINHO-1', 'CAMINHO-2'),
    ],
    [
      'a sound that is not there',
      'unidade-1/faixa-1.mp3: Falta este arquivo',
      (own) => own.remove('unidade-1/faixa-1.mp3'),
    ],
    [
      'a sound that was replaced',
      'unidade-1/faixa-1.mp3: Este som ainda não foi medido (sons.json)',
      (own) => own.write('unidade-1/faixa-1.mp3', 'another voice'),
    ],
    [
      'a recording of another text',
      'unidade-1/faixa-1.mp3: O texto mudou depois da gravação',
      (own) => own.change('sons.json', '"seconds"', '"script":"0","seconds"'),
    ],
    [
      'a line without its time',
      'unidade-1.yaml: audios[0].linhas[1].tempo: Escreva o começo e o fim: [0, 3.5]',
      (own) => own.change(UNIT, '        tempo: [2.9, 4.6]\n', ''),
    ],
  ];
  it.each(told)('%s is reported with file and place', (_what, line, change) => {
    using own = new OwnBook();
    change(own);
    expect(faultsOf(own)).toEqual([expect.stringContaining(`caminho-1/${line}`)]);
  });

  it('words that occur twice are reported for the book', () => {
    using own = new OwnBook();
    own.write('unidade-2.yaml', unitExample);
    expect(faultsOf(own)).toEqual([
      'caminho-1: A palavra coffee aparece mais de uma vez no livro',
      'caminho-1: A palavra bread aparece mais de uma vez no livro',
    ]);
  });

  const refused: [string, string, (own: OwnBook) => void][] = [
    ['options that are equal', 'Há duas alternativas iguais', (own) => own.change(UNIT, 'Tea, Coffee', 'Milk, Coffee')],
    [
      'something heard without its sound',
      'questoes[0].som: fala e som andam juntos',
      (own) => own.change(UNIT, '    som: questao-01.mp3\n', ''),
    ],
    [
      'a sentence that ends',
      'Escreva a frase sem ponto no fim',
      (own) => own.change(UNIT, 'still warm\n', 'still warm.\n'),
    ],
    [
      'a type that nobody knows',
      'Escolha o tipo: multipla_escolha',
      (own) => own.change(UNIT, 'tipo: ditado', 'tipo: redacao'),
    ],
    [
      'a way out of the folder',
      'Use letras minúsculas',
      (own) => own.change(UNIT, 'som: faixa-1.mp3', 'som: ../a.mp3'),
    ],
    [
      'a sound that is used twice',
      'O som palavra-01.mp3 aparece',
      (own) => own.change(UNIT, 'exemplo-01.mp3', 'palavra-01.mp3'),
    ],
    [
      'a file that nothing names',
      'sobra.mp3: Nenhum texto usa este arquivo',
      (own) => own.write('unidade-1/sobra.mp3', ''),
    ],
    ['units that are not counted', 'Numere as unidades', (own) => own.write('unidade-3.yaml', unitExample)],
    ['a book without units', 'Numere as unidades', (own) => own.remove(UNIT)],
    [
      'a level of no framework',
      'livro.yaml: nivel: Escolha A1, A2, B1, B2 ou C1',
      (own) => own.change('livro.yaml', 'nivel: A1', 'nivel: A0'),
    ],
  ];
  it.each(refused)('%s is refused', (_what, message, change) => {
    using own = new OwnBook();
    change(own);
    expect(faultsOf(own).join('\n')).toContain(message);
  });

  it('all faults are reported together', () => {
    using own = new OwnBook();
    own.change(UNIT, 'titulo: At the café', 'titulo: 7');
    own.change(UNIT, 'ipa: /bred/', 'ipa: bred');
    expect(faultsOf(own)).toHaveLength(2);
  });
});

it('the included texts are valid, with every sound and cover', () => {
  expect(faultsIn(checkContent)).toEqual([]);
});
