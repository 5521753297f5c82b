import type { AttendanceMark } from '../contract/teaching-lessons.schema.ts';

/** Texts of the pages where a teacher keeps lessons. */
export const lessonWords = {
  notStored: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  nobodyMarked: 'Marque ao menos um aluno.',
  noTime: 'Preencha o dia e os horários',
  announced: {
    avisada: 'Avisou que falta',
    justificada: 'Falta justificada pela escola',
    nao_aceita: 'Avisou que falta',
  },
} as const;

/** The marks of the attendance: in full, and as its buttons say it. */
export const attendanceMarks: Readonly<Record<AttendanceMark, { name: string; short: string }>> = {
  presente: { name: 'Presente', short: 'Veio' },
  atraso: { name: 'Chegou atrasado', short: 'Atraso' },
  falta: { name: 'Faltou', short: 'Falta' },
  justificada: { name: 'Falta justificada', short: 'Justif.' },
};

/** The message above a lesson after each form. */
export const taughtDone: Readonly<Record<string, string>> = {
  chamada: 'Chamada salva. Frequência e pontos dos alunos já acompanham.',
  'chamada-pontos': 'Chamada salva. Quem já tinha usado os pontos desta aula ficou com eles.',
  aula: 'Chamada e registro salvos. A turma já vê.',
  registro: 'Guardado. A turma já vê.',
  link: 'Link na aula. A turma já vê.',
  arquivo: 'Arquivo na aula. A turma já vê.',
  tirar: 'Material tirado da aula.',
  cancelar: 'Aula cancelada. Avisamos a turma uma vez.',
  repor: 'Reposição marcada. Ela já está no calendário da turma.',
};
