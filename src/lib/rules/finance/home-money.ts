import type { User } from '../../contract/account.schema.ts';
import type { Financeiro } from '../../contract/finance.schema.ts';
import { type FamilyFinance, familyFinance } from './family-finance.ts';

/** A loaded part of a page. */
type Read<T> = { ok: true; data: T } | { ok: false };

interface Child extends FamilyFinance {
  /** A child’s bills are on the child’s card. */
  menor: boolean;
}

/**
 * The bills on a user’s home: the own bills with those of dependents who came of age, who have no card; and the bills on
 * the children’s cards, so that nobody with an open bill reads that all is paid.
 *
 * @param paid everybody for whom the user pays. @param family the children with a card; null: there are none
 */
export function homeMoney<
  Own extends Read<Financeiro>,
  Family extends Read<readonly Child[]>,
  Paid extends Read<readonly FamilyFinance[]>,
>({ own, paid, family }: { own: Own | null; paid: Paid | null; family: Family | null }) {
  const cards = family?.ok ? family.data.filter(({ menor }) => menor) : [];
  const grown = paid?.ok ? paid.data.filter(({ id }) => !cards.some((child) => child.id === id)) : [];
  return {
    finance: own?.ok ? { ...own, data: familyFinance(own.data, grown) } : own,
    others: paid?.ok === false ? paid : family,
  };
}

/** Whether a user only pays for others, and has no studies. */
export const isPayerAlone = (
  user: Pick<User, 'paga_por_outros' | 'drive_user'> | null,
  ...studies: readonly Read<readonly unknown[]>[]
): boolean =>
  Boolean(user?.paga_por_outros) &&
  user?.drive_user?.papel !== 'aluno' &&
  studies.every((part) => part.ok && part.data.length === 0);
