import type { FoundKind } from '#lib/contract/panel.schema.ts';
import { formatMoney, plural } from '#lib/format/money.ts';

interface Task {
  title: (count: number) => string;
  note: string;
}

/** The title of each waiting task, and what to do about it. */
const tasks = {
  contatos: {
    title: (count) => plural(count, 'contato novo', 'contatos novos'),
    note: 'Responder a quem quer estudar',
  },
  passos: {
    title: (count) => plural(count, 'contato para hoje', 'contatos para hoje'),
    note: 'Um passo combinado chegou no dia',
  },
  resgates: {
    title: (count) => plural(count, 'troca do clube a entregar', 'trocas do clube a entregar'),
    note: 'Aprovar, deixar pronto ou entregar',
  },
  indicacoes: {
    title: (count) => plural(count, 'indicação em andamento', 'indicações em andamento'),
    note: 'Falar com o amigo e confirmar a matrícula',
  },
  vencidas: {
    title: (count) => plural(count, 'parcela vencida', 'parcelas vencidas'),
    note: 'Com multa e juros de hoje',
  },
  pedidos: {
    title: (count) => plural(count, 'pedido a avançar', 'pedidos a avançar'),
    note: 'Do pagamento à entrega',
  },
  documentos: {
    title: (count) => plural(count, 'pedido de intercâmbio a conferir', 'pedidos de intercâmbio a conferir'),
    note: 'Com documentos enviados',
  },
  faltas: {
    title: (count) => plural(count, 'falta avisada', 'faltas avisadas'),
    note: 'Justificar ou manter',
  },
  trabalhos: {
    title: (count) => plural(count, 'trabalho sem correção', 'trabalhos sem correção'),
    note: 'Entregues há mais de sete dias',
  },
  sem_professor: {
    title: (count) => plural(count, 'turma sem professor', 'turmas sem professor'),
    note: 'Escolher quem dá as aulas',
  },
  falhas: {
    title: (count) => plural(count, 'mensagem com entregas que falharam', 'mensagens com entregas que falharam'),
    note: 'Nos últimos sete dias',
  },
  emails: {
    title: (count) => plural(count, 'e-mail que não saiu', 'e-mails que não saíram'),
    note: 'Conferir e mandar de novo',
  },
  whatsapp: {
    title: (count) => plural(count, 'número de WhatsApp parado', 'números de WhatsApp parados'),
    note: 'Ver por quê na unidade',
  },
} satisfies Record<string, Task>;

/** Kinds of waiting tasks for staff. */
export type WaitingKind = keyof typeof tasks;

export interface Waiting {
  tipo: WaitingKind;
  quantos: number;
  /** The sum of bills. */
  centavos: number | null;
  /** Those that no other kind on the same page counts; absent: all. */
  sozinhos?: number;
}

/** A waiting task in words. */
export const waitingText = ({ tipo, quantos, centavos }: Waiting): { title: string; note: string } => {
  const { title, note } = tasks[tipo];
  return { title: title(quantos), note: centavos === null ? note : `${formatMoney(centavos)} · ${note}` };
};

export const foundWords: Readonly<Record<FoundKind, string>> = {
  pessoa: 'Pessoa',
  turma: 'Turma',
  pedido: 'Pedido',
  parcela: 'Parcela',
  contato: 'Contato',
  pagina: 'Página',
  acao: 'Fazer',
  ajuda: 'Ajuda',
};

export const panelWords = {
  mailOff:
    'O portal não envia e-mails: convites, senhas e boletos por e-mail esperam. Quem cuida da instalação define SMTP_URL.',
  searchLabel: 'Nome, matrícula, CPF, e-mail, telefone, turma, pedido, parcela, página ou ajuda',
  searchHint: 'Buscar',
  found: (count: number) => plural(count, 'resultado', 'resultados'),
  searchFailed: 'A busca não respondeu. Tente de novo.',
  nothingFound: (q: string) => `Nada com “${q}”. Confira a grafia, ou escreva menos letras.`,
};

/** The mail of the morning. */
export const digestWords = {
  subject: (kinds: number) => (kinds === 1 ? 'Uma coisa espera por você' : `${kinds} coisas esperam por você`),
  lead: 'O que espera por você hoje no painel:',
  foot: (brand: string) =>
    `Este resumo sai de manhã, só quando algo espera. Para não receber, desligue “Resumo da manhã” em Avisos, Como ser avisado, no portal ${brand}.`,
};
