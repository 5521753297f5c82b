/** What the page of keys says after each action. */
export const keyWords: Readonly<Record<string, string>> = {
  encerrada: 'Chave encerrada. O sistema que a usa não entra mais.',
};

/** What the page of webhooks says after each action. */
export const webhookWords: Readonly<Record<string, string>> = {
  testado: 'Teste na fila. A entrega aparece abaixo em instantes.',
  repetido: 'De volta à fila. As entregas saem em instantes, com os mesmos números.',
  retomado: 'Endereço retomado. Ele recebe também o que mudou enquanto estava parado.',
  removido: 'Endereço removido. Ele não recebe mais nada.',
};

/** Why an address gets nothing any more. */
export const stopWords = {
  sem_resposta: 'não respondeu por três dias',
  endereco_extinto: 'respondeu três vezes que não existe mais (410)',
  chave: 'a chave dele não abre mais nada',
} as const;

/** Why there was no answer. */
export const silenceWords: Readonly<Record<string, string>> = {
  timeout: 'demorou mais de 5 segundos',
  reset: 'a conexão caiu',
  unreachable: 'não foi encontrado',
  private_address: 'leva para dentro da rede',
  segredo_perdido: 'o segredo se perdeu: troque',
};

export const deliveryStates = {
  na_fila: { name: 'Na fila', tone: 'warning' },
  entregue: { name: 'Entregue', tone: 'success' },
  desistiu: { name: 'Desistimos', tone: 'error' },
} as const;

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
