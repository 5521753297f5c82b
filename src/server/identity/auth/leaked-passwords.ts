import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Each password is the start of its digest, in order. One in ten million others looks like one of them. */
export const LEAK_BYTES = 5;
const list = readFileSync(new URL('./leaked-passwords.bin', import.meta.url));

/**
 * Whether a password is among the most common ones of public leaks that have at least our shortest length, in any mix of
 * capitals. `scripts/make-leaked-passwords.ts` makes the list.
 */
export function isLeaked(password: string): boolean {
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, LEAK_BYTES);
  let [low, high] = [0, list.byteLength / LEAK_BYTES - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = middle * LEAK_BYTES;
    const order = wanted.compare(list, at, at + LEAK_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}
