/** Names of the fields of a key. */
export const keyFields = {
  nome: 'Que sistema vai usar',
  dias: 'Vale por',
  tabelas: 'Tabelas que ela grava',
  leituras: 'O que ela lê',
  unidades: 'Em quais unidades',
} as const;

export const keyWords = {
  units: 'Só nestas unidades; sem marcar, toda a escola, também as que vierem',
  counts:
    'A chave vale enquanto você cuidar da equipe, e nunca abre mais do que o seu acesso. O texto dela aparece uma vez.',
  once: (nome: string) =>
    `Ela só aparece desta vez. Copie para ${nome}, e não a envie por mensagem: quem a tem grava e lê o que ela abre.`,
  created: 'Chave criada.',
  ends: 'O sistema que usa esta chave para de gravar e de ler agora. Não dá para desfazer.',
  ended: 'Chave encerrada. O sistema que a usa não entra mais.',
  none: 'Crie uma para o sistema da secretaria enviar alunos, turmas e parcelas sozinho.',
} as const;

/** Names of the fields of an address. */
export const webhookFields = {
  url: 'Endereço do sistema',
  chave_id: 'Com o alcance da chave',
  eventos: 'O que ele recebe quando muda',
} as const;

export const webhookWords = {
  signed:
    'Cada mensagem é assinada (Standard Webhooks). O segredo aparece uma vez, e o endereço recebe o que mudar a partir de agora.',
  needsKey: 'Primeiro crie uma chave que lê o que o sistema vai receber.',
  once: (url: string) => `Ele só aparece desta vez. O sistema em ${url} confere com ele que a mensagem vem do portal.`,
  added: 'Endereço adicionado.',
  tested: 'Teste na fila. A entrega aparece em instantes.',
  again: 'De volta à fila. As entregas saem em instantes, com os mesmos números.',
  resumed: 'Endereço retomado. Ele recebe também o que mudou enquanto estava parado.',
  renews:
    'O segredo novo aparece uma vez. O de agora ainda vale por um dia, para o sistema trocar sem perder mensagens.',
  renewed: 'Segredo trocado.',
  removes: 'Ele não recebe mais nada, e as entregas somem daqui. Não dá para desfazer.',
  removed: 'Endereço removido. Ele não recebe mais nada.',
  gone: { title: 'Este endereço foi removido', text: 'Ele não recebe mais nada, e as entregas dele foram apagadas.' },
} as const;

/** Why an address no longer receives changes. */
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

/** How long a key can be valid. */
export const keyTerms: readonly [days: string, words: string][] = [
  ['90', '3 meses'],
  ['180', '6 meses'],
  ['365', '1 ano'],
  ['730', '2 anos'],
  ['', 'Até alguém encerrar'],
];

/** How an uploaded spreadsheet is imported. */
export const sheetModes = {
  conferir: { name: 'Só conferir', hint: 'Nada é gravado: você vê o que mudaria e o que corrigir.' },
  linha: { name: 'Gravar as linhas certas', hint: 'As linhas com erro ficam de fora, e dizemos quais.' },
  tudo: { name: 'Gravar tudo ou nada', hint: 'Um só erro, e nada é gravado.' },
} as const;

export const sendingWords = {
  notSent: 'Não foi possível ler a planilha. Tente de novo em instantes.',
};
