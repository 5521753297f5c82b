import type { School } from '../../core/http/ctx.ts';
import type { Account } from './find-accounts.ts';

/** Siblings may share an e-mail; one login never compares more accounts than this. */
export const MAX_ACCOUNTS = 6;

/**
 * The accounts whose own hash matches. At least one hash is computed, also for unknown addresses. Equal hashes are
 * computed once, so siblings with one shared password cost one hash. Siblings with different passwords cost one hash
 * each: hiding their number would make every login six times as slow.
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
