import { createHash, hash } from 'node:crypto';

const WIDTH = 128n;
const MASK = (1n << WIDTH) - 1n;

/** One row in a form that is equal on both engines: the values of the columns, sorted by name. */
export const lineOf = (columns: readonly string[], row: Record<string, unknown>): string =>
  JSON.stringify(columns.map((column) => row[column] ?? null));

/** The digest of a set of rows, independent of their order. */
export function createRowDigest() {
  let sum = 0n;
  let rows = 0;
  return {
    add(line: string): void {
      sum = (sum + BigInt(`0x${hash('sha256', line).slice(0, Number(WIDTH) / 4)}`)) & MASK;
      rows++;
    },
    result: () => ({ rows, digest: sum.toString(16).padStart(Number(WIDTH) / 4, '0') }),
  };
}

/** The digest of files in the order of the archive. */
export function createFilesDigest() {
  const all = createHash('sha256');
  let count = 0;
  let bytes = 0;
  return {
    add(key: string, size: number, sha256: string): void {
      all.update(`${key} ${size} ${sha256}\n`);
      count++;
      bytes += size;
    },
    result: () => ({ count, bytes, digest: all.copy().digest('hex') }),
  };
}
