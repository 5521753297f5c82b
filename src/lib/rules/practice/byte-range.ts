/** First and last byte, both included. */
export type ByteRange = readonly [first: number, last: number];

/**
 * Parses a `Range` header with one range (RFC 9110, 14.1.2), as media players send it.
 *
 * @returns null for the whole file: no range, several, or another unit; 'unsatisfiable' when the range begins after the
 * end
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || match[0] === 'bytes=-') return null;
  const [, from = '', to = ''] = match;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : [size - length, size - 1];
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return 'unsatisfiable';
  return last < first ? null : [first, last];
}
