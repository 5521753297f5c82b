/** Why a database fails: it cannot be reached in time (`away`), or it accepts no writes (`unwritable`). */
export type Outage = 'away' | 'unwritable';

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'WRITE_QUEUE_FULL',
  // PostgreSQL: stopping or starting, no connection left, a statement or a lock that took too long, two that wait for
  // each other.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55P03',
  '40P01',
  '25P03',
]);

const UNWRITABLE = new Set([
  // The file system: full, over its quota, read-only, broken.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  // PostgreSQL: disk full, out of memory, a standby or a read-only session, errors of the disk.
  '53100',
  '53200',
  '25006',
  '58030',
  'XX001',
  'XX002',
]);

/** A statement or a lock took too long: in a job that may be the fault of one row. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && ['57014', '55P03', '40P01'].includes(String((error as { code?: unknown }).code));

const AWAY_WORDS =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|is not queryable|connection has been discarded/;

/** @returns null for an error of another kind. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    if (AWAY.has(code) || code.startsWith('08') || /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return 'away';
    if (UNWRITABLE.has(code) || /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOTADB|NOMEM)/.test(code))
      return 'unwritable';
  }
  return AWAY_WORDS.test(error.message) ? 'away' : null;
}
