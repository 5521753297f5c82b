import type { SessionUser } from '#lib/session.ts';

/**
 * The zone that days and hours of a user are told in: his school's, else `fallback`. A name that the runtime does not
 * know counts as none, so that a wrong entry of one school never takes its pages down.
 */
export function schoolZone(user: Pick<SessionUser, 'drive_user'> | null, fallback: string): string {
  return zoneOr(user?.drive_user?.company.timezone, fallback);
}

/** A zone by its name, or `fallback` where there is none or the runtime does not know it. */
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
  // Names come from another host where one is connected: they must not fill the memory.
  if (known.size < 1_000) known.set(name, is);
  return is;
}
