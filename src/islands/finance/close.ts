import { financeMessages } from '#lib/words/finance.ts';

export const wayOf = (forma: string | null): string => financeMessages.ways[forma ?? ''] ?? 'Na escola';
