interface OwnClass {
  turma_aluno_id: number;
  livro: { id: number };
  status: string;
}

/** The enrolment for the order of a product: in the class that uses the book, else in an active one. */
export function classForProduct(
  { livro_id }: { livro_id?: number | null },
  classes: readonly OwnClass[],
): number | null {
  const fitting = classes.find(({ livro }) => livro.id === livro_id);
  const active = classes.find(({ status }) => status === 'ativa');
  return (fitting ?? active ?? classes[0])?.turma_aluno_id ?? null;
}
