import type { StudentState } from '../contract/students.schema.ts';
import { plural } from '../format/money.ts';

type Tone = 'neutral' | 'brand' | 'info' | 'warning' | 'success';

/** A person’s progress towards the first login. `na_fila`: the mail is queued. */
export const inviteWords = {
  nao_convidado: { name: 'Não convidado', tone: 'neutral' },
  na_fila: { name: 'Convite na fila', tone: 'warning' },
  convidado: { name: 'Convidado', tone: 'info' },
  abriu: { name: 'Abriu o convite', tone: 'info' },
  entrou: { name: 'Já entrou', tone: 'success' },
} as const satisfies Readonly<Record<string, { name: string; tone: Tone }>>;
export type InviteState = keyof typeof inviteWords;

/** Filters of the list. */
export const studentStates: Readonly<Record<StudentState, string>> = {
  em_atraso: 'Em atraso',
  sem_turma: 'Sem turma',
  nao_convidado: 'Não convidados',
  convidado: 'Convidados',
  abriu: 'Abriram o convite',
  entrou: 'Já entraram',
  sem_entrar: 'Sem entrar há 30 dias',
  em_dia: 'Em dia',
  encerrado: 'Curso encerrado',
};

/** The message above the record after a form of another page. */
export const studentWords: Readonly<Record<string, string>> = {
  criado: 'Aluno cadastrado.',
  criado_convidado: 'Aluno cadastrado. O convite sai por e-mail.',
};

/** The progress of a minor’s guardian towards the first login. */
export const guardianInviteWords = {
  nao_convidado: 'Sem conta, e sem convite.',
  na_fila: 'O convite sai em instantes.',
  convidado: 'Convite enviado, ainda sem conta.',
  abriu: 'Abriu o convite, ainda sem conta.',
  entrou: '',
} as const;

export const guardianInviteMessages = {
  nobody:
    'Só o responsável de um aluno com menos de 18 anos tem convite. Confira a data de nascimento e o responsável.',
  hasAccount: 'O responsável já tem conta: se esqueceu a senha, recupera na tela de entrada.',
  invited: (email: string, { isQueued, sendsMail }: { isQueued: boolean; sendsMail: boolean }): string =>
    [
      isQueued ? `O convite sai em instantes para ${email}.` : `Um convite já espera para sair para ${email}.`,
      !sendsMail && studentMessages.mailOff,
    ]
      .filter(Boolean)
      .join(' '),
} as const;

/** A guardian’s account becomes a student’s: it is identified by the CPF and a confirmed e-mail. */
export const guardianStudies = {
  otherEmail: 'Este CPF tem conta de responsável com outro e-mail. Escreva aqui o e-mail da conta',
  unproven: 'Este CPF tem conta de responsável, e falta confirmar este e-mail',
  none: 'Não encontramos uma conta de responsável com este CPF e e-mail sem confirmação.',
  linkSent: (email: string) => `O link saiu para ${email}. Quando a pessoa confirmar, cadastre o aluno.`,
} as const;

interface Invited {
  /** Guardians whose invitation is waiting now. */
  responsaveis: number;
  na_fila: number;
  sem_email: number;
  outros: number;
  minutos: number;
}

const sessionsEnd = 'As sessões e os aparelhos terminam na hora.';

/** Names of fields. */
export const studentFields = {
  ...{ turma_id: 'Turma', unidade_id: 'Unidade nova', motivo: 'Motivo', papel: 'Papel' },
  ...{ title: 'Título', body: 'Texto' },
} as const;

export const studentMessages = {
  inClass: (count: number): string => (count === 1 ? 'Está na turma.' : `${count} alunos na turma.`),
  sheetsReady: 'Cada folha traz um código novo: as folhas anteriores destas pessoas deixam de valer.',
  invitesOthers: (unit: string | undefined): string =>
    `Recebe um e-mail quem ainda não foi convidado${unit ? ` em ${unit}` : ''}.`,
  firstSheets:
    'As folhas são só de quem ainda não recebeu uma. Para imprimir de novo, marque as pessoas: as folhas anteriores delas deixam de valer.',
  guardianSheet: (relation: string, child: string): string => `${relation} de ${child}`,
  sheetAgain: 'Uma folha nova encerra a anterior.',
  moves: (unit: string): string =>
    `As parcelas do curso que ainda vão vencer passam para a unidade nova, com a multa e os juros dela. As pagas, as vencidas e as de pedidos e viagens ficam com ${unit}.`,
  cancelsBills: (many: number): string =>
    many === 1 ? 'Cancelar a parcela que ainda vai vencer' : `Cancelar as ${many} parcelas que ainda vão vencer`,
  ends: (name: string): string =>
    `${name} sai das turmas, e o acesso ao portal termina na hora: fica só o de baixar os próprios dados e pedir para apagá-los. Notas, pagamentos e livros ficam guardados. Dá para desfazer.`,
  blocks: (name: string): string =>
    `${name} não entra mais no portal até alguém liberar o acesso. ${sessionsEnd} Cadastro, notas e pagamentos ficam guardados.`,
  endsRole: (name: string): string =>
    `${name} perde o que o papel abre, e continua com o próprio cadastro. ${sessionsEnd} Só a administração do portal devolve um papel.`,
  noBills: 'Seu acesso não inclui Financeiro. Peça a quem cuida da equipe.',
  mailOff: 'O portal não envia e-mails: falta o SMTP_URL na instalação. Convites esperam na fila até lá.',
  invited: ({ na_fila, responsaveis, sem_email, outros, minutos }: Invited): string =>
    [
      responsaveis > 0 && `${plural(responsaveis, 'convite de responsável', 'convites de responsáveis')} na fila.`,
      na_fila === 0 && responsaveis > 0
        ? ''
        : na_fila > 0
          ? `${plural(na_fila, 'convite na fila', 'convites na fila')}: ${minutos <= 1 ? 'sai' : 'saem'} em ${plural(Math.max(1, minutos), 'minuto', 'minutos')}.`
          : 'Nenhum convite novo.',
      sem_email > 0 && `${plural(sem_email, 'aluno sem e-mail', 'alunos sem e-mail')}: imprima as folhas.`,
      outros > 0 && `${plural(outros, 'pessoa já entrou', 'pessoas já entraram')}, ou o convite já espera.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const;
