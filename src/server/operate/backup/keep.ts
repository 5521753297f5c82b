import { mondayOf } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { timeOfName } from './manifest.ts';

/** How many daily, weekly (from Monday) and monthly backups are kept. null: all. */
export type Keep = { days: number; weeks: number; months: number } | null;

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;

/**
 * Reads `7d,4w,6m`; nothing keeps all.
 *
 * @throws Error that names the mistake.
 */
export function readKeep(text: string): Keep {
  if (text.trim() === '') return null;
  const keep = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*([1-9]\d{0,3})([dwm])\s*$/.exec(part) ?? [];
    if (!count || !unit) throw new Error(`“${part}” não é 7d (dias), 4w (semanas) nem 6m (meses)`);
    keep[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return keep;
}

/** Names of backups are in UTC. */
const dayOf = (name: string) => dayIn('UTC', timeOfName(name) ?? new Date(0));
const keysOf = {
  days: dayOf,
  weeks: (name: string) => mondayOf(dayOf(name)),
  months: (name: string) => dayOf(name).slice(0, -3),
};

/**
 * Names of the backups to delete: those that are not the newest of a kept day, week or month. Only spans with a backup count, so
 * after a pause nothing more is deleted. The newest backup is always kept.
 *
 * @param names of complete backups, in any order
 */
export function outOfKeep(names: readonly string[], keep: NonNullable<Keep>): string[] {
  const newest = names.toSorted().toReversed();
  const retained = new Set(newest.slice(0, 1));
  for (const [span, keyOf] of Object.entries(keysOf) as [keyof typeof keysOf, (name: string) => string][]) {
    const seen = new Set<string>();
    for (const name of newest) {
      const key = keyOf(name);
      if (seen.has(key) || seen.size >= keep[span]) continue;
      seen.add(key);
      retained.add(name);
    }
  }
  return newest.filter((name) => !retained.has(name)).toReversed();
}
