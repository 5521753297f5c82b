import { z } from 'zod';
import { isCapital, onlyCapitals } from '#lib/format/characters.ts';
import { block, CEFR_LEVELS, coverName, fileName, list, repeated, text, whole, word } from './pieces.ts';

/**
 * A book as `src/content/lessons/<book>` has it: `livro.yaml` and one `unidade-<number>.yaml` for each unit. The keys
 * match the tables that store the book. How to write one: docs/livros.md.
 */

/** What a book of the catalogue is, without its units. */
export const BookHead = block({
  /** The folder has this name in lower case. */
  codigo: z
    .string({ error: 'Escreva o código, como WAY-1' })
    .refine(isCapital, { error: onlyCapitals, abort: true })
    .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'Use letras maiúsculas, números e hífen, como WAY-1')
    .max(20, 'Use no máximo 20 caracteres'),
  nome: text(2, 60),
  /** Decides the price: section 9 of the specification. */
  linha: word('A', 'B'),
  nivel: word(...CEFR_LEVELS),
  /** The place of the book among the others. */
  ordem: whole(1, 999, 'Escreva o lugar do livro entre os outros, de 1 a 999'),
  capa: coverName,
});

const Second = z.number({ error: 'Escreva o começo e o fim em segundos: [0, 3.5]' }).min(0).max(3_600);

const Line = block({
  /** Left out where one person speaks. */
  locutor: text(1, 30).optional(),
  texto: text(1, 300),
  traducao: text(1, 300),
  /** Begin and end in seconds. Left out if the recording was measured line by line. */
  tempo: z.tuple([Second, Second], { error: 'Escreva o começo e o fim em segundos: [0, 3.5]' }).optional(),
});

export const Track = block({ titulo: text(1, 80), som: fileName('mp3'), linhas: list(Line, 1, 60) });

export const Word = block({
  termo: text(1, 60),
  /** The class of the word in Portuguese: substantivo, verbo, expressão … */
  classe: text(2, 30),
  traducao: text(1, 120),
  ipa: text(3, 80).regex(/^\/.+\/$/, 'Escreva a pronúncia entre barras: /wɜːrd/'),
  som: fileName('mp3'),
  /** A sentence that holds the term, in any form of it. */
  exemplo: text(3, 200),
  exemplo_traducao: text(3, 200),
  exemplo_som: fileName('mp3'),
});

const prompt = {
  enunciado: text(3, 200),
  /** Why the right answer is right, in Portuguese. */
  explicacao: text(3, 300),
  /** The term of this unit that comes back after a wrong answer. */
  palavra: text(1, 60),
};
/** The student hears `fala` and never sees it. */
const heard = { fala: text(1, 300), som: fileName('mp3') };

export const Question = z.discriminatedUnion(
  'tipo',
  [
    block({
      tipo: z.literal('multipla_escolha'),
      ...prompt,
      fala: heard.fala.optional(),
      som: heard.som.optional(),
      alternativas: list(text(1, 120), 4, 4),
      resposta: text(1, 120),
    }),
    /** `enunciado` holds one gap, written ___; each answer of `respostas` is accepted. */
    block({ tipo: z.literal('lacuna'), ...prompt, respostas: list(text(1, 80), 1, 12) }),
    /** The portal shuffles the words of `resposta` for the student. */
    block({ tipo: z.literal('ordenar'), ...prompt, resposta: text(3, 200) }),
    /** The student hears it and types it. */
    block({ tipo: z.literal('ditado'), ...prompt, ...heard }),
    /** English and Portuguese of words of this unit. */
    block({
      tipo: z.literal('associar'),
      ...prompt,
      pares: list(z.tuple([text(1, 60), text(1, 120)], { error: 'Escreva cada par como [palavra, tradução]' }), 2, 6),
    }),
  ],
  { error: 'Escolha o tipo: multipla_escolha, lacuna, ordenar, ditado ou associar' },
);

/** The ids limit the counts, because they contain the place: see `writeUnit` of the catalogue. */
export const Unit = block({
  titulo: text(1, 80),
  /** In the order of the lessons. */
  audios: list(Track, 1, 9),
  palavras: list(Word, 1, 99),
  questoes: list(Question, 1, 99),
}).superRefine((unit, { addIssue }) => {
  for (const [index, question] of unit.questoes.entries()) {
    for (const [field, message] of faultsOf(question, unit.palavras)) {
      addIssue({ code: 'custom', path: ['questoes', index, field], message });
    }
  }
  for (const name of repeated(soundNamesOf(unit))) {
    addIssue({ code: 'custom', message: `O som ${name} aparece mais de uma vez` });
  }
});

export type BookHead = z.output<typeof BookHead>;
export type Unit = z.output<typeof Unit>;
export type Track = Unit['audios'][number];
export type Word = Unit['palavras'][number];
export type Question = Unit['questoes'][number];

/** What is heard in a question, if anything. */
export const heardIn = (question: Question): { fala: string; som: string } | undefined =>
  'fala' in question && question.fala !== undefined && question.som !== undefined
    ? { fala: question.fala, som: question.som }
    : undefined;

function soundNamesOf({ audios, palavras, questoes }: z.output<typeof Unit>): string[] {
  return [
    ...audios.map(({ som }) => som),
    ...palavras.flatMap(({ som, exemplo_som }) => [som, exemplo_som]),
    ...questoes.flatMap((question) => heardIn(question)?.som ?? []),
  ];
}

type Fault = [field: string, message: string];

/** Faults that the schema of a question cannot find. */
function faultsOf(question: z.output<typeof Question>, words: readonly z.output<typeof Word>[]): Fault[] {
  const faults: Fault[] = [];
  const expect = (isGood: boolean, field: string, message: string) => void (isGood || faults.push([field, message]));
  expect(
    words.some(({ termo }) => termo === question.palavra),
    'palavra',
    'Escolha uma palavra desta unidade',
  );
  switch (question.tipo) {
    case 'multipla_escolha':
      expect(repeated(question.alternativas).length === 0, 'alternativas', 'Há duas alternativas iguais');
      expect(
        question.alternativas.includes(question.resposta),
        'resposta',
        'Copie aqui a alternativa certa, letra por letra',
      );
      expect(
        (question.fala === undefined) === (question.som === undefined),
        'som',
        'fala e som andam juntos: escreva os dois ou nenhum',
      );
      break;
    case 'lacuna':
      expect(question.enunciado.split('___').length === 2, 'enunciado', 'Marque uma lacuna, e só uma, com ___');
      break;
    case 'ordenar':
      expect(/^[^.?!]+$/.test(question.resposta), 'resposta', 'Escreva a frase sem ponto no fim');
      expect(question.resposta.includes(' '), 'resposta', 'Escreva uma frase com duas palavras ou mais');
      break;
    case 'associar': {
      const known = new Map(words.map(({ termo, traducao }) => [termo, traducao]));
      const strange = question.pares.filter(([termo, traducao]) => known.get(termo) !== traducao);
      for (const [termo] of strange) {
        expect(false, 'pares', `${termo}: use uma palavra desta unidade, com a tradução que ela tem na lista`);
      }
      const translations = question.pares.map(([, traducao]) => traducao);
      expect(repeated(translations).length === 0, 'pares', 'Dois pares têm a mesma tradução');
      break;
    }
  }
  return faults;
}
