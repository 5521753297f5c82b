/** Names of the tables for import and export, in the order in which a new school imports them. */
export const kindNames = [
  'unidades',
  'professores',
  'alunos',
  'turmas',
  'matriculas',
  'exemplares',
  'notas',
  'parcelas',
  'produtos',
  'recompensas',
] as const;
export type KindName = (typeof kindNames)[number];
