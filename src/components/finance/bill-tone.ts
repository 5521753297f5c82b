import type { Parcela } from '#lib/contract/finance.schema.ts';
import type { Tone } from '../ui/tone.ts';

/** The tone of each state of a bill: the words say it too. */
export const billTone: Readonly<Record<Parcela['status'], Tone>> = {
  a_vencer: 'neutral',
  vence_hoje: 'warning',
  vencida: 'error',
  em_processamento: 'info',
  paga: 'success',
  cancelada: 'neutral',
};
