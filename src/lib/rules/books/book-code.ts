const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PRINTED = /^[A-Z0-9]{2,10}(-[A-Z0-9]{2,12}){1,4}$/;

/** The maximum text that is parsed: an address with a code in it. */
export const MAX_BOOK_CODE = 500;

export type BookCode =
  | { kind: 'ok'; value: string; isUuid: boolean }
  | { kind: 'empty' }
  /** An address that is not the portal's: it is never opened. */
  | { kind: 'foreign' }
  | { kind: 'unknown' };

/**
 * Reads a scanned or typed text: a bare uuid, a printed code, or an address of the portal that ends in a uuid
 * (AUTH-08). It never fetches or opens anything.
 *
 * @param origin the portal's own, such as `https://aluno.example.com`.
 */
export function parseBookCode(text: string, origin: string): BookCode {
  const value = text.trim().slice(0, MAX_BOOK_CODE);
  if (value === '') return { kind: 'empty' };
  if (UUID.test(value)) return { kind: 'ok', value: value.toLowerCase(), isUuid: true };
  const printed = value.toUpperCase().replace(/\s+/g, '');
  if (PRINTED.test(printed)) return { kind: 'ok', value: printed, isUuid: false };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(value)) return { kind: 'unknown' };
  return fromAddress(value, origin);
}

function fromAddress(text: string, origin: string): BookCode {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { kind: 'unknown' };
  }
  if (url.origin !== origin || url.username || url.password) return { kind: 'foreign' };
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  return UUID.test(last) ? { kind: 'ok', value: last.toLowerCase(), isUuid: true } : { kind: 'unknown' };
}
