/** What the page of keys says after each action. */
export const keyWords: Readonly<Record<string, string>> = {
  encerrada: 'Chave encerrada. O sistema que a usa não entra mais.',
};

/** How long a key may count. */
export const keyTerms: readonly [days: string, words: string][] = [
  ['90', '3 meses'],
  ['180', '6 meses'],
  ['365', '1 ano'],
  ['730', '2 anos'],
  ['', 'Até alguém encerrar'],
];

/** How a sent spreadsheet is taken. */
export const sendingWays = {
  conferir: { name: 'Só conferir', hint: 'Nada é gravado: você vê o que mudaria e o que corrigir.' },
  linha: { name: 'Gravar as linhas certas', hint: 'As linhas com erro ficam de fora, e dizemos quais.' },
  tudo: { name: 'Gravar tudo ou nada', hint: 'Um só erro, e nada é gravado.' },
} as const;

export const sendingWords = {
  notSent: 'Não foi possível ler a planilha. Tente de novo em instantes.',
};
