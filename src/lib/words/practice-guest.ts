import { plural } from '#lib/format/money.ts';

/** Offers to take practice along that was done before the registration. */
export function takeAlong({ words, tests, sounds }: { words: number; tests: number; sounds: number }): string {
  const parts = [
    words > 0 && plural(words, 'palavra', 'palavras'),
    tests > 0 && plural(tests, 'teste', 'testes'),
    sounds > 0 && plural(sounds, 'áudio', 'áudios'),
  ].filter((part) => part !== false);
  return `Levar para a minha conta o que já pratiquei neste livro: ${new Intl.ListFormat('pt-BR').format(parts)}.`;
}
