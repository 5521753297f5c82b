import type { Palavra, WordKind, WordsOfDay } from '#lib/contract/practice.schema.ts';

/** The instruction above a word that is not shown on a card. */
export const wordKinds: Readonly<Record<WordKind, string>> = {
  significado: 'O que significa?',
  ouvir: 'Escute e escolha',
  digitar: 'Escreva em inglês',
  completar: 'Complete a frase',
  ordenar: 'Monte a frase',
  falar: 'Diga em voz alta',
};

/** Why an answer about a word was right or wrong. */
export function explained(
  { termo, traducao, exemplo }: Pick<Palavra, 'termo' | 'traducao' | 'exemplo'>,
  kind: WordKind,
  result: 'right' | 'close' | 'wrong',
): string {
  if (kind === 'ordenar') return exemplo;
  const means = `“${termo}” é ${traducao}.`;
  return result === 'close' ? `Quase: escreve-se assim. ${means}` : `${means} ${exemplo}`;
}

/** After a practice session: what is still due today, or what is due tomorrow. */
export function dayAhead({ words, words_tomorrow }: WordsOfDay): string {
  if (words > 0) return `Hoje ainda ${words === 1 ? 'espera 1 palavra' : `esperam ${words} palavras`} para revisar.`;
  if (words_tomorrow === 0) return 'Amanhã nenhuma palavra espera por você.';
  return `Amanhã ${words_tomorrow === 1 ? 'volta 1 palavra' : `voltam ${words_tomorrow} palavras`}.`;
}
