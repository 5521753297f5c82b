import type { Questao } from '#lib/contract/practice.schema.ts';

/** An answer as a reader sees it: texts instead of option ids, pairs with "=". Empty without an answer. */
export function answerInWords(
  { alternativas, pares }: Pick<Questao, 'alternativas' | 'pares'>,
  answer: string | readonly string[],
): string {
  const nameOf = (id: string) => alternativas?.find((option) => option.id === id)?.texto ?? id;
  if (typeof answer === 'string') return nameOf(answer);
  if (!pares) return answer.map(nameOf).join(' ');
  return answer
    .map((pair) => {
      const [left = '', right = ''] = pair.split(':');
      return `${nameOf(left)} = ${pares.find(({ id }) => id === right)?.texto ?? ''}`;
    })
    .join('; ');
}
