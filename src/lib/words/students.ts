import type { StudentState } from '../contract/students.schema.ts';
import { plural } from '../format/money.ts';

type Tone = 'neutral' | 'brand' | 'info' | 'warning' | 'success';

/** How far a person came on the way into the portal. `na_fila`: the mail waits for its turn. */
export const inviteWords = {
  nao_convidado: { name: 'Não convidado', tone: 'neutral' },
  na_fila: { name: 'Convite na fila', tone: 'warning' },
  convidado: { name: 'Convidado', tone: 'info' },
  abriu: { name: 'Abriu o convite', tone: 'info' },
  entrou: { name: 'Já entrou', tone: 'success' },
} as const satisfies Readonly<Record<string, { name: string; tone: Tone }>>;
export type InviteState = keyof typeof inviteWords;

const stateWords: Readonly<Record<StudentState, string>> = {
  em_dia: 'Em dia',
  em_atraso: 'Em atraso',
  nao_convidado: 'Não convidados',
  convidado: 'Convidados',
  abriu: 'Abriram o convite',
  entrou: 'Já entraram',
  sem_entrar: 'Sem entrar há 30 dias',
  sem_turma: 'Sem turma',
  encerrado: 'Curso encerrado',
};

/**
 * The states that a list can be narrowed to, each with how many there are. States without a count are left out.
 *
 * @param most a larger count says that there are more
 */
export const studentFilters = (
  counts: Readonly<Partial<Record<StudentState, number>>>,
  most: number,
): Record<string, { name: string }> =>
  Object.fromEntries(
    (Object.keys(stateWords) as StudentState[]).flatMap((state) => {
      const count = counts[state];
      return count === undefined
        ? []
        : [[state, { name: `${stateWords[state]} · ${count > most ? `${most}+` : count}` }]];
    }),
  );

/** What stands above the list and the page after each form, by its action. */
export const studentWords: Readonly<Record<string, string>> = {
  criado: 'Aluno cadastrado.',
  criado_convidado: 'Aluno cadastrado. O convite sai por e-mail.',
  convidado: 'O convite sai por e-mail em instantes. Vale por sete dias.',
  mudou: 'Unidade trocada. O histórico guarda a de antes.',
  encerrado: 'Curso encerrado. Se foi engano, desfaça em Resumo.',
  retomado: 'Curso retomado: turmas e acesso voltaram.',
};

interface Invited {
  na_fila: number;
  sem_email: number;
  outros: number;
  minutos: number;
}

export const studentMessages = {
  sheetsReady: 'Cada folha traz um código novo: as folhas anteriores destas pessoas deixam de valer.',
  firstSheets:
    'As folhas são só de quem ainda não recebeu uma. Para imprimir de novo, marque as pessoas: as folhas anteriores delas deixam de valer.',
  sheetAgain: 'Uma folha nova encerra a anterior.',
  noBills: 'Seu acesso não inclui Financeiro. Peça a quem cuida da equipe.',
  noneMarked: 'Marque pelo menos um aluno.',
  notKept: 'Não foi possível guardar. Tente de novo em instantes.',
  mailOff: 'O portal não envia e-mails: falta o SMTP_URL na instalação. Convites esperam na fila até lá.',
  invited: ({ na_fila, sem_email, outros, minutos }: Invited): string =>
    [
      na_fila > 0
        ? `${plural(na_fila, 'convite na fila', 'convites na fila')}: ${minutos <= 1 ? 'sai' : 'saem'} em ${plural(Math.max(1, minutos), 'minuto', 'minutos')}.`
        : 'Nenhum convite novo.',
      sem_email > 0 && `${plural(sem_email, 'aluno sem e-mail', 'alunos sem e-mail')}: imprima as folhas.`,
      outros > 0 && `${plural(outros, 'pessoa já entrou', 'pessoas já entraram')}, ou o convite já espera.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const;
