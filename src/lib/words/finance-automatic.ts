import { formatDay } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';

const failures = {
  sem_saldo: 'O banco não encontrou saldo ou limite',
  acima_do_limite: 'O valor passa do limite que você definiu no aplicativo do banco',
  recusado: 'O banco não fez o débito',
} as const;
export type DebitFailure = keyof typeof failures;

/** Messages of the operations of Pix Automático, and its notices. */
export const automaticMessages = {
  notOffered: 'O Pix Automático não está disponível para este contrato agora. Pague com Pix.',
  awaitsBank: 'O código já foi pago. O banco confirma o Pix Automático em alguns minutos: não pague de novo.',
  isActive: 'O Pix Automático deste contrato já está ativo.',
  refused: 'A conta da escola não abriu o Pix Automático agora. Nada foi cobrado: pague com Pix.',
  isOver: 'Este Pix Automático já terminou.',
  noAccount: 'Esta unidade não tem uma conta que faça Pix Automático.',
  debitRuns: 'Esta parcela será debitada pelo Pix Automático. Para pagar de outra forma, cancele antes este débito.',
  debitToday: 'O débito desta parcela já está com o banco. Se ele não acontecer até as 21h, pague de outra forma.',
  noDebit: 'Esta parcela não tem débito marcado.',
  ended: 'Pix Automático encerrado: as próximas parcelas não são mais debitadas.',
  switched: (isOn: boolean) =>
    isOn
      ? 'Pix Automático ligado: quem paga já pode autorizar.'
      : 'Pix Automático desligado: ninguém novo autoriza. Quem já autorizou continua.',
  debitCancelled: 'Débito cancelado. Agora você pode pagar de outra forma.',
  states: {
    oferta: 'Disponível',
    criando: 'Esperando o banco',
    pendente: 'Esperando o banco',
    ativa: 'Ativo',
    recusada: 'Recusado pelo banco',
    expirada: 'Prazo terminou',
    encerrada: 'Encerrado',
  },
  endedBy: {
    pagador: 'por quem paga',
    banco: 'no aplicativo do banco',
    escola: 'pela escola',
    contrato: 'porque o contrato terminou',
  },
  /** @param debit what the bank is ordered to debit */
  debitOn: ({ dia, de_novo }: { dia: string; de_novo: boolean }) =>
    de_novo
      ? `O débito não foi feito. O banco tenta de novo em ${formatDay(dia)}.`
      : `Será debitada pelo Pix Automático em ${formatDay(dia)}.`,
  notices: {
    active: {
      what: 'Pix Automático ativo',
      body: 'O banco confirmou: as próximas parcelas são debitadas no vencimento. Você encerra quando quiser.',
    },
    refused: {
      what: 'Pix Automático não autorizado',
      body: 'O banco não confirmou a autorização. Pague com Pix, ou tente de novo em Pagamentos.',
    },
    endedBy: (by: 'pagador' | 'banco' | 'escola' | 'contrato') => ({
      what: 'Pix Automático encerrado',
      body: `Foi encerrado ${automaticMessages.endedBy[by]}. As próximas parcelas você paga com Pix.`,
    }),
    failed: (centavos: number, why: DebitFailure, again: string | null) => ({
      what: 'Débito não feito',
      body: `${failures[why]}: ${formatMoney(centavos)} não foram debitados. ${
        again ? `O banco tenta de novo em ${formatDay(again)}, ou pague agora com Pix.` : 'Pague com Pix.'
      }`,
    }),
    notOrdered: {
      what: 'Débito não marcado',
      body: 'O banco não aceitou marcar o débito desta parcela. Pague com Pix até o vencimento.',
    },
  },
};
