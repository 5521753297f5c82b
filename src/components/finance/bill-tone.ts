import type { Parcela } from '#lib/contract/finance.schema.ts';
import { ownWord } from '#lib/words/own-word.ts';
import type { Tone } from '../ui/tone.ts';

const tones: Readonly<Record<Parcela['status'], Tone>> = {
  a_vencer: 'neutral',
  vence_hoje: 'warning',
  vencida: 'error',
  em_processamento: 'info',
  paga: 'success',
  cancelada: 'neutral',
};

/** The tone of a bill's state: the words say the state too. */
export const toneOfBill = (status: string): Tone => ownWord(tones, status) ?? 'neutral';
