/** What is said of units, on pages and in files. */
export const unitMessages = {
  closedInFile: (nome: string) => `A unidade “${nome}” está encerrada: não recebe pessoas nem turmas novas.`,
  closed: (nome: string) => `A unidade ${nome} está encerrada: não recebe pessoas, contatos nem turmas.`,
  sameName: (nome: string) => `A escola já tem uma unidade chamada ${nome}.`,
  noSchool: (escola: string) => `A escola “${escola}” não existe.`,
  onlyWhole: 'Encerrar ou reabrir uma unidade pede o acesso a todas as unidades da escola.',
  lastOpen: 'É a única unidade aberta da escola: adicione ou reabra outra antes.',
};
