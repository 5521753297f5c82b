import { listInWords } from '../format/text.ts';

const fields: Readonly<Record<string, string>> = {
  guardian: 'o responsável',
  cpf: 'o CPF',
  birth_date: 'a data de nascimento',
};

/** How many days the reader of a mail may undo its change: another e-mail, a change of a minor’s registration. */
export const UNDO_DAYS = 7;
const undoes = `desfazer por ${UNDO_DAYS} dias`;

/** Nobody can be one’s own guardian. */
export const guardianCpfWords = {
  other: 'O CPF do responsável precisa ser de outra pessoa.',
  isStudent: 'Este é o CPF do aluno',
  isOwn: 'Este é o seu próprio CPF',
  isGuardian: 'Este é o CPF do responsável',
} as const;

/** The changed fields in words: “o responsável e o CPF”. */
const inWords = (names: readonly string[]): string => listInWords(names.map((name) => fields[name] ?? name));

/** The school’s change; a new guardian who has not confirmed was only named. */
function did(names: readonly string[], waits: boolean): string {
  const changed = waits ? names.filter((name) => name !== 'guardian') : names;
  return listInWords([
    ...(waits ? ['indicou outro responsável'] : []),
    ...(changed.length > 0 ? [`mudou ${inWords(changed)}`] : []),
  ]);
}

/** What mails, notices and the page say about a change of a minor's guardian, CPF or birth date. */
export const registrationChangeMessages = {
  studentNotice: (names: readonly string[], waits: boolean): { title: string; body: string } => {
    const isNamedAlone = waits && names.length === 1;
    const pending = waits ? ' O novo responsável ainda precisa confirmar.' : '';
    const wrong = 'Se não está certo, fale com seu responsável e com a secretaria.';
    return {
      title: isNamedAlone ? 'Outro responsável foi indicado' : 'Seu cadastro mudou',
      body: `A escola ${did(names, waits)}.${pending} ${wrong}`,
    };
  },
  /** The office withdrew a new guardian who had not confirmed. */
  withdrawn: {
    title: 'O responsável novo foi retirado',
    body: 'A escola desistiu de indicar outro responsável.',
  },
  undone: 'Uma mudança do seu cadastro foi desfeita',
  undoneStudent: 'Seu responsável desfez uma mudança. Seu cadastro voltou a ser como era antes.',
  undoneDone: 'Pronto: o cadastro voltou a ser como era antes. A escola foi avisada.',
  deadLink: 'Este link não vale mais. Se o cadastro do aluno está errado, fale com a secretaria da escola.',
  /** The change and its author, for the page and the mail. */
  changed: (names: readonly string[], isBySchool: boolean, student: string, waits: boolean) =>
    isBySchool
      ? `A escola ${did(names, waits)} de ${student}.`
      : `${student} mudou ${inWords(names)} do próprio cadastro.`,
  staffNotices: {
    mudou: {
      title: 'Cadastro de um menor mudou',
      body: `Responsável, CPF ou nascimento. O responsável de antes recebeu um e-mail e pode ${undoes}.`,
    },
    espera: {
      title: 'Responsável novo espera a confirmação',
      body: `Ele vale quando confirmar pelo e-mail. O responsável de antes foi avisado e pode ${undoes}.`,
    },
    confirmado: {
      title: 'Responsável novo confirmado',
      body: `Ele confirmou pelo e-mail e responde agora pelo aluno. O de antes foi avisado e pode ${undoes}.`,
    },
    retirado: {
      title: 'Responsável novo retirado',
      body: 'A secretaria desistiu dele antes que confirmasse. O link que ele recebeu não vale mais.',
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
      body: `Responsável, CPF ou nascimento. Os responsáveis de antes receberam um e-mail e podem ${undoes}.`,
    },
  },
  waitsInLog: 'o responsável novo ainda confirma pelo e-mail dele',
  waits: 'O novo responsável só passa a valer quando confirmar pelo e-mail dele. Até lá, o responsável não muda.',
};
