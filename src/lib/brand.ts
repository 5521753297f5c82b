/** The two brands: looks and words, nothing else (BRAND-01…05). */
export type BrandKey = 'knn' | 'phenom';

export const brands = {
  knn: {
    key: 'knn',
    name: 'KNN Idiomas',
    shortName: 'KNN',
    primary: '#3E009F',
    grounds: { claro: '#F7F6FB', escuro: '#14111C' },
  },
  phenom: {
    key: 'phenom',
    name: 'Phenom Idiomas',
    shortName: 'Phenom',
    primary: '#F70052',
    grounds: { claro: '#FDF6F2', escuro: '#180D12' },
  },
} as const satisfies Record<BrandKey, object>;

const HOST = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/;

/**
 * The brand of a host, with or without its port; malformed and unknown hosts get the first brand. It decides looks only,
 * never rights: anybody can send any host name.
 */
export function brandOf(host: string, { keyword = 'phenom' }: { keyword?: string } = {}): BrandKey {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const isSecond = keyword !== '' && name.length <= 253 && name.includes(keyword.toLowerCase()) && HOST.test(name);
  return isSecond ? 'phenom' : 'knn';
}

/** Texts that differ by brand. Sentences that both brands share are in `words/`. */
export interface Voice {
  /** Beside the login. */
  promise: string;
  login: { title: string; lead: string };
  /** Greets by the first name; `timed` is the greeting of the hour. */
  hello(timed: string, name: string): string;
  /** Heading of today’s tasks. */
  today: string;
  /** The end of a practice session with words. */
  practiceDone: string;
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
    practiceDone: 'Sessão concluída',
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
    login: { title: 'Vamos embarcar?', lead: 'Entre e siga a sua rota de onde parou.' },
    hello: (_, name) => `Bora, ${name}?`,
    today: 'Sua rota de hoje',
    practiceDone: 'Mais um trecho vencido',
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
