import type { Question } from '#content/book.schema.ts';

type Option = { id: string; texto: string };

interface QuestionParts {
  dados: { alternativas?: Option[]; pares?: Option[] };
  chave: (string | string[])[];
  /** The right answer in words, shown with the explanation. */
  resposta: string;
}

/** Turns a written question into its question and its answers. @param seed decides the order of the options */
export function partsOf(question: Question, seed: number): QuestionParts {
  switch (question.tipo) {
    case 'multipla_escolha': {
      const texts = shuffled(question.alternativas, seed);
      return {
        dados: { alternativas: texts.map((texto, index) => ({ id: letter(index), texto })) },
        chave: [letter(texts.indexOf(question.resposta))],
        resposta: question.resposta,
      };
    }
    case 'lacuna':
      return { dados: {}, chave: [...question.respostas], resposta: question.respostas[0] ?? '' };
    case 'ordenar':
      return {
        dados: { alternativas: mixed(question.resposta, seed).map((texto, index) => ({ id: letter(index), texto })) },
        chave: [question.resposta],
        resposta: question.resposta,
      };
    case 'ditado':
      return { dados: {}, chave: [question.fala], resposta: question.fala };
    case 'associar': {
      const right = shuffled(
        question.pares.map(([, pt]) => pt),
        seed,
      );
      return {
        dados: {
          alternativas: question.pares.map(([texto], index) => ({ id: letter(index), texto })),
          pares: right.map((texto, index) => ({ id: String(index + 1), texto })),
        },
        chave: [question.pares.map(([, pt], index) => `${letter(index)}:${right.indexOf(pt) + 1}`)],
        resposta: question.pares.map((pair) => pair.join(' = ')).join('; '),
      };
    }
  }
}

const letter = (index: number) => String.fromCharCode(97 + index);

/** The words of a sentence in another order. */
function mixed(sentence: string, seed: number): string[] {
  const words = sentence.split(' ');
  for (let turn = 0; turn < 20; turn++) {
    const order = shuffled(words, seed + turn);
    if (order.join(' ') !== sentence) return order;
  }
  return words.toReversed();
}

/** The same seed gives the same order, so a new seeding asks the same. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed * 2_654_435_761;
  for (let index = result.length - 1; index > 0; index--) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
