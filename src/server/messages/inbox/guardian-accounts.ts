import { isMinor } from '#lib/rules/account/birth-date.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, people } from '../../core/db/people.ts';
import { guardianIn, guardiansOf } from '../../identity/auth/guardian-of.ts';

/** The owner of a bill. */
export interface Owner {
  id: number;
  birth_date: string | null;
  /** JSON of `{full_name, cpf, email, …}`. */
  guardian: string | null;
}

interface Minor {
  owner: Owner;
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
}

/**
 * The accounts of guardians, by the id of the minor: a linked account, otherwise that of the adult named as guardian in the
 * minor's registration, by the rule of who sees a child (0187).
 */
export async function guardianAccounts(tx: Db, minors: readonly Minor[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (minors.length === 0) return found;
  const accounts = enrolled(tx).select('users.id').where('users.is_blocked', '=', false).orderBy('users.id');
  const related = await accounts
    .innerJoin('related_users', 'related_users.related_user_id', 'users.id')
    .select('related_users.user_id as minor_id')
    .where(
      'related_users.user_id',
      'in',
      minors.map(({ owner }) => owner.id),
    )
    .where('drive_users.papel', '=', 'responsavel')
    .execute();
  for (const { id, minor_id } of related) if (id !== minor_id && !found.has(minor_id)) found.set(minor_id, id);
  const open = minors.flatMap(({ owner, today }) => {
    const guardian = found.has(owner.id) ? null : guardianIn(owner.guardian);
    return guardian ? [{ id: owner.id, guardian, today }] : [];
  });
  const isOpen = (account: { is_blocked: boolean; birth_date: string | null }, { today }: { today: string }) =>
    !account.is_blocked && !isMinor(account.birth_date, today);
  for (const [id, account] of await guardiansOf(tx, open, isOpen)) found.set(id, account.id);
  return found;
}

/** The accounts of the guardians named in registrations, who see the minors and pay, by the id of the minor. */
export function namedGuardians(tx: Db, owners: readonly Owner[]): Promise<ReadonlyMap<number, { id: number }>> {
  const minors = owners.flatMap(({ id, guardian: json }) => {
    const guardian = guardianIn(json);
    return guardian ? [{ id, guardian }] : [];
  });
  return guardiansOf(tx, minors);
}

/** The guardian's address as the key of one reader of several children; null: unknown. */
export const addressOf = ({ guardian }: Pick<Owner, 'guardian'>): string | null =>
  emailKey((JSON.parse(guardian ?? '{}') as { email?: string }).email ?? '') || null;

/** The guardians' accounts of those people who are minors today, with the name of the minor. */
export async function guardiansAmong(tx: Db, at: Date, ids: readonly number[]) {
  const rows = await people(tx)
    .select(['users.id', 'users.full_name', 'users.birth_date', 'users.guardian', 'companies.timezone'])
    .where('users.id', 'in', [...new Set(ids)])
    .where('users.birth_date', 'is not', null)
    .where('companies.timezone', 'is not', null)
    .execute();
  const minors = rows.flatMap(({ timezone, ...owner }) => {
    const today = timezone === null ? null : dayIn(timezone, at);
    return today !== null && isMinor(owner.birth_date, today) ? [{ owner, today }] : [];
  });
  const accounts = await guardianAccounts(tx, minors);
  return new Map(
    minors.flatMap(({ owner }) => {
      const guardian = accounts.get(owner.id);
      return guardian === undefined ? [] : [[owner.id, { guardian, name: owner.full_name }] as const];
    }),
  );
}
