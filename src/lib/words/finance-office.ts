import type { Parcela } from '../contract/finance.schema.ts';
import { formatDay } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { firstName } from '../format/text.ts';
import { ownWord } from './own-word.ts';

/** Filters of the office's list. */
export const billStates = {
  abertas: { name: 'Em aberto' },
  vencidas: { name: 'Vencidas' },
  pagas: { name: 'Pagas' },
  canceladas: { name: 'Canceladas' },
} as const;

const billTones = {
  a_vencer: 'neutral',
  vence_hoje: 'warning',
  vencida: 'error',
  em_processamento: 'info',
  paga: 'success',
  cancelada: 'neutral',
} as const satisfies Record<Parcela['status'], string>;

/** The tone of a bill’s state, in addition to its label. */
export const toneOfBill = (status: string) =>
  ownWord<(typeof billTones)[keyof typeof billTones]>(billTones, status) ?? 'neutral';

/** Payment methods at the counter, for a clerk to choose from. */
export const counterMethods: [string, string][] = [
  ['dinheiro', 'Dinheiro'],
  ['maquina', 'Cartão, na máquina da escola'],
  ['transferencia', 'Transferência ou Pix direto à escola'],
  ['boleto', 'Boleto do banco da escola'],
];

export const chargeStates = {
  criando: 'Sem resposta ainda',
  ativa: 'Esperando o pagamento',
  em_analise: 'Em análise',
  paga: 'Paga',
  recusada: 'Recusada',
  expirada: 'Expirou',
  removida: 'Cancelada ou substituída',
  desfeita: 'Anotação desfeita',
};

/** What was created, on the page of its first bill. */
export const officeDone: Readonly<Record<string, string>> = {
  contrato: 'Contrato criado. Esta é a primeira parcela.',
  acordo: 'Acordo feito. Esta é a primeira parcela; as antigas foram canceladas.',
};

/** Field labels of the forms of a bill. */
export const billFields = {
  forma: 'Forma',
  dia: 'Dia em que foi pago',
  valor_centavos: 'Valor recebido (R$)',
  abatimento_centavos: 'Desconto da escola (R$)',
  vencimento: 'Novo vencimento',
  motivo: 'Motivo',
  prometida_para: 'Prometeu pagar até',
  ate: 'Até quando',
} as const;

interface Owed {
  /** The reader’s name. */
  quem: string;
  escola: string;
  /** The bill’s label and its owner. */
  what: string;
  isLate: boolean;
  /** Both as shown. */
  day: string;
  amount: string;
}

export const officeWords = {
  countMissing: 'De 1 a 48 parcelas',
  dayMissing: 'Escolha o dia',
  reasonMissing: 'Escreva o motivo',
  nameMissing: 'Diga o curso',
  noneChosen: 'Escolha ao menos uma parcela',
  notDone: 'Não foi possível agora. Nada mudou: tente de novo em instantes.',
  chargeAgain:
    'Fale com a família. Para receber de novo, use “Cobrar de novo”. Se não houver nada a receber, deixe assim.',
  /** What to do after a refund outside the portal, by the kind of bill. */
  returnedOf: {
    curso: 'Fale com a família: o que falta pode ser devolvido aqui, e o que voltou está no extrato e no fechamento.',
    pedido: 'Veja o pedido: se o material ainda não foi entregue, cancele-o; se foi, fale com a família.',
    cambio: 'Fale com a família e com quem cuida do câmbio antes de enviar o dinheiro.',
    viagem: 'Fale com a família antes de confirmar a viagem.',
  },
  /** @param day as shown @param amount as shown */
  dueThen: (day: string, amount: string) => `Em ${day} o valor devido era ${amount}. Confira e anote.`,
  partHint: 'Menos que isso é uma parte: o resto continua em aberto.',
  reminding: (count: number) =>
    count === 1
      ? 'Quem paga recebe um lembrete agora, com o valor de hoje.'
      : `Quem paga recebe agora um lembrete de cada uma das ${count} parcelas, com o valor de hoje.`,
  remind: (count: number) => (count === 1 ? 'Enviar o lembrete' : `Enviar ${count} lembretes`),
  boletoEnds: (isExchange: boolean) => [
    'Depois disso, nenhum banco recebe o boleto.',
    isExchange
      ? 'O câmbio também acaba, e quem for pagar pede uma nova cotação.'
      : 'A parcela continua em aberto, e pode ser paga de outra forma.',
    'Um boleto que já foi pago não é cancelado: a parcela fica paga.',
  ],
  /** The first words of a chat. */
  chatText: ({ quem, escola, what, isLate, day, amount }: Owed) =>
    `Oi! Aqui é ${firstName(quem)}, da ${escola}. ${what}: ${isLate ? 'venceu' : 'vence'} em ${day}, e hoje são ${amount}. Posso ajudar?`,
  /** @param amount as shown @param what the bill's name */
  linkText: (what: string, amount: string, url: string) =>
    `Olá! Segue o link para pagar ${what} (${amount}): ${url}\nEle vale por 7 dias.`,
};

