import type { QuestionContent } from './content/unit-content.ts';

type Option = { id: string; texto: string };

interface QuestionParts {
  tipo: 'multipla_escolha' | 'lacuna' | 'ordenar' | 'ditado' | 'associar';
  dados: { alternativas?: Option[]; pares?: Option[] };
  chave: (string | string[])[];
  /** The right answer in words, said with the explanation. */
  resposta: string;
}

/** Turns a written question into what is asked and what is accepted. @param seed decides the order of the options */
export function partsOf(question: QuestionContent, seed: number): QuestionParts {
  switch (question.kind) {
    case 'choice': {
      const texts = shuffled(question.options, seed);
      const right = question.options[question.right];
      return {
        tipo: 'multipla_escolha',
        dados: { alternativas: texts.map((texto, index) => ({ id: letter(index), texto })) },
        chave: [letter(texts.indexOf(right))],
        resposta: right,
      };
    }
    case 'gap':
      return { tipo: 'lacuna', dados: {}, chave: [...question.right], resposta: question.right[0] ?? '' };
    case 'order':
      return {
        tipo: 'ordenar',
        dados: { alternativas: mixed(question.right, seed).map((texto, index) => ({ id: letter(index), texto })) },
        chave: [question.right],
        resposta: question.right,
      };
    case 'dictation':
      return { tipo: 'ditado', dados: {}, chave: [question.say], resposta: question.say };
    case 'match': {
      const right = shuffled(
        question.pairs.map(([, pt]) => pt),
        seed,
      );
      return {
        tipo: 'associar',
        dados: {
          alternativas: question.pairs.map(([texto], index) => ({ id: letter(index), texto })),
          pares: right.map((texto, index) => ({ id: String(index + 1), texto })),
        },
        chave: [question.pairs.map(([, pt], index) => `${letter(index)}:${right.indexOf(pt) + 1}`)],
        resposta: question.pairs.map((pair) => pair.join(' = ')).join('; '),
      };
    }
  }
}

const letter = (index: number) => String.fromCharCode(97 + index);

/** The words of a sentence in an order that is not its own. */
function mixed(sentence: string, seed: number): string[] {
  const words = sentence.split(' ');
  for (let turn = 0; turn < 20; turn++) {
    const order = shuffled(words, seed + turn);
    if (order.join(' ') !== sentence) return order;
  }
  return words.toReversed();
}

/** The same seed gives the same order: a school that is seeded again asks alike. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed * 2_654_435_761;
  for (let index = result.length - 1; index > 0; index--) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
