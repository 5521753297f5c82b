import { listInWords } from '../format/text.ts';

const fields: Readonly<Record<string, string>> = {
  guardian: 'o responsável',
  cpf: 'o CPF',
  birth_date: 'a data de nascimento',
};

/** The changed fields in words: “o responsável e o CPF”. */
const inWords = (names: readonly string[]): string => listInWords(names.map((name) => fields[name] ?? name));

/** What mails, notices and the page say about a change of a minor's guardian, CPF or birth date. */
export const registrationChangeMessages = {
  told: 'Seu cadastro mudou',
  toldStudent: (names: readonly string[], waits: boolean) =>
    waits
      ? `A escola mudou ${inWords(names)}. O novo responsável vale quando confirmar pelo e-mail dele.`
      : `A escola mudou ${inWords(names)}. Se não está certo, fale com seu responsável e com a secretaria.`,
  undone: 'Uma mudança do seu cadastro foi desfeita',
  undoneStudent: 'Seu responsável desfez uma mudança. Seu cadastro voltou a ser como era antes.',
  undoneDone: 'Pronto: o cadastro voltou a ser como era antes. A escola foi avisada.',
  deadLink: 'Este link não vale mais. Se o cadastro do aluno está errado, fale com a secretaria da escola.',
  /** Who changed what, for the page and the mail. */
  changed: (names: readonly string[], isBySchool: boolean, student: string) =>
    isBySchool
      ? `A escola mudou ${inWords(names)} de ${student}.`
      : `${student} mudou ${inWords(names)} do próprio cadastro.`,
  toldStaff: {
    mudou: {
      title: 'Cadastro de um menor mudou',
      body: 'Responsável, CPF ou nascimento. O responsável de antes recebeu um e-mail e pode desfazer por 7 dias.',
    },
    espera: {
      title: 'Responsável novo espera a confirmação',
      body: 'Ele vale quando confirmar pelo e-mail. O responsável de antes foi avisado e pode desfazer por 7 dias.',
    },
    confirmado: {
      title: 'Responsável novo confirmado',
      body: 'Ele confirmou pelo e-mail e responde agora pelo aluno.',
    },
    desfeito: {
      title: 'O responsável desfez uma mudança',
      body: 'O cadastro voltou a ser como era. Fale com a família, e confira autorizações de viagem dadas nesse tempo.',
    },
    desfeito_sem_cpf: {
      title: 'O responsável desfez uma mudança',
      body: 'O cadastro voltou a ser como era, menos o CPF: outra pessoa da escola já o tem. Confira com a família.',
    },
    arquivo: {
      title: 'Uma planilha mudou cadastros de menores',
      body: 'Responsável, CPF ou nascimento. Os responsáveis de antes receberam um e-mail e podem desfazer por 7 dias.',
    },
  },
  waitsInLog: 'o responsável novo ainda confirma pelo e-mail dele',
  waits: 'O novo responsável só passa a valer quando confirmar pelo e-mail dele. Até lá, tudo continua com você.',
};