/** How the sum of an agreement is calculated; the sum follows. */
export function renegotiationSum(
  count: number,
  owed: number,
  { acrescimo_centavos: more, desconto_centavos: less }: { acrescimo_centavos: number; desconto_centavos: number },
): string {
  if (more === 0 && less === 0) return 'Hoje são';
  const parts = [
    `${count === 1 ? 'Uma parcela' : `${count} parcelas`}, hoje ${formatMoney(owed)}`,
    more > 0 && `mais ${formatMoney(more)}`,
    less > 0 && `menos ${formatMoney(less)}`,
  ];
  return `${parts.filter(Boolean).join(', ')}: são`;
}

/** Messages of the office’s operations. */
export const officeMessages = {
  unknownHere: 'Não encontramos esta parcela entre as dos seus alunos.',
  unknownStudent: 'Não encontramos este aluno nas suas unidades.',
  oneStudent: 'Escolha parcelas de um aluno só.',
  oneUnit: 'Estas parcelas são de duas unidades. Faça um acordo para cada unidade.',
  discountTooLarge: 'O desconto tem de ser menor que o valor.',
  planTooSmall: 'Cada parcela precisa ter ao menos R$ 1,00.',
  firstDayInPast: 'Comece hoje ou depois, dentro de um ano.',
  /** @param n of how many */
  installment: (numero: number, n: number) => `Mensalidade ${numero} de ${n}`,
  agreement: 'Acordo',
  agreementBill: (numero: number, n: number) => (n === 1 ? 'Acordo' : `Acordo ${numero} de ${n}`),
  newPlan: 'Novo plano de pagamento',
  onlyOfCourse: 'Esta cobrança é de um pedido ou de uma viagem: mude por lá.',
  nothingDue: 'Nesta parcela não há valor a receber.',
  otherTotal: (centavos: number) => `O valor mudou: agora são ${formatMoney(centavos)}. Confira e confirme de novo.`,
  dayTooFar: 'Escolha um dia de hoje até 60 dias atrás.',
  dueInPast: 'Escolha um vencimento de hoje em diante, até dois anos.',
  nothingLeft: 'O desconto não deixa nada a pagar. Para não cobrar, cancele a parcela.',
  nothingChanged: 'Nada mudou: confira o que você escreveu.',
  undoToday: 'Só se desfaz um recebimento anotado hoje. Para devolver o dinheiro, use “Devolver”.',
  notAtCounter: 'Este pagamento não foi anotado no balcão.',
  notPaid: 'Esta parcela não está paga.',
  refundedBefore: 'O dinheiro desta parcela já foi devolvido, ou está a caminho.',
  moreThanLeft: (centavos: number) => `Desta parcela há no máximo ${formatMoney(centavos)} a devolver.`,
  returnDay: 'Escolha um dia desde o pagamento até hoje.',
  notReturned: 'Só se cobra de novo quando todo o dinheiro desta parcela voltou a quem pagou.',
  paidElsewhere: 'Este pagamento veio do sistema da escola: devolva por lá.',
  moreThanDue: (centavos: number) => `São ${formatMoney(centavos)} no máximo. O que passa disso é troco.`,
  wholeSale: 'De um pedido ou de uma viagem se recebe o valor inteiro.',
  partNoted: (centavos: number, left: number) =>
    `Parte de ${formatMoney(centavos)} anotada. ${formatMoney(left)} continuam em aberto, e o aluno foi avisado.`,
  remindedToday: 'Já foi lembrada hoje.',
  switchedOff: (student: string) =>
    `Quem paga as parcelas de ${student} desligou os avisos do financeiro. Fale por telefone ou WhatsApp.`,
  counterNoted: (centavos: number) =>
    `Recebimento de ${formatMoney(centavos)} anotado. O recibo está pronto e o aluno foi avisado.`,
  done: {
    undone: 'Anotação desfeita. A parcela está em aberto de novo.',
    discount: 'Valor mudado. O aluno foi avisado.',
    dueDay: 'Vencimento mudado. O aluno foi avisado.',
    cancelled: 'Parcela cancelada. O aluno foi avisado.',
    boletoCancelled: 'Boleto cancelado. O aluno foi avisado.',
    refunded: 'Devolução registrada. O aluno foi avisado.',
    refundNoted: 'Devolução anotada. O aluno foi avisado.',
    reopened: 'A parcela está em aberto de novo. O aluno foi avisado.',
  },
  /** States of a bill in the office’s log. */
  billStates: {
    aberta: 'Em aberto',
    em_processamento: 'Em análise',
    paga: 'Paga',
    cancelada: 'Cancelada',
  },
  /** What a payer reads about a change: a title, followed by the bill, and a sentence. */
  notices: {
    discount: (centavos: number, waived: boolean, total: number) => ({
      what: 'Desconto',
      body: `A escola ${centavos > 0 ? `deu ${formatMoney(centavos)} de desconto` : 'mudou o desconto'}${waived ? ' e dispensou multa e juros' : ''}. Agora são ${formatMoney(total)}.`,
    }),
    reminder: (isLate: boolean, day: string, centavos: number) => ({
      what: 'Lembrete',
      body: `${isLate ? 'Venceu' : 'Vence'} em ${formatDay(day)}. Hoje são ${formatMoney(centavos)}.`,
    }),
    dueDay: (day: string) => ({ what: 'Novo vencimento', body: `O vencimento agora é ${formatDay(day)}.` }),
    cancelled: (part: number) => ({
      what: 'Parcela cancelada',
      body: `A escola cancelou esta parcela. Não é preciso pagar.${part > 0 ? ` ${formatMoney(part)} que entraram voltam a quem pagou.` : ''}`,
    }),
    boletoCancelled: (isExchange: boolean) => ({
      what: 'Boleto cancelado',
      body: `A escola cancelou o boleto: não o pague. ${isExchange ? 'Para pagar, peça uma nova cotação.' : 'Você pode pagar de outra forma.'}`,
    }),
    undone: { what: 'Pagamento desfeito', body: 'A escola desfez a anotação do pagamento. A parcela está em aberto.' },
    refunded: (centavos: number) => ({
      what: 'Devolução',
      body: `A escola devolve ${formatMoney(centavos)} que foram pagos.`,
    }),
    refundNoted: (centavos: number) => ({
      what: 'Devolução',
      body: `A escola devolveu ${formatMoney(centavos)} que foram pagos.`,
    }),
    part: (centavos: number, requested: number) => ({
      what: 'Pagamento em parte',
      body: `Recebemos ${formatMoney(centavos)} de ${formatMoney(requested)}. O resto continua em aberto.`,
    }),
    /** By the reason of the refund. */
    wentBack: {
      pago_a_mais: (centavos: number) => ({
        what: 'Devolução',
        body: `Entrou mais do que era devido: ${formatMoney(centavos)} voltam a quem pagou.`,
      }),
      em_duplicidade: (centavos: number) => ({
        what: 'Devolução',
        body: `Esta parcela já estava paga: ${formatMoney(centavos)} voltam a quem pagou.`,
      }),
      ja_cancelado: (centavos: number) => ({
        what: 'Devolução',
        body: `Esta parcela estava cancelada: ${formatMoney(centavos)} voltam a quem pagou.`,
      }),
    },
    returned: (centavos: number) => ({
      what: 'Pagamento devolvido',
      body: `O banco devolveu ${formatMoney(centavos)} a quem pagou. Fale com a escola.`,
    }),
    disputeWon: (centavos: number) => ({
      what: 'Contestação encerrada',
      body: `O pagamento de ${formatMoney(centavos)} voltou a valer.`,
    }),
    reopened: (day: string) => ({
      what: 'Parcela reaberta',
      body: `O dinheiro voltou a quem pagou. A parcela está em aberto, com vencimento em ${formatDay(day)}.`,
    }),
    contract: (n: number, centavos: number, day: string) => ({
      what: 'Contrato novo',
      body: `${n === 1 ? 'Uma parcela' : `${n} parcelas`}, a primeira de ${formatMoney(centavos)} em ${formatDay(day)}.`,
    }),
    renegotiated: (n: number, centavos: number, day: string) => ({
      what: 'Acordo',
      body: `Novo acordo: ${n === 1 ? 'uma parcela' : `${n} parcelas`}, a primeira de ${formatMoney(centavos)} em ${formatDay(day)}. As parcelas antigas foram canceladas.`,
    }),
  },
};

/** Texts about a unit’s payment account. */
export const accountMessages = {
  states: { responde: 'O banco responde', calada: 'O banco não respondeu agora', fechada: 'Os segredos não abrem' },
  messages: {
    parada: 'Os avisos do banco pararam: quem cuida da instalação os liga de novo.',
    ausente: 'O banco ainda não avisa o portal: quem cuida da instalação registra os avisos.',
  },
  automatic:
    'Quem paga autoriza uma vez, e o banco debita cada parcela. A conta precisa ter o produto liberado pelo Asaas.',
  none: 'Sem conta própria: recebe pelo serviço de pagamentos do portal.',
  noService: 'Não recebe pelo portal: os alunos pagam na escola.',
} as const;
