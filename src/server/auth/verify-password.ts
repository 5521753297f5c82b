import type { School } from '../http/ctx.ts';
import type { Account } from './queries.ts';

/** Siblings may share an e-mail; more than this many are never compared for one login. */
export const MOST_ACCOUNTS = 6;

/** Verifying against it costs the same as against a real one, and nothing matches it. */
let decoy: Promise<string> | undefined;

/**
 * The accounts whose own hash matches. At least one hash is computed, known address or not; equal hashes are computed
 * once, so siblings that were given one password cost no more than one account.
 */
export async function accountsWithPassword(school: School, accounts: Account[], password: string): Promise<Account[]> {
  decoy ??= school.hashes.hash(crypto.randomUUID());
  const hashes = [...new Set(accounts.map((account) => account.password_hash))];
  if (hashes.length === 0) hashes.push(await decoy);
  const matching = new Set<string>();
  for (const hash of hashes) {
    if (await school.hashes.verify(hash, password)) matching.add(hash);
  }
  return accounts.filter((account) => matching.has(account.password_hash));
}
