import type { z } from 'zod';
import { instantAt } from '#lib/rules/time/instants.ts';

/** The part of a schema that says which kind of value it expects. */
export interface Expected {
  type: string;
  format?: string | undefined;
  values?: unknown[] | undefined;
}

/** How a value deviates in its notation from the contract. */
export type Writing = 'a number as text' | 'a flag as a number' | 'an offset' | 'no offset' | 'seconds';

export interface Coerced {
  value: unknown;
  writing: Writing;
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** A UTC offset after a time: `2030-01-01T10:00-03:00`. */
const OFFSET = /T[^T]*[+-]\d\d:?\d\d$/;
/** ISO 8601 without a zone, also with a blank in the middle, as databases print it. */
const NO_OFFSET = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/;
const SECONDS = /^\d\d:\d\d(?=:\d\d(\.\d+)?$)/;
const FLAGS = new Map<unknown, boolean>([
  ...([0, '0', 'false'] as const).map((received) => [received, false] as const),
  ...([1, '1', 'true'] as const).map((received) => [received, true] as const),
]);

/**
 * Reads a value that another host writes in another notation. It depends on the kind alone, never on the call.
 *
 * @param timeZone of instants without an offset
 * @returns null for a value that means nothing of this kind
 */
export function coerce(expected: Expected, schema: z.ZodType, received: unknown, timeZone: string): Coerced | null {
  const coerced = coercedBy(expected, received, timeZone);
  return coerced && schema.safeParse(coerced.value).success ? coerced : null;
}

function coercedBy({ type, format, values }: Expected, received: unknown, timeZone: string): Coerced | null {
  if (type === 'boolean' || values?.[0] === true) {
    const flag = FLAGS.get(received);
    return flag === undefined ? null : { value: flag, writing: 'a flag as a number' };
  }
  if (typeof received !== 'string') return null;
  if (type === 'number') return NUMBER.test(received) ? { value: Number(received), writing: 'a number as text' } : null;
  if (type !== 'string') return null;
  if (format === 'datetime') return instantOf(received, timeZone);
  const [clock] = SECONDS.exec(received) ?? [];
  return clock === undefined ? null : { value: clock, writing: 'seconds' };
}

function instantOf(received: string, timeZone: string): Coerced | null {
  if (OFFSET.test(received)) {
    const instant = new Date(received);
    return Number.isNaN(instant.getTime()) ? null : { value: instant.toISOString(), writing: 'an offset' };
  }
  const [, day = '', clock = '', seconds = '0', fraction = ''] = NO_OFFSET.exec(received) ?? [];
  const minute = instantAt(day, clock, timeZone);
  if (minute === null) return null;
  const ms = Number(seconds) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return { value: new Date(Date.parse(minute) + ms).toISOString(), writing: 'no offset' };
}
