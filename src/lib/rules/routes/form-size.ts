import { formWith, megabytes } from '#lib/format/limits.ts';
import { matchRoute } from './route-table.ts';

/** Bytes of a form without a file. */
const MAX_FORM_BYTES = 64 * 1024;
export const TOO_LARGE = 'Os dados enviados passam do tamanho permitido.';

/** The error for a form that exceeds its page’s limit; null if it does not. @param length bytes of the whole form */
export function excessOf(pathname: string, length: number): string | null {
  const max = matchRoute(pathname)?.route.maxBytes;
  if (length <= (max ?? MAX_FORM_BYTES)) return null;
  return max ? `O arquivo passa de ${megabytes(max - formWith(0))}.` : TOO_LARGE;
}
