import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { LEAK_BYTES } from '../src/server/identity/auth/password.ts';

/**
 * Makes `src/server/identity/auth/leaked-passwords.bin` from a list of leaked passwords, one a line, such as “10 million password
 * list top 1M”: `node scripts/make-leaked-passwords.ts LIST`. It keeps only passwords of our minimum length.
 */
const MIN_LENGTH = 10;

const [list] = process.argv.slice(2);
if (!list) throw new Error('Usage: node scripts/make-leaked-passwords.ts LIST');
const passwords = new Set(
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.length >= MIN_LENGTH)
    .map((line) => line.toLowerCase()),
);
const digests = [...passwords].map((text) => createHash('sha256').update(text).digest().subarray(0, LEAK_BYTES));
const sorted = Buffer.concat(digests.toSorted(Buffer.compare));
writeFileSync(new URL('../src/server/identity/auth/leaked-passwords.bin', import.meta.url), sorted);
process.stdout.write(`${passwords.size} passwords, ${sorted.byteLength} bytes\n`);
