/** What a member of staff may work with, each in some units or in the whole school (0093). */
export const RIGHTS = [
  'mensagens',
  'alunos',
  'turmas',
  'financeiro',
  'pedidos',
  'clube',
  'viagens',
  'contatos',
  'paginas',
  'equipe',
] as const;
export type Right = (typeof RIGHTS)[number];
