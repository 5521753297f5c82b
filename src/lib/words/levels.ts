import type { Level } from '../rules/pedagogico/study-months.ts';

/** What somebody can do at each level of the Common European Framework, in our own words. */
export const canDo: Readonly<Record<Level, { name: string; can: readonly string[] }>> = {
  A1: {
    name: 'Primeiros passos',
    can: [
      'Dizer quem é, de onde vem e do que gosta',
      'Entender perguntas simples, ditas devagar',
      'Ler placas, cardápios e mensagens curtas',
      'Preencher um formulário e escrever um bilhete',
    ],
  },
  A2: {
    name: 'O dia a dia',
    can: [
      'Fazer compras, pedir informações e combinar um encontro',
      'Contar o que fez ontem e o que vai fazer amanhã',
      'Entender o principal de avisos e conversas do dia a dia',
      'Escrever uma mensagem sobre a família, a escola ou o trabalho',
    ],
  },
  B1: {
    name: 'Por conta própria',
    can: [
      'Resolver quase tudo em uma viagem',
      'Contar uma história e dizer o que acha, com motivos',
      'Acompanhar um vídeo ou uma conversa sobre assuntos conhecidos',
      'Escrever um e-mail ou um texto simples, com começo e fim',
    ],
  },
  B2: {
    name: 'Com segurança',
    can: [
      'Conversar com nativos sem que ninguém se esforce',
      'Defender um ponto de vista e comparar opções',
      'Entender notícias, filmes e palestras',
      'Escrever textos claros sobre muitos assuntos',
    ],
  },
  C1: {
    name: 'Com naturalidade',
    can: [
      'Falar com fluência, sem procurar as palavras',
      'Usar o idioma no trabalho e na universidade',
      'Entender o que fica nas entrelinhas',
      'Escrever textos longos e bem organizados',
    ],
  },
};
