import type { Documento, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { lookFor } from '#lib/words/own-word.ts';

type Status = UsaRequest['status'];
type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';

interface Words {
  name: string;
  /** What it means for the student. */
  description: string;
  tone: Tone;
}

/** The states of a trip, in the words of the panel. */
export const tripStates = {
  rascunho: { name: 'Rascunho', tone: 'neutral' },
  publicada: { name: 'Publicada', tone: 'success' },
  encerrada: { name: 'Encerrada', tone: 'neutral' },
} as const;

/** The states of a request, in words. */
export const requestStatus: Readonly<Record<Status, Words>> = {
  rascunho: { name: 'Rascunho', description: 'Ainda não foi enviado.', tone: 'neutral' },
  enviada: {
    name: 'Enviado',
    description: 'A escola recebeu o pedido e vai conferir os documentos.',
    tone: 'info',
  },
  em_analise: { name: 'Em análise', description: 'A escola está conferindo os seus documentos.', tone: 'info' },
  documento_recusado: {
    name: 'Falta um documento',
    description: 'Um documento não foi aceito. Envie só ele de novo, com o que a escola pediu.',
    tone: 'warning',
  },
  aprovada: { name: 'Aprovado', description: 'Sua vaga está garantida. Escolha como pagar.', tone: 'success' },
  aguardando_pagamento: {
    name: 'Aguardando pagamento',
    description: 'Pague cada parcela até o vencimento.',
    tone: 'warning',
  },
  paga: { name: 'Pago', description: 'Está tudo certo. A escola fala com você sobre o embarque.', tone: 'success' },
  cancelada: { name: 'Excluído', description: 'Você excluiu este pedido.', tone: 'neutral' },
  recusada: { name: 'Não aprovado', description: 'A escola não aprovou este pedido.', tone: 'error' },
};

/** A state that only a connected host has. */
export const unknownStatus = (name: string): Words => ({ name, description: '', tone: 'neutral' });

export const documentStatus: Readonly<Record<Documento['status'], { name: string; tone: Tone }>> = {
  enviado: { name: 'Enviado', tone: 'info' },
  em_analise: { name: 'Em análise', tone: 'info' },
  aceito: { name: 'Aceito', tone: 'success' },
  recusado: { name: 'Recusado', tone: 'error' },
};

/** States that the staff can filter by. */
export const staffStatuses: readonly Status[] = [
  'enviada',
  'em_analise',
  'documento_recusado',
  'aprovada',
  'aguardando_pagamento',
  'paga',
  'recusada',
];

/** Whether the student may replace a document in this state. */
export const mayResend = (request: Status, document: Documento['status']): boolean =>
  ['enviada', 'em_analise', 'documento_recusado'].includes(request) && ['enviado', 'recusado'].includes(document);

/** Whether another request may follow: after a refusal, or after the paid trip. @param today `YYYY-MM-DD` */
export const mayAskAgain = ({ status, turma }: Pick<UsaRequest, 'status' | 'turma'>, today: string): boolean =>
  status === 'recusada' || (status === 'paga' && turma.fim < today);

const sequence: readonly Status[] = ['enviada', 'em_analise', 'aprovada', 'aguardando_pagamento', 'paga'];

export interface AbroadStep {
  status: Status;
  name: string;
  state: 'done' | 'now' | 'ahead' | 'ended';
  em: string | null;
  notes: { em: string; nota: string }[];
}

/** The steps of a request from submission to payment: a refused document is part of the analysis, a refusal ends it. */
export function abroadTimeline({ status, historico }: Pick<UsaRequest, 'status' | 'historico'>): AbroadStep[] {
  const stageOf = (each: string): Status => (each === 'documento_recusado' ? 'em_analise' : (each as Status));
  const isOver = status === 'recusada' || status === 'cancelada';
  const current = isOver ? -1 : sequence.indexOf(stageOf(status));
  const reached = (stage: Status) => historico.find((entry) => stageOf(entry.status) === stage);
  const steps = sequence.map((stage, index): AbroadStep => {
    const entries = historico.filter((entry) => stageOf(entry.status) === stage);
    const isReached = reached(stage) !== undefined || index <= current;
    const state = isOver
      ? isReached
        ? 'done'
        : 'ahead'
      : index < current
        ? 'done'
        : index === current
          ? 'now'
          : 'ahead';
    return {
      status: stage,
      name:
        stage === 'em_analise' && status === 'documento_recusado'
          ? 'Em análise: falta um documento'
          : requestStatus[stage].name,
      // The last step has no work left, so it counts as done.
      state: stage === 'paga' && state === 'now' ? 'done' : state,
      em: entries[0]?.em ?? null,
      notes: entries.flatMap(({ em, nota }) => (nota ? [{ em, nota }] : [])),
    };
  });
  if (!isOver) return steps;
  const end = historico.findLast((entry) => entry.status === status);
  return [
    ...steps.filter(({ state }) => state === 'done'),
    {
      status,
      name: lookFor(requestStatus, status, unknownStatus).name,
      state: 'ended',
      em: end?.em ?? null,
      notes: end?.nota ? [{ em: end.em, nota: end.nota }] : [],
    },
  ];
}
