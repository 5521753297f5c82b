import { financeMessages } from '#lib/words/finance.ts';

export const methodName = (forma: string | null): string => financeMessages.methods[forma ?? ''] ?? 'Na escola';
