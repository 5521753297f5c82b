/** The first tables of a school, in the order in which `docs/operations/first-school.md` imports them. */
export function tables(students: number): Record<string, string> {
  const each = Array.from({ length: students }, (_, index) => index + 1);
  const number = (index: number) => String(index).padStart(6, '0');
  const file = (...lines: string[]) => `${lines.join('\n')}\n`;
  return {
    unidades: file('unidade;telefone', 'KNN Centro;8133334444'),
    professores: file('nome;email', 'Julio Prado;julio@escola.example'),
    alunos: file(
      'matricula;nome;email',
      ...each.map((i) => `${number(i)};Aluno Numero ${'Um'.repeat(i)};aluno${i}@escola.example`),
    ),
    turmas: file(
      'turma;livro;modalidade;inicio;fim;horarios;professor_email',
      'On the Way 1;WAY-1;presencial;01/02/2027;30/06/2027;ter 19:00-20:30, qui 19:00-20:30;julio@escola.example',
    ),
    matriculas: file('turma;matricula', ...each.map((i) => `On the Way 1;${number(i)}`)),
    exemplares: file('codigo;livro;matricula', ...each.map((i) => `KNN-ENSAIO-${number(i)};WAY-1;${number(i)}`)),
    parcelas: file(
      'matricula;contrato;numero;total;vencimento;valor',
      ...each.map((i) => `${number(i)};C-${i};1;6;10/12/2027;415,23`),
    ),
  };
}
