import { useEffect, useState } from 'react';
import { type TypedAct, takeTyped, watchTyped } from '#lib/stores/panel-typed.ts';
import type { Field } from './describe.ts';

type Typed = TypedAct['values'];
const SECRET: ReadonlySet<Field['kind']> = new Set(['hidden', 'password', 'code']);

/** What was typed of these fields. What is asked for or found is chosen again: it may not be there any more. */
export const typedOf = (fields: readonly Field[], now: Typed, begun: Typed): Typed =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, find }) => {
      const value = now[name];
      return SECRET.has(kind) || find || value === undefined || value === begun[name] ? [] : [[name, value]];
    }),
  );

/**
 * A form whose session ends while it is open is filled in as it is opened again.
 *
 * @param name of the form; absent: nothing is kept of it
 * @returns whether it is filled in so
 */
export function useReturned(name: string | undefined, read: () => Typed, write: (typed: Typed) => void): boolean {
  const [isBack, setIsBack] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens; `read` looks at what is typed then
  useEffect(() => {
    if (name === undefined) return;
    const typed = takeTyped(name);
    if (typed) write(typed);
    setIsBack(typed !== null);
    return watchTyped(() => {
      const values = read();
      return Object.keys(values).length > 0 ? { name, values } : null;
    });
  }, [name]);
  return isBack;
}
