import type { SchoolBillDetail } from '../contract/finance.schema.ts';
import { formatMoney } from '../format/money.ts';

/** Filters of the office's list. */
export const billStates = {
  abertas: { name: 'Em aberto' },
  vencidas: { name: 'Vencidas' },
  pagas: { name: 'Pagas' },
  canceladas: { name: 'Canceladas' },
} as const;

/** Ways of the counter, as a clerk chooses them. */
export const counterWays: [string, string][] = [
  ['dinheiro', 'Dinheiro'],
  ['maquina', 'Cartão, na máquina da escola'],
  ['transferencia', 'Transferência ou Pix direto à escola'],
  ['boleto', 'Boleto do banco da escola'],
];

export const chargeStates: Readonly<Record<SchoolBillDetail['cobrancas'][number]['status'], string>> = {
  criando: 'Sem resposta ainda',
  ativa: 'Esperando o pagamento',
  em_analise: 'Em análise',
  paga: 'Paga',
  recusada: 'Recusada',
  expirada: 'Expirou',
  removida: 'Substituída',
  desfeita: 'Anotação desfeita',
};

/** What was done, after the page came again. */
export const officeDone: Readonly<Record<string, string>> = {
  receber: 'Recebimento anotado. O recibo está pronto e o aluno foi avisado.',
  desfazer: 'Anotação desfeita: a parcela está em aberto de novo.',
  devolver: 'Devolução registrada. O aluno foi avisado.',
  desconto: 'Valor mudado. O aluno foi avisado.',
  vencimento: 'Vencimento mudado. O aluno foi avisado.',
  cancelar: 'Parcela cancelada. O aluno foi avisado.',
  contrato: 'Contrato criado. Esta é a primeira parcela.',
  acordo: 'Acordo feito. Esta é a primeira parcela; as antigas foram canceladas.',
};

export const officeWords = {
  amountMissing: 'Digite um valor, como 150,00',
  countMissing: 'De 1 a 48 parcelas',
  dayMissing: 'Escolha o dia',
  reasonMissing: 'Escreva o motivo',
  nameMissing: 'Diga o curso',
  noneChosen: 'Escolha ao menos uma parcela',
  notDone: 'Não foi possível agora. Nada mudou: tente de novo em instantes.',
  /** @param day as shown @param amount as shown */
  dueThen: (day: string, amount: string) => `Em ${day} o valor devido era ${amount}. Confira e anote.`,
  /** @param amount as shown @param what the bill's name */
  linkText: (what: string, amount: string, url: string) =>
    `Olá! Segue o link para pagar ${what} (${amount}): ${url}\nEle vale por 7 dias.`,
};

/** How the sum of an agreement comes about; the sum follows. */
export function renegotiationSum(
  count: number,
  owed: number,
  { acrescimo_centavos: more, desconto_centavos: less }: { acrescimo_centavos: number; desconto_centavos: number },
): string {
  const parts = [
    `${count === 1 ? 'Uma parcela' : `${count} parcelas`} de hoje, ${formatMoney(owed)}`,
    more > 0 && `mais ${formatMoney(more)}`,
    less > 0 && `menos ${formatMoney(less)}`,
  ];
  return `${parts.filter(Boolean).join(', ')}: são`;
}
