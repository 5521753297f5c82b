import type { BrandKey } from '../brand.ts';

/** What a brand says in its own way. A sentence that both share stands with the words of its area. */
export interface Voice {
  /** Beside the login. */
  promise: string;
  login: { title: string; lead: string };
  /** Greets by the first name; `timed` is the greeting of the hour. */
  hello(timed: string, name: string): string;
  /** Heads what there is to do today. */
  today: string;
  /** The end of a sitting with words. */
  sittingDone: string;
  firstBook: { title: string; text: string };
  noClass: { title: string; text: string };
  noNotice: { title: string; text: string };
}

export const voices: Readonly<Record<BrandKey, Voice>> = {
  knn: {
    promise: 'Seu inglês continua aqui.',
    login: { title: 'Que bom ver você', lead: 'Entre para continuar de onde parou.' },
    hello: (timed, name) => `${timed}, ${name}`,
    today: 'Hoje',
    sittingDone: 'Sessão concluída',
    firstBook: {
      title: 'Seu primeiro livro entra aqui',
      text: 'Use o código da contracapa para liberar áudios, vocabulário e testes.',
    },
    noClass: {
      title: 'Você ainda não está em uma turma',
      text: 'Assim que a escola colocar você em uma, ela aparece aqui.',
    },
    noNotice: { title: 'Nenhum aviso por aqui', text: 'Aulas, notas, vencimentos e pedidos aparecem aqui.' },
  },
  phenom: {
    promise: 'O mundo começa na próxima aula.',
    login: { title: 'Pronto para embarcar?', lead: 'Entre e siga a sua rota de onde parou.' },
    hello: (_, name) => `Bora, ${name}?`,
    today: 'Sua rota de hoje',
    sittingDone: 'Mais um trecho vencido',
    firstBook: {
      title: 'A viagem começa com um livro',
      text: 'O código da contracapa abre áudios, palavras e testes.',
    },
    noClass: {
      title: 'Sua turma está a caminho',
      text: 'Quando a escola colocar você em uma, ela aparece aqui.',
    },
    noNotice: { title: 'Caminho livre', text: 'Aulas, notas, vencimentos e pedidos chegam por aqui.' },
  },
};
