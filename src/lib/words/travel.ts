import { formatDate, formatDay, formatTime } from '../format/dates.ts';

const tickets = (count: number) => (count === 1 ? '1 ingresso' : `${count} ingressos`);

interface Ticket {
  titular_mascarado: string;
  acompanhante_de?: string | null;
}

/** “Ana S., acompanhante de …”, as staff see a ticket. */
const who = ({ titular_mascarado, acompanhante_de }: Ticket) =>
  acompanhante_de ? `${titular_mascarado}, acompanhante de ${acompanhante_de}` : titular_mascarado;

/** Texts about travel campaigns and their tickets (TRAVEL-01…04). */
export const travelMessages = {
  who,
  tickets,
  closed: 'As inscrições deste evento terminaram.',
  notBegun: (day: string) => `As inscrições abrem em ${formatDay(day)}.`,
  full: (left: number) =>
    left === 0
      ? 'As vagas deste evento acabaram.'
      : left === 1
        ? 'Só resta 1 vaga: venha sem acompanhantes ou tire alguém da lista.'
        : `Só restam ${left} vagas: tire alguém da lista.`,
  joinedBefore: 'Você já participa deste evento. Para mudar quem vem com você, cancele e inscreva-se de novo.',
  notJoined: 'Você não participa deste evento.',
  arrived: (count: number) => (count === 1 ? '1 já entrou' : `${count} já entraram`),
  wentIn: 'Alguém da sua inscrição já entrou no evento: ela não pode mais ser cancelada.',
  tooManyCompanions: (most: number) =>
    most === 0
      ? 'Neste evento cada aluno vem sem acompanhantes.'
      : `Neste evento cabem no máximo ${most} ${most === 1 ? 'acompanhante' : 'acompanhantes'} por aluno.`,
  companionIsHolder: 'Você já tem o seu ingresso: aqui vão só os acompanhantes',
  companionTwice: 'Esta pessoa já está na lista',
  rulesMissing: 'Marque que leu e aceita o regulamento.',
  codeMissing: 'Digite o código que está abaixo do QR code.',
  notChecked: 'Não foi possível conferir agora. Tente de novo em instantes.',
  joinedNotice: (nome: string, count: number) => ({
    title: `Inscrição feita: ${nome}`,
    body: `Você tem ${tickets(count)}. Mostre o QR code na entrada; ele abre também sem internet.`,
  }),
  changedMeanwhile:
    'Este evento mudou enquanto você editava, e nada foi salvo. Veja como ele está em outra aba; se salvar de novo, vale o que está aqui.',
  /** @param where null: day and place have not changed. @param isRuled the rules have changed */
  changedNotice: (
    nome: string,
    { where, isRuled }: { where: { when: string | null; local: string | null } | null; isRuled: boolean },
  ) => ({
    title: `Mudou: ${nome}`,
    body: [
      where &&
        (where.when ? `Agora é ${where.when}` : 'A data vai ser combinada') +
          (where.local ? `, em ${where.local}.` : '.'),
      isRuled && 'O regulamento mudou: leia de novo na página do evento.',
      'Os seus ingressos continuam valendo.',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  cancelledNotice: (nome: string, motivo: string) => ({ title: `Inscrição cancelada: ${nome}`, body: motivo }),

  letIn: (facts: Ticket) => `Pode entrar: ${who(facts)}`.replace(/\.?$/, '.'),
  used: (at: string, by: string | null, timeZone: string) =>
    `Já utilizado em ${formatDate(at, timeZone)} às ${formatTime(at, timeZone)}${by ? ` por ${by}` : ''}.`,
  /** The person, then the sentence about them: short names end with their own dot. */
  about: (facts: Ticket & { detail: string }) => `${who(facts).replace(/\.?$/, '.')} ${facts.detail}`,
  conflict: (facts: Ticket & { detail: string }) =>
    `Conferido agora. ${facts.titular_mascarado ? travelMessages.about(facts) : facts.detail}`,
  delivered: (count: number) =>
    count === 1 ? '1 leitura conferida com a escola.' : `${count} leituras conferidas com a escola.`,
  unkept: 'Este navegador não guarda leituras. Deixe esta página aberta até elas serem enviadas.',
  waiting: (count: number) =>
    count === 1 ? '1 leitura espera a internet voltar.' : `${count} leituras esperam a internet voltar.`,
  willBeChecked: 'Vai ser conferido quando voltar a internet.',
  willBeAsked: 'Vai ser conferido quando o portal responder.',
  listed: (words: string) => `${words} está na lista deste aparelho.`,
  unlisted: 'Este código não está na lista deste aparelho. Confira o nome de quem traz.',
  readOffline: (at: string, timeZone: string) => `Lido sem internet às ${formatTime(at, timeZone)}.`,
  scannedByAnother:
    'Quem fez esta leitura não é quem está no portal agora. Ela fica guardada neste aparelho até essa pessoa entrar de novo.',
  unanswered: 'O portal não respondeu. As leituras ficam guardadas e seguem sozinhas.',
  notTaken: 'O portal não aceitou a leitura agora. Ela fica guardada neste aparelho.',
  sessionEnded: 'A sua sessão terminou. As leituras ficam guardadas neste aparelho: entre de novo para enviar.',
  held: (count: number) => (count === 1 ? '1 leitura está guardada.' : `${count} leituras estão guardadas.`),
  readBefore: (at: string, timeZone: string) =>
    `Já lido neste aparelho às ${formatTime(at, timeZone)}, à espera de ser conferido.`,
  refused: {
    desconhecido: 'Este código não é de um ingresso da sua escola.',
    assinatura: 'Este código foi alterado: não é um ingresso da escola.',
    cancelado: 'Esta inscrição foi cancelada: o ingresso não vale mais.',
    expirado: 'Este ingresso venceu: o evento já passou.',
    outra_campanha: (nome: string) => `Este ingresso é de outro evento: ${nome}.`,
    outro_dia: (from: string, timeZone: string) => `Este ingresso vale em outro dia: ${formatDate(from, timeZone)}.`,
  },
};
