import type { Financeiro } from '#lib/contract/finance.schema.ts';

/**
 * The state of a person’s own bills. `none`: the school has no bill for this person; `unlinked`: it has no enrollment
 * either; `clear`: there were bills, and none is open.
 */
export type OwnBills = 'open' | 'clear' | 'none' | 'unlinked';

/** @param isEnrolled the account is linked to a person of the school */
export function ownBills({ resumo, parcelas, contratos }: Financeiro, isEnrolled: boolean): OwnBills {
  if (resumo.aberto_centavos > 0) return 'open';
  if (parcelas.length > 0 || contratos.length > 0) return 'clear';
  return isEnrolled ? 'none' : 'unlinked';
}
