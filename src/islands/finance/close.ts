import { financeMessages } from '#lib/words/finance.ts';
import type { Filter } from '../kit/describe.ts';

export const wayOf = (forma: string | null): string => financeMessages.ways[forma ?? ''] ?? 'Na escola';

/** The units of the reader. */
export const unitFilter: Filter<{ unidades: readonly { id: number; nome: string }[] }> = {
  name: 'unidade',
  label: 'Unidade',
  all: 'Todas as unidades',
  takes: /^[1-9]\d{0,8}$/,
  options: ({ unidades }) => unidades.map(({ id, nome }) => ({ value: String(id), label: nome })),
};
