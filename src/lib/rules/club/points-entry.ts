import type { Transaction } from '#lib/contract/club.schema.ts';

/** Redemptions are cancelled on their own page, points expire by themselves, and a reversal is final. */
const byThemselves: ReadonlySet<Transaction['origem']> = new Set(['resgate', 'expiracao', 'estorno'] as const);

/** Whether the panel offers to reverse an entry. @param others of the same statement, as far as they are known. */
export const mayReverse = (
  { id, origem, status }: Pick<Transaction, 'id' | 'origem' | 'status'>,
  others: readonly Pick<Transaction, 'estorno_de'>[],
): boolean =>
  status === 'confirmada' && !byThemselves.has(origem) && !others.some(({ estorno_de }) => estorno_de === id);
