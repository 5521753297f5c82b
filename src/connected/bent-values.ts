import type { z } from 'zod';
import { instantAt } from '#lib/rules/time/instants.ts';

/** What of a schema says which kind of value it wants. */
export interface Wanted {
  type: string;
  format?: string | undefined;
  values?: unknown[] | undefined;
}

/** How a value was written that the contract writes in another way. */
export type Writing = 'a number as text' | 'a flag as a number' | 'an offset' | 'no offset' | 'seconds';

export interface Bent {
  value: unknown;
  writing: Writing;
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Behind a time: `2030-01-01T10:00-03:00`. */
const OFFSET = /T[^T]*[+-]\d\d:?\d\d$/;
/** ISO 8601 without a zone, also with a blank in the middle, as databases print it. */
const NO_OFFSET = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/;
const SECONDS = /^\d\d:\d\d(?=:\d\d(\.\d+)?$)/;
const FLAGS = new Map<unknown, boolean>([
  ...([0, '0', 'false'] as const).map((given) => [given, false] as const),
  ...([1, '1', 'true'] as const).map((given) => [given, true] as const),
]);

/**
 * Reads a value by its kind that another host writes in another way. It looks at the kind alone, never at the call.
 *
 * @param timeZone of instants that name no offset
 * @returns null for a value that means nothing of this kind
 */
export function bend(wanted: Wanted, schema: z.ZodType, given: unknown, timeZone: string): Bent | null {
  const bent = bentBy(wanted, given, timeZone);
  return bent && schema.safeParse(bent.value).success ? bent : null;
}

function bentBy({ type, format, values }: Wanted, given: unknown, timeZone: string): Bent | null {
  if (type === 'boolean' || values?.[0] === true) {
    const flag = FLAGS.get(given);
    return flag === undefined ? null : { value: flag, writing: 'a flag as a number' };
  }
  if (typeof given !== 'string') return null;
  if (type === 'number') return NUMBER.test(given) ? { value: Number(given), writing: 'a number as text' } : null;
  if (type !== 'string') return null;
  if (format === 'datetime') return instantOf(given, timeZone);
  const [clock] = SECONDS.exec(given) ?? [];
  return clock === undefined ? null : { value: clock, writing: 'seconds' };
}

function instantOf(given: string, timeZone: string): Bent | null {
  if (OFFSET.test(given)) {
    const instant = new Date(given);
    return Number.isNaN(instant.getTime()) ? null : { value: instant.toISOString(), writing: 'an offset' };
  }
  const [, day = '', clock = '', seconds = '0', fraction = ''] = NO_OFFSET.exec(given) ?? [];
  const minute = instantAt(day, clock, timeZone);
  if (minute === null) return null;
  const ms = Number(seconds) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return { value: new Date(Date.parse(minute) + ms).toISOString(), writing: 'no offset' };
}
