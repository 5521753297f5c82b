import { Guardian } from '#lib/contract/account-shapes.schema.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import type { Db } from '../../core/db/connection.ts';

/** An account that may belong to a guardian. `accepted_mailbox`: the address of the invitation that it accepted. */
interface Adult {
  adult_cpf: string | null;
  adult_email: string;
  adult_verified: boolean;
  accepted_mailbox: string | null;
}

/** @returns the guardian of a column `guardian` */
export const guardianIn = (json: string | null): Guardian | null =>
  Guardian.safeParse(JSON.parse(json ?? 'null')).data ?? null;

/**
 * The guardian of a registration, if the account is hers: it has the same CPF, and the same verified e-mail or the accepted
 * invitation (0187). The CPF alone is no proof, because users type theirs.
 */
export function guardianNaming({ guardian: json, ...adult }: Adult & { guardian: string | null }): Guardian | null {
  const guardian = guardianIn(json);
  return guardian && isGuardian(guardian, adult) ? guardian : null;
}

function isGuardian(guardian: Guardian, { adult_cpf, adult_email, adult_verified, accepted_mailbox }: Adult): boolean {
  const mailbox = emailKey(guardian.email);
  return guardian.cpf === adult_cpf && ((adult_verified && adult_email === mailbox) || accepted_mailbox === mailbox);
}

/** The guardian of a registration, while the person is under 18. @param today the day of the unit, `YYYY-MM-DD` */
export const guardianOfMinor = (
  { guardian, birth_date }: { guardian: string | null; birth_date: string | null },
  today: string,
): Guardian | null => (isMinor(birth_date, today) ? guardianIn(guardian) : null);

interface Account {
  id: number;
  full_name: string;
  last_seen_at: string | null;
  is_blocked: boolean;
  birth_date: string | null;
}

interface Minor {
  id: number;
  guardian: Guardian;
}

/** The account of each minor's guardian, by the id of the minor. @param counts a filter of accounts; absent: blocked ones too */
export async function guardiansOf<M extends Minor>(
  db: Db,
  minors: readonly M[],
  counts: (account: Account, minor: M) => boolean = () => true,
): Promise<Map<number, Account>> {
  const found = new Map<number, Account>();
  if (minors.length === 0) return found;
  const accounts = await db
    .selectFrom('users as adult')
    .select(['adult.id', 'adult.full_name', 'adult.last_seen_at', 'adult.is_blocked', 'adult.birth_date'])
    .select(['adult.cpf as adult_cpf', 'adult.email_key as adult_email', 'adult.email_verified as adult_verified'])
    .where('adult.cpf', 'in', [...new Set(minors.map(({ guardian }) => guardian.cpf))])
    .orderBy('adult.id')
    .execute();
  const accepted = await db
    .selectFrom('guardian_invitations')
    .select(['user_id', 'mailbox', 'accepted_by'])
    .where(
      'user_id',
      'in',
      minors.map(({ id }) => id),
    )
    .where('accepted_by', 'is not', null)
    .execute();
  for (const minor of minors) {
    const taken = accepted.find(({ user_id }) => user_id === minor.id);
    const account = accounts.find((each) => {
      const accepted_mailbox = taken?.accepted_by === each.id ? taken.mailbox : null;
      return each.id !== minor.id && counts(each, minor) && isGuardian(minor.guardian, { ...each, accepted_mailbox });
    });
    if (account) found.set(minor.id, account);
  }
  return found;
}
