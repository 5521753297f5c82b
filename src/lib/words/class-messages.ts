/** Texts of the messages of teachers to their classes, and of what families answer. */
export const threadWords = {
  empty: 'Escreva a mensagem',
  notSent: 'Não conseguimos enviar. O que você escreveu está aqui: tente de novo em instantes.',
} as const;

/** Why a thread is closed. */
export const threadEnds = {
  professor: 'Encerrada pelo professor',
  escola: 'Encerrada pela escola',
  prazo: 'Encerrada: 14 dias sem mensagem',
  turma: 'Encerrada: a turma tem outro professor',
  aluno: 'Encerrada: o aluno não está na turma',
  concluida: 'Encerrada: a turma terminou',
} as const;

/** The role of a thread’s author, beside the name. */
export const threadRoles = { professor: 'professor', aluno: 'aluno', responsavel: 'responsável' } as const;

/** The message above a class message after each form. */
export const messageDone: Readonly<Record<string, string>> = {
  enviada: 'Mensagem enviada. Aqui você vê quem leu e quem respondeu.',
  respondida: 'Resposta enviada.',
  vista: 'Anotado: esta resposta não espera mais por você.',
  encerrada: 'Conversa encerrada. Ela fica aqui para leitura.',
  encerradas: 'Conversas encerradas. Elas ficam aqui para leitura.',
};

/** The message above a thread for the family after each form. */
export const threadDone: Readonly<Record<string, string>> = {
  enviada: 'Resposta enviada ao professor.',
  lida: 'Marcada como lida.',
  avisada: 'A escola foi avisada e vai ler esta conversa.',
};
