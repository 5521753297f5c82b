/** The meaning of a code printed on a page of a book. `text` is the scanned code, without the address around it. */
export type PageCode = { text: string } & (
  | { kind: 'unit'; unit: number; track: number | null; isTest: boolean }
  | { kind: 'activity'; id: number }
  | { kind: 'other' }
);

const UNIT = /^U(\d{1,2})(?:A(\d{1,2})|(T))?$/i;
const ACTIVITY = /^ATV(\d{1,9})$/i;
const MAX_LENGTH = 200;

/**
 * Parses a code of a book: `U4` a unit, `U4A2` its second track, `U4T` its test, `ATV12` an assignment. The code may be
 * the end of an address, as in QR codes; the host does not matter, because the portal does not open the address.
 *
 * @returns null for an invalid code
 */
export function readPageCode(text: string): PageCode | null {
  const code = text.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  if (code === '' || code.length > MAX_LENGTH) return null;
  const unit = UNIT.exec(code);
  if (unit) {
    const [, number, track, test] = unit;
    return {
      text: code,
      kind: 'unit',
      unit: Number(number),
      track: track === undefined ? null : Number(track),
      isTest: test !== undefined,
    };
  }
  const activity = ACTIVITY.exec(code);
  return activity ? { text: code, kind: 'activity', id: Number(activity[1]) } : { text: code, kind: 'other' };
}
