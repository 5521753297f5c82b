import { formatDate, formatTime } from '../format/dates.ts';

interface Ticket {
  titular_mascarado: string;
  acompanhante_de?: string | null;
}

/** “Ana S., acompanhante de …”, as staff see a ticket. */
const who = ({ titular_mascarado, acompanhante_de }: Ticket) =>
  acompanhante_de ? `${titular_mascarado}, acompanhante de ${acompanhante_de}` : titular_mascarado;

/** Texts for checking tickets at the door of an event (TRAVEL-04). */
export const checkInMessages = {
  who,
  codeMissing: 'Digite o código que está abaixo do QR code.',
  numberMissing: 'Digite o número do ingresso.',
  notChecked: 'Não foi possível conferir agora. Tente de novo em instantes.',
  letIn: (facts: Ticket) => `Pode entrar: ${who(facts)}`.replace(/\.?$/, '.'),
  letInSomebody: 'Pode entrar.',
  notValid: 'A escola diz que este ingresso não vale.',
  used: (at: string, by: string | null, timeZone: string) =>
    `Já utilizado em ${formatDate(at, timeZone)} às ${formatTime(at, timeZone)}${by ? ` por ${by}` : ''}.`,
  /** The person, then the sentence about them: short names end with their own dot. */
  about: (facts: Ticket & { detail: string }) => `${who(facts).replace(/\.?$/, '.')} ${facts.detail}`,
  conflict: (facts: Ticket & { detail: string }) =>
    `Conferido agora. ${facts.titular_mascarado ? checkInMessages.about(facts) : facts.detail}`,
  delivered: (count: number) =>
    count === 1 ? '1 leitura conferida com a escola.' : `${count} leituras conferidas com a escola.`,
  unstored: 'Este navegador não guarda leituras. Deixe esta página aberta até elas serem enviadas.',
  waiting: (count: number) =>
    count === 1 ? '1 leitura espera a internet voltar.' : `${count} leituras esperam a internet voltar.`,
  willBeChecked: 'Vai ser conferido quando voltar a internet.',
  willBeSent: 'Vai ser conferido quando o portal responder.',
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
  unsigned: 'Falta a assinatura do ingresso: leia o QR code inteiro ou digite o código escrito nele.',
  refused: {
    desconhecido: 'Este código não é de um ingresso da sua escola.',
    assinatura: 'Este código foi alterado: não é um ingresso da escola.',
    cancelado: 'Esta inscrição foi cancelada: o ingresso não vale mais.',
    expirado: 'Este ingresso venceu: o evento já passou.',
    outra_campanha: (nome: string) => `Este ingresso é de outro evento: ${nome}.`,
    outro_dia: (from: string, timeZone: string) => `Este ingresso vale em outro dia: ${formatDate(from, timeZone)}.`,
  },
};
