/** What a new school does first, in this order. */
export const firstStepWords = {
  unidades: { title: 'Confira as unidades', note: 'Nome, telefone e WhatsApp, que alunos e visitantes veem' },
  professores: { title: 'Convide os professores', note: 'Cada um recebe um convite e cria a própria senha' },
  alunos: { title: 'Cadastre os alunos', note: 'Um a um, ou a planilha que a escola já tem' },
  turmas: { title: 'Crie a primeira turma', note: 'As aulas nascem dos horários, sem feriados' },
  convites: { title: 'Convide os alunos', note: 'Por e-mail, ou com um código impresso' },
  regras: { title: 'Defina multa e juros', note: 'O portal começa com 2 % de multa e 1 % de juros ao mês' },
  pagamentos: { title: 'Receba pelo portal', note: 'Pix, boleto e cartão na conta da unidade' },
  email: { title: 'Ligue os e-mails', note: 'Quem cuida da instalação define SMTP_URL' },
} as const;
export type FirstStep = keyof typeof firstStepWords;

export const firstStepMessages = {
  heading: 'Primeiros passos',
  done: 'feito',
  progress: (done: number, all: number) => `${done} de ${all}`,
  close: 'Esconder esta lista',
};
