import type { School } from '../http/ctx.ts';
import type { Account } from './find-accounts.ts';

/** Siblings may share an e-mail; more than this many are never compared for one login. */
export const MAX_ACCOUNTS = 6;

/**
 * The accounts whose own hash matches. At least one hash is computed, known address or not; equal hashes are computed
 * once, so siblings that were given one password cost no more than one account. Siblings with passwords of their own
 * cost one hash each: padding every login to six would make all of them six times as slow to hide that few.
 */
export async function accountsWithPassword(school: School, accounts: Account[], password: string): Promise<Account[]> {
  const decoy = await school.hashes.decoy();
  const hashes = [...new Set(accounts.map((account) => account.password_hash))];
  if (hashes.length === 0) hashes.push(decoy);
  const matching = new Set<string>();
  for (const hash of hashes) {
    if (await school.hashes.verify(hash, password)) matching.add(hash);
  }
  return accounts.filter((account) => matching.has(account.password_hash));
}
