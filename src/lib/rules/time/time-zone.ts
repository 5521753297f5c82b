import type { SessionUser } from '#lib/session.ts';

/**
 * The zone for a user's days and hours: that of the user's school, else `fallback`. A name that the runtime does not
 * know counts as none, so that a wrong entry of one school never breaks its pages.
 */
export function schoolZone(user: Pick<SessionUser, 'drive_user'> | null, fallback: string): string {
  return zoneOr(user?.drive_user?.company.timezone, fallback);
}

/** A zone by its name, or `fallback` without a name or if the runtime does not know it. */
export const zoneOr = (zone: string | null | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;

const known = new Map<string, boolean>();
/** Whether the runtime knows a zone of that name. */
export function isTimeZone(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  let is = true;
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: name });
  } catch {
    is = false;
  }
  // In connected mode the names come from another host: they must not fill the memory.
  if (known.size < 1_000) known.set(name, is);
  return is;
}
