import type { Financeiro } from '#lib/contract/finance.schema.ts';

/**
 * What is true of somebody's own bills. `none`: the school has no bill in this name; `unlinked`: nor does it know of an
 * enrolment; `clear`: there were some, and nothing is open.
 */
export type OwnBills = 'open' | 'clear' | 'none' | 'unlinked';

/** @param isEnrolled the account is linked to a person of the school */
export function ownBills({ resumo, parcelas, contratos }: Financeiro, isEnrolled: boolean): OwnBills {
  if (resumo.aberto_centavos > 0) return 'open';
  if (parcelas.length > 0 || contratos.length > 0) return 'clear';
  return isEnrolled ? 'none' : 'unlinked';
}

/** What is open for a child: the overdue bills, else the one that comes next. */
export interface ChildBills {
  id: number;
  nome: string;
  overdue: number;
  /** Centavos: of all overdue bills, else of the next one. */
  total: number;
  /** `YYYY-MM-DD`: the oldest due day. */
  due: string;
  isInReview: boolean;
}

/** A child, as a guardian sees it. */
interface Child {
  id: number;
  nome: string;
  parcelas: readonly { vencimento: string; valor_centavos: number; status: string }[];
}

/** The children for whom something is open. */
export const childrenWhoOwe = (family: readonly Child[]): ChildBills[] =>
  family.flatMap(({ id, nome, parcelas }) => {
    const overdue = parcelas.filter(({ status }) => status === 'vencida');
    const [first] = overdue.length > 0 ? overdue : parcelas;
    if (!first) return [];
    const counted = overdue.length > 0 ? overdue : [first];
    const total = counted.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0);
    const isInReview = first.status === 'em_processamento';
    return [{ id, nome, overdue: overdue.length, total, due: first.vencimento, isInReview }];
  });
