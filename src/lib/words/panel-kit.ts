const MAX_NAMED = 5;

/** Words of every list, board and record of the panel. */
export const kitWords = {
  undo: 'Desfazer',
  notDone: 'Não foi possível agora. Tente de novo em instantes: nada é feito duas vezes.',
  notUndone: 'Já mudou desde então. Nada foi desfeito.',
  /** Why some rows stayed as they were. @param names of them */
  refused(problem: string, all: readonly string[]) {
    const names = all.filter(Boolean);
    const more = names.length > MAX_NAMED ? ` e mais ${names.length - MAX_NAMED}` : '';
    return names.length > 0 ? `${names.slice(0, MAX_NAMED).join('; ')}${more}: ${problem}` : problem;
  },
  fromFile: 'Preencher de um arquivo',
  noAmount: 'Digite um valor, como 150,00',
  filter: 'Filtrar',
  search: 'Buscar',
  see: 'Ver',
  removeFilter: 'Tirar o filtro',
  clear: 'Limpar seleção',
  clearFilters: 'Limpar filtros',
  more: (name: string) => `Mais ações: ${name}`,
  mark: (name: string) => `Marcar ${name}`,
  markAll: 'Marcar a página inteira',
  marked: (count: number) => `Seleção: ${count}`,
  weekdays: ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'],
  secondHour: (day: string) => `${day}, segundo horário`,
  chosen: (count: number) => (count === 1 ? '1 marcado' : `${count} marcados`),
  chooseAll: (count: number) => `Marcar ${count === 1 ? 'o único' : `os ${count}`}`,
  chooseNone: 'Desmarcar todos',
  notToDo: 'O que você procurou fazer não cabe aqui agora. Veja as ações desta página.',
  nothingToDo: 'Nada a fazer com esta seleção.',
  noneFound: 'Nada encontrado',
  changeFilter: 'Mude o filtro ou a busca.',
  failed: 'Não carregamos agora.',
  gone: { title: 'Não está mais nesta lista', text: 'O que foi feito está guardado. Volte à lista para continuar.' },
  tryAgain: 'Tentar de novo',
  first: 'Voltar ao início',
  next: 'Próxima página',
  pages: (title: string) => `Páginas: ${title}`,
  download: 'Baixar planilha',
  acts: 'Ações',
  putAway: 'Já guardei',
  facts: 'Em resumo',
  nobody: 'Ninguém aqui.',
  keys: [
    ['j k', 'descer, subir'],
    ['x', 'marcar'],
    ['Enter', 'abrir'],
    ['f', 'filtrar'],
    ['Esc', 'desmarcar'],
  ],
  boardKeys: [
    ['j k', 'descer, subir'],
    ['h l', 'coluna ao lado'],
    ['Enter', 'abrir'],
    ['f', 'filtrar'],
  ],
  reauthentication: 'Confirme que é você',
  reauthenticationReason:
    'O que você pediu mexe com acessos, dinheiro ou dados de pessoas. Nada do que você digitou se perde.',
  reauthenticationKey: 'Usar a chave de acesso',
  reauthenticationKeyFailed: 'A chave não foi usada. Você pode tentar de novo ou usar um código.',
  confirm: 'Confirmar',
} as const;
