import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withoutMarks } from '#lib/format/normal-form.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { refused } from '../../core/http/refusal.ts';
import { type Account, accountsById } from './find-accounts.ts';

/** Words that are guessed first at a school, without accents. `docs/security.md` lists them too. */
export const EASY_WORDS: readonly string[] = [
  'academy',
  'admin',
  'aluna',
  'aluno',
  'brasil',
  'curso',
  'demo',
  'english',
  'escola',
  'idiomas',
  'ingles',
  'knn',
  'phenom',
  'portal',
  'professor',
  'professora',
  'secretaria',
  'senha',
];
/** With fewer other letters than this beside such words, a password is easy to guess, whatever digits and signs it has. */
const MIN_OWN_LETTERS = 4;
const MIN_WORD = 4;

/**
 * The rules besides the length: any mix of characters is allowed. Refused are leaked passwords, the mail address, and little more
 * than well-known words of this school and this person.
 *
 * @param field the form's name for the password. @throws Refusal 400 with the reason in words.
 */
export function requireGoodPassword(password: string, emails: readonly string[], field = 'new_password'): void {
  const text = password.toLowerCase();
  const say = (reason: string) => refused(reason, { [field]: reason });
  if (isLeaked(password) || /^(.)\1+$/u.test(text)) throw say('Esta senha é muito comum. Escolha outra.');
  if (emails.some((email) => email.toLowerCase() === text)) throw say('A senha não pode ser igual ao e-mail.');
  if (isEasy(text, emails)) {
    throw say('Esta senha é fácil de adivinhar: tem pouco além do nome da escola ou do seu e-mail. Escolha outra.');
  }
}

/** Signs that people write in place of letters. */
const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

function isEasy(text: string, emails: readonly string[]): boolean {
  const own = emails.flatMap((email) => (email.split('@')[0] ?? '').toLowerCase().split(/[^a-z]+/));
  const words = [...EASY_WORDS, ...own.filter((word) => word.length >= MIN_WORD)].toSorted(
    (a, b) => b.length - a.length,
  );
  const plain = withoutMarks(text);
  const read = plain.replace(/[@4310!$5]/g, (sign) => SIGNS[sign] ?? sign);
  return [plain, read].some((spelling) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), spelling);
    return rest !== spelling && rest.replace(/[^\p{L}]/gu, '').length < MIN_OWN_LETTERS;
  });
}

/** Each password is stored as the start of its digest, sorted. One in ten million other passwords collides. */
export const LEAK_BYTES = 5;
const list = readFileSync(new URL('./leaked-passwords.bin', import.meta.url));

/**
 * Whether a password is among the most common ones of public leaks that have at least our shortest length, in any mix of
 * capitals. `scripts/make-leaked-passwords.ts` makes the list.
 */
export function isLeaked(password: string): boolean {
  const expected = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, LEAK_BYTES);
  let [low, high] = [0, list.byteLength / LEAK_BYTES - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = middle * LEAK_BYTES;
    const order = expected.compare(list, at, at + LEAK_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}

/** Siblings may share an e-mail; one login compares at most this many accounts. */
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

/**
 * Checks the logged-in user's password again, before an action that a borrowed session must not do.
 *
 * @throws Refusal 400 for a wrong one, 429 after ten wrong ones
 */
export const provePassword = (ctx: Ctx, typed: string): Promise<Account> =>
  countFailures(ctx.limits, 'password-proof', String(ctx.session.userId), async () => {
    const [account] = await accountsById(ctx.db, [ctx.session.userId]);
    // 400, not 401: a wrong password here does not end the session.
    if (!account || !(await ctx.hashes.verify(account.password_hash, typed))) {
      throw refused('A senha atual não confere.', { current_password: 'A senha atual não confere' });
    }
    return account;
  });
