import type { User } from '../../contract/account.schema.ts';
import type { Financeiro } from '../../contract/finance.schema.ts';
import { type FamilyFinance, familyFinance } from './family-finance.ts';

/** A part of a page, as it was read. */
type Read<T> = { ok: true; data: T } | { ok: false };

interface Child extends FamilyFinance {
  /** The card of the child tells of the bills. */
  menor: boolean;
}

/**
 * What the home of a user says of money: the own bills with those of who came of age, of whom no card tells; and the bills
 * that stand elsewhere, so that nobody who owes one reads that all is paid.
 *
 * @param paid all whose bills the user pays. @param family the children with a card; null: there are none
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

/** Who pays for others and studies nothing begins no course. */
export const isPayerAlone = (
  user: Pick<User, 'paga_por_outros' | 'drive_user'> | null,
  ...studies: readonly Read<readonly unknown[]>[]
): boolean =>
  Boolean(user?.paga_por_outros) &&
  user?.drive_user?.papel !== 'aluno' &&
  studies.every((part) => part.ok && part.data.length === 0);
